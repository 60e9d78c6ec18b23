/** Detects variants for several clusters, stages or steps from the names of folders. Their objects never meet. */
import { folderOf, plainPath } from './placement.ts';

/** Folders whose subfolders are variants. */
const holders = wordSet(
  'accounts clusters customers datacenters environments envs env overlays regions sites stacks stages steps tenants variants zones',
);

/** Words in the name of a variant's folder. */
const words = wordSet(
  'dev devel develop development test testing qa uat int integration stage staging preprod prod production live sandbox demo canary blue green eu us uk de fr ap apac emea amer asia europe america east west north south central',
);

/** `areVariants` for any two of the files, in linear time: there may be thousands. */
export function hasVariants(uris: Iterable<string>): boolean {
  const folders = new Map<string, Set<string>>();
  for (const folder of new Set([...uris].map((uri) => folderOf(plainPath(uri))))) {
    let above = '';
    for (const name of folder.split('/')) {
      const beside = folders.get(above) ?? new Set();
      folders.set(above, beside.add(name));
      above = `${above}/${name}`;
    }
  }
  return [...folders].some(([above, names]) => areSomeVariants(above.slice(above.lastIndexOf('/') + 1), [...names]));
}

/** True where two folders inside `above` are variants. */
function areSomeVariants(above: string, names: readonly string[]): boolean {
  if (names.length < 2) return false;
  const stems = names.map(stemOf).filter((stem) => stem !== '');
  return holders.has(above) || names.filter(isVariant).length > 1 || new Set(stems).size < stems.length;
}

/** True where the two paths diverge at folders whose names mark variants. */
export function areVariants(uri: string, other: string): boolean {
  const [ours, theirs] = [uri, other].map((each) => folderOf(plainPath(each)).split('/'));
  if (!ours || !theirs) return false;
  const fork = ours.findIndex((name, i) => name !== theirs[i]);
  const [here, there] = [ours[fork], theirs[fork]];
  if (here === undefined || there === undefined) return false;
  return holders.has(ours[fork - 1] ?? '') || [here, there].every(isVariant) || areNumbered(here, there);
}

/** `prod`, `prod-eu-1`. */
function isVariant(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[-_.\d]+/)
    .some((part) => words.has(part));
}

/** `step1` and `step2`, `cluster-a` and `cluster-b`. */
function areNumbered(one: string, two: string): boolean {
  const stem = stemOf(one);
  return stem !== '' && stem === stemOf(two);
}

function stemOf(name: string): string {
  return name.replace(/([-_.]?\d+|[-_.][a-z])$/i, '');
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
