/** Generates random trees of kustomizations: bases, a component and overlays with patches, names, labels and replacements. */
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import type { TextFiles } from './kustomize-files.ts';

type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };
type Fields = Readonly<Record<string, Json>>;

const services = ['db', 'web', 'mail'] as const;
const objects = services.flatMap((name) =>
  (['Service', 'Endpoints', 'EndpointSlice'] as const).map((kind) => ({ kind, name })),
);
type Kind = (typeof objects)[number]['kind'];

interface Values {
  readonly port: number;
  readonly portName: string;
  readonly ip: string;
  readonly protocol: string;
}

const values: fc.Arbitrary<Values> = fc.record({
  port: fc.constantFrom(80, 5432),
  portName: fc.constantFrom('web', 'pg'),
  ip: fc.constantFrom('10.0.0.1', '10.0.0.2', '127.0.0.1'),
  protocol: fc.constantFrom('', '', 'TCP'),
});

const specs: Readonly<Record<Kind, (each: Values) => Fields>> = {
  Service: (each) => ({ spec: { ports: [portOf(each)] } }),
  Endpoints: (each) => ({ subsets: [{ addresses: [{ ip: each.ip }], ports: [portOf(each)] }] }),
  EndpointSlice: (each) => ({
    addressType: 'IPv4',
    endpoints: [{ addresses: [each.ip] }],
    ports: [portOf(each)],
  }),
};

function portOf({ port, portName, protocol }: Values): Fields {
  return { name: portName, port, ...(protocol === '' ? {} : { protocol }) };
}

function objectOf(kind: Kind, name: string, labels: Fields, each: Values): Fields {
  const isSlice = kind === 'EndpointSlice';
  const all = { ...labels, ...(isSlice ? { 'kubernetes.io/service-name': name } : {}) };
  const apiVersion = isSlice ? 'discovery.k8s.io/v1' : 'v1';
  return { apiVersion, kind, metadata: { name: nameOf(kind, name), labels: all }, ...specs[kind](each) };
}

function nameOf(kind: Kind, name: string): string {
  return kind === 'EndpointSlice' ? `${name}-1` : name;
}

/** Paths and values of operations that fit most objects of the kind. */
const operations: Readonly<Record<Kind, (each: Values) => readonly Fields[]>> = {
  Service: ({ port, portName }) => [
    { op: 'replace', path: '/spec/ports/0/port', value: port },
    { op: 'add', path: '/spec/ports/-', value: { name: portName, port: 9000 } },
  ],
  Endpoints: ({ ip, portName }) => [
    { op: 'replace', path: '/subsets/0/addresses/0/ip', value: ip },
    { op: 'replace', path: '/subsets/0/ports/0/name', value: portName },
  ],
  EndpointSlice: ({ ip }) => [
    { op: 'test', path: '/endpoints/0/addresses/0', value: ip },
    { op: 'add', path: '/metadata/labels/kubernetes.io~1service-name', value: 'db' },
  ],
};

const patch = fc.record({
  of: fc.constantFrom(...objects),
  values,
  isJson: fc.boolean(),
  isInFile: fc.boolean(),
  target: fc.constantFrom('none', 'name', 'pattern', 'label'),
});
type Patch = typeof patch extends fc.Arbitrary<infer T> ? T : never;

const kustomization = fc.record({
  namespace: fc.constantFrom('', '', 'prod', 'test'),
  namePrefix: fc.constantFrom('', '', 'a-'),
  nameSuffix: fc.constantFrom('', '', '-1'),
  labels: fc.constantFrom<readonly Json[]>([], [], [], [{ pairs: { team: 'x' } }], [{ pairs: { app: 'blue' }, includeSelectors: true }]), // prettier-ignore
  commonLabels: fc.constantFrom<Fields>({}, {}, {}, {}, { tier: 'z' }),
  patches: fc.array(patch, { maxLength: 2 }),
  doesReplace: fc.boolean(),
});
type Kustomization = typeof kustomization extends fc.Arbitrary<infer T> ? T : never;

const base = fc.record({
  own: kustomization,
  objects: fc.array(values, { minLength: objects.length, maxLength: objects.length }),
  isFlow: fc.boolean(),
});

const overlay = fc.record({
  own: kustomization,
  takes: fc.subarray(['../base', '../other']),
  hasComponent: fc.boolean(),
});

/** An object of Flux or Argo CD that delivers a folder and changes what is built. */
const delivery = fc.record({
  isFlux: fc.boolean(),
  folder: fc.constantFrom('base', 'prod', 'all', 'none'),
  namespace: fc.constantFrom('', 'live'),
  namePrefix: fc.constantFrom('', 'f-'),
  commonLabels: fc.constantFrom<Fields>({}, { tier: 'z' }),
  patches: fc.array(patch, { maxLength: 1 }),
});
type Delivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never;

export interface RandomTree {
  /** The same with entries, documents and fields in the opposite order, as far as the order has no effect. */
  readonly reversed: TextFiles;
  readonly files: TextFiles;
}

/** The folders of all kustomizations that can be built. */
export const treeFolders = ['base', 'other', 'prod', 'test', 'all'] as const;

