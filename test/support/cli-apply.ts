/** Texts for `endpoints apply` (manifests, live state and programs with patches), and types of its JSON output. */

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Resource {
  readonly resource: { readonly kind: string; readonly namespace: string; readonly name: string };
  readonly steps: readonly {
    readonly place: Place;
    readonly operation: string;
    readonly manager: string;
    readonly force: boolean;
    readonly result: string;
    readonly conflicts?: unknown;
    readonly rejected?: unknown;
    readonly taken?: unknown;
  }[];
  readonly orders: { readonly count: number; readonly isComplete: boolean; readonly isDecisive: boolean };
  readonly result: { readonly labels: unknown; readonly subsets: readonly unknown[] } | null;
  readonly owners: readonly { readonly path: string; readonly managers: readonly string[] }[];
  readonly conflicts: readonly { readonly path: string; readonly between: readonly [Place, Place] }[];
}

export const manifest = (name: string, rest: string): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\n  namespace: shop\n${rest}`;
export const labeled = (value: string): string => manifest('db', `  labels:\n    app: ${value}\n`);
export const subsets = (ip: string): string => `subsets:\n  - addresses:\n      - ip: ${ip}\n`;
export const owner = (name: string, fields: string, operation = 'Apply'): string =>
  `    - manager: ${name}\n      operation: ${operation}\n      apiVersion: v1\n      time: "2026-03-01T10:00:00Z"\n      fieldsType: FieldsV1\n      fieldsV1:\n        ${fields}\n`;
export const live = (owners: string): string =>
  manifest('orders-db', `  labels:\n    app: orders\n  managedFields:\n${owners}${subsets('10.20.0.14')}`);
export const platform = owner('platform', '{ "f:metadata": { "f:labels": { "f:app": {} } }, "f:subsets": {} }');
export const next = manifest('orders-db', subsets('10.20.0.16'));

/** A program of patches: name, field manager (none for a random one), further annotations or options, and the set fields. */
export const program = (...resources: readonly string[]): string =>
  `name: p\nruntime: yaml\nresources:\n${resources.join('')}`;
export const patch = (name: string, set: string, { manager = '', force = '', options = '' } = {}): string => {
  const annotations = [
    ...(manager === '' ? [] : [`pulumi.com/patchFieldManager: ${manager}`]),
    ...(force === '' ? [] : [`pulumi.com/patchForce: "${force}"`]),
  ];
  return [
    `  ${name}:\n    type: kubernetes:core/v1:EndpointsPatch\n    properties:\n      metadata:\n        name: db\n`,
    `        namespace: shop\n        ${set}\n`,
    annotations.length === 0 ? '' : `        annotations: { ${annotations.join(', ')} }\n`,
    options === '' ? '' : `    options: ${options}\n`,
  ].join('');
};

export function ownersOf(resource: Resource | undefined): readonly string[] {
  return (resource?.owners ?? []).map(({ path, managers }) => `${path} ${managers.join(' ')}`);
}

export function nameOf({ resource: { namespace, name } }: Resource): string {
  return `${namespace}/${name}`;
}
