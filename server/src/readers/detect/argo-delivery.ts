/** Finds the hand-written objects that Applications of Argo CD deliver: by source path and destination namespace. */
import { folderOf, isInside, plainPath, resolvePath } from '../../analysis/workspace/placement.ts';
import { nestedValue, stringOf, valueOf, type Mapping } from '../../tree/value.ts';
import { everything, isWrittenName, reachOf, type Estate } from '../estate.ts';
import { mappingsAt, textAt } from '../foreign-objects.ts';
import type { Reach, ReadObject } from '../reader.ts';
import { apiObjects, isLiteralName } from './api-objects.ts';

/** What one Application delivers. */
export interface ArgoDelivery {
  /** The path of the file of the Application. */
  readonly path: string;
  /** Below the root of the repository; `*` stands for any folder. */
  readonly sources: readonly string[];
  readonly namespace: string | undefined;
}

interface ArgoEstate {
  readonly deliveries: readonly ArgoDelivery[];
  /** The namespaces that projects allow; undefined for a wildcard, or one that is not known. */
  readonly projects: readonly (string | undefined)[];
}

const cache = new WeakMap<Estate, ArgoEstate>();

/** All Applications and projects in sight. */
function argoEstate(estate: Estate): ArgoEstate {
  const known = cache.get(estate);
  if (known) return known;
  const deliveries: ArgoDelivery[] = [];
  const projects: (string | undefined)[] = [];
  for (const text of estate.texts) {
    if (!/\bkind["']?\s*:\s*["']?App(?:lication|Project)/.test(text.text)) continue;
    for (const { apiVersion, kind, mapping } of apiObjects(text)) {
      if (!apiVersion.startsWith('argoproj.io/')) continue;
      if (/^Application(?:Set)?$/.test(kind)) deliveries.push(argoDeliveryOf(mapping, text.path));
      const spec = kind === 'AppProject' ? valueOf(mapping, 'spec') : undefined;
      if (spec?.kind !== 'mapping') continue;
      const namespaces = mappingsAt(spec, 'destinations').map((each) => textAt(each, 'namespace') ?? '*');
      projects.push(...namespaces.map((each) => (isLiteralName(each) ? each : undefined)));
    }
  }
  const found = { deliveries, projects };
  cache.set(estate, found);
  return found;
}

/** What all Applications in sight deliver, or else what all projects allow. */
export function installationReach(estate: Estate, uri: string): Reach {
  const { deliveries, projects } = argoEstate(estate);
  const reach = deliveredReach(estate, uri, deliveries);
  const namespaces = projects.flatMap((each) => each ?? []);
  if (!reach.for.includes('*') || namespaces.length === 0 || namespaces.length < projects.length) return reach;
  const allowed = reach.objects.filter(({ namespace }) => namespaces.includes(namespace));
  return allowed.length > 0 ? reachOf(allowed) : reach;
}

/** Of an Application or an ApplicationSet. */
export function argoDeliveryOf(application: Mapping, path: string): ArgoDelivery {
  const spec = nestedValue(application, ['spec', 'template', 'spec']) ?? valueOf(application, 'spec');
  const source = nestedValue(spec, ['source']);
  const all = [...(source ? [source] : []), ...(spec?.kind === 'mapping' ? mappingsAt(spec, 'sources') : [])];
  const written = all.flatMap((each) => stringOf(nestedValue(each, ['path'])) ?? []).filter(isWrittenName);
  const namespace = stringOf(nestedValue(spec, ['destination', 'namespace']));
  return {
    path,
    sources: written.length > 0 ? written : generatedPaths(application),
    namespace: namespace !== undefined && isWrittenName(namespace) ? namespace : undefined,
  };
}

/** The folders of the git generators of an ApplicationSet. */
function generatedPaths(application: Mapping): readonly string[] {
  const spec = valueOf(application, 'spec');
  const generators = spec?.kind === 'mapping' ? mappingsAt(spec, 'generators') : [];
  return generators.flatMap((generator) => {
    const git = valueOf(generator, 'git');
    return git?.kind === 'mapping' ? mappingsAt(git, 'directories').flatMap((each) => textAt(each, 'path') ?? []) : [];
  });
}

/** Everything, where the Applications deliver none of the objects in sight. */
export function deliveredReach(estate: Estate, uri: string, deliveries: readonly ArgoDelivery[]): Reach {
  const all = everything(estate, uri);
  const delivered = all.objects.filter((object) => deliveries.some((each) => isDelivered(object, each)));
  return delivered.length > 0 ? reachOf(delivered) : all;
}

/** Without a namespace, an object gets that of the Application whose source has it. */
function isDelivered({ uri, namespace }: ReadObject, delivery: ArgoDelivery): boolean {
  if (delivery.namespace !== undefined && namespace === delivery.namespace) return true;
  return delivery.sources.some((source) => isBelowSource(plainPath(uri), source, delivery.path));
}

/** The root of the repository is a folder above the Application, which one is not known. */
function isBelowSource(uri: string, source: string, path: string): boolean {
  const [fixed = '', ...globs] = resolvePath('', source).split('/*');
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    if (fixed === '' && globs.length === 0) return isInside(uri, folder);
    if (isInside(uri, `${folder}${fixed.startsWith('/') ? '' : '/'}${fixed}`)) return true;
  }
  return false;
}