export const randomTree: fc.Arbitrary<RandomTree> = fc
  .record({
    base,
    other: base,
    component: kustomization,
    prod: overlay,
    test: overlay,
    /** Of the overlay that takes in other overlays. */
    all: fc.record({ own: kustomization, takes: fc.subarray(['../prod', '../test', '../base']) }),
    deliveries: fc.array(delivery, { maxLength: 2 }),
  })
  .map((spec) => ({ files: filesOf(spec, false), reversed: filesOf(spec, true) }));

interface Tree {
  readonly base: typeof base extends fc.Arbitrary<infer T> ? T : never;
  readonly other: Tree['base'];
  readonly component: Kustomization;
  readonly prod: typeof overlay extends fc.Arbitrary<infer T> ? T : never;
  readonly test: Tree['prod'];
  readonly all: Pick<Tree['prod'], 'own' | 'takes'>;
  readonly deliveries: readonly Delivery[];
}

function filesOf(spec: Tree, isReversed: boolean): TextFiles {
  const files: Record<string, string> = {};
  const ordered = <T>(all: readonly T[]): readonly T[] => (isReversed ? all.toReversed() : all);
  const write = (folder: string, own: Kustomization, more: Fields): void => {
    const { patches, doesReplace, ...fields } = own;
    const written = patches.map((each, i): Json => {
      const text = patchText(each);
      if (each.isInFile) files[`${folder}/patch-${i}.yaml`] = text;
      return { ...(each.isInFile ? { path: `patch-${i}.yaml` } : { patch: text }), ...targetOf(each) };
    });
    const all: Fields = {
      ...more,
      ...fields,
      patches: areApart(patches) ? ordered(written) : written,
      replacements: doesReplace ? [replacement] : [],
    };
    const entries = Object.entries(all).filter(([, value]) => Object.keys(value).length > 0);
    files[`${folder}/kustomization.yaml`] = stringify(Object.fromEntries(ordered(entries)));
  };
  for (const [folder, { names }] of Object.entries(bases)) {
    const { own, objects: all, isFlow } = spec[folder as keyof typeof bases];
    for (const name of names) {
      const written = objects.flatMap((each, i) =>
        each.name === name && all[i] ? objectOf(each.kind, name, { app: name }, all[i]) : [],
      );
      const texts = written.map((each) => (isFlow ? `${JSON.stringify(each)}\n` : stringify(each)));
      files[`${folder}/${name}.yaml`] = ordered(texts).join('---\n');
    }
    write(folder, own, { resources: ordered(names.map((name) => `${name}.yaml`)) });
  }
  write('component', spec.component, { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component' });
  for (const folder of ['prod', 'test'] as const) {
    const { own, takes, hasComponent } = spec[folder];
    write(folder, own, { resources: ordered(takes), components: hasComponent ? ['../component'] : [] });
  }
  write('all', spec.all.own, { resources: ordered(spec.all.takes) });
  if (spec.deliveries.length > 0) files['apps/deliveries.yaml'] = spec.deliveries.map(deliveryText).join('---\n');
  return files;
}

const bases = { base: { names: ['db', 'web'] }, other: { names: ['mail'] } };

function deliveryText({ isFlux, folder, patches, commonLabels, namespace, namePrefix }: Delivery, i: number): string {
  const written = patches.map((each) => ({ patch: patchText(each), ...targetOf(each) }));
  const path = folder === 'none' ? 'elsewhere' : folder;
  const flux = { path: `./${path}`, patches: written, ...(namespace === '' ? {} : { targetNamespace: namespace }) };
  const kustomize = { namePrefix, commonLabels, patches: written };
  const argocd = { source: { repoURL: 'https://git.example.com/a', path, kustomize }, destination: { namespace } };
  return stringify({
    apiVersion: isFlux ? 'kustomize.toolkit.fluxcd.io/v1' : 'argoproj.io/v1alpha1',
    kind: isFlux ? 'Kustomization' : 'Application',
    metadata: { name: `delivery-${i}`, namespace: 'system' },
    spec: isFlux ? flux : argocd,
  });
}

/** Patches of different objects. A label or a pattern may mean several. */
function areApart(patches: readonly Patch[]): boolean {
  const names = patches.map(({ of }) => `${of.kind} ${of.name}`);
  return new Set(names).size === patches.length && !patches.some(({ target }) => /label|pattern/.test(target));
}

const replacement: Json = {
  source: { kind: 'Service', name: 'db' },
  targets: [
    { select: { kind: 'EndpointSlice', name: 'db-1' }, fieldPaths: ['metadata.labels.[kubernetes.io/service-name]'] },
  ],
};

function patchText({ of: { kind, name }, values: each, isJson }: Patch): string {
  return isJson ? JSON.stringify(operations[kind](each)) : stringify(objectOf(kind, name, { patched: 'p' }, each));
}

function targetOf({ of: { kind, name }, isJson, target }: Patch): Fields {
  const own = nameOf(kind, name);
  const targets: Readonly<Record<Patch['target'], Fields>> = {
    none: isJson ? { target: { kind, name: own } } : {},
    name: { target: { kind, name: own } },
    pattern: { target: { kind, name: `.*${own}.*` } },
    label: { target: { kind, labelSelector: `app=${name}` } },
  };
  return targets[target];
}
