/** Finds the clients of Services in the files of a run, and those whose Service is in none of the files. */
import { clientFinder } from '../../analysis/picture/clients.ts';
import { missingServices } from '../../analysis/picture/missing-services.ts';
import type { PictureOptions } from '../../analysis/picture/picture-of.ts';
import type { TrafficQuery } from '../../analysis/traffic/report.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { resourceFinder } from '../../project/traffic.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';

/** `isOne` is true where only one Service is drawn: then nothing is said of others. */
export function showClients(
  { sources, locate, findingsOf }: TrafficFiles,
  query: TrafficQuery,
  isOne: boolean,
): Pick<PictureOptions, 'clientsOf'> & { readonly remarks: readonly string[] } {
  const { workspace, builds, files } = sources;
  const at = (key: string) => workspace.atForRules(key);
  const all = () => workspace.allForRules();
  const resourceOf = resourceFinder({ builds, treeOf: (uri) => sources.treeOf(uri) });
  const isNamed = ({ uri }: IndexedObject): boolean => builds.roots.has(uri) || files.get(uri)?.isAround !== true;
  const remarks = isOne ? [] : missingServices([...all()].filter(isNamed), { at, locate });
  return { clientsOf: clientFinder({ at, all, resourceOf, locate, findingsOf, query }), remarks };
}
