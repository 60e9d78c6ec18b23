/** Random overlay trees: a conversion keeps the endpoints of every root, or changes nothing. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { convertTexts, textsAfter, type Text } from './support/converting.ts';
import { buildTexts, plainValue } from './support/kustomize-files.ts';

const ipv4 = fc.integer({ min: 1, max: 9 }).map((n) => `10.20.0.${n}`);
const ipv6 = fc.integer({ min: 1, max: 9 }).map((n) => `fd00:20::${n}`);
const hostname = fc.constantFrom('', '', 'a', 'b');
const address = fc.record({ ip: fc.oneof({ weight: 3, arbitrary: ipv4 }, { weight: 1, arbitrary: ipv6 }), hostname });
const subset = fc.record({
  ready: fc.uniqueArray(address, { selector: ({ ip }) => ip, minLength: 1, maxLength: 3 }),
  notReady: fc.array(
    fc.integer({ min: 11, max: 19 }).map((n) => `10.20.0.${n}`),
    { maxLength: 1 },
  ),
  port: fc.constantFrom(5432, 6432, 0),
});
type Subset = typeof subset extends fc.Arbitrary<infer T> ? T : never;
const index = fc.nat({ max: 2 });
const patch = fc.oneof(
  fc.record({ is: fc.constant('merge' as const), subsets: fc.array(subset, { minLength: 1, maxLength: 2 }) }),
  fc.record({ is: fc.constant('target' as const), subsets: fc.array(subset, { minLength: 1, maxLength: 1 }) }),
  fc.record({ is: fc.constant('label' as const), value: fc.constantFrom('a', 'b') }),
  fc.record({ is: fc.constant('ip' as const), index, ip: ipv4 }),
  fc.record({ is: fc.constant('hostname' as const), index, value: fc.constantFrom('c', 'd') }),
  fc.record({ is: fc.constant('port' as const), value: fc.constantFrom(7432, 8432) }),
  fc.record({ is: fc.constant('add' as const), ip: ipv4, isLast: fc.boolean() }),
  fc.record({ is: fc.constant('remove' as const), index }),
  fc.record({ is: fc.constant('ports' as const), value: fc.constantFrom(7432, 8432) }),
  fc.record({ is: fc.constant('subset' as const), subset }),
  fc.record({ is: fc.constant('drop' as const), list: fc.constantFrom('ports', 'notReadyAddresses', 'addresses') }),
);
type Patch = typeof patch extends fc.Arbitrary<infer T> ? T : never;
const overlay = fc.record({
  prefix: fc.constantFrom('', '', 'eu-'),
  suffix: fc.constantFrom('', '', '', '-1'),
  /** How targets name the Endpoints. */
  target: fc.constantFrom('name', 'name', 'written', 'pattern', 'kind'),
  namespace: fc.constantFrom('', 'shop'),
  patches: fc.array(patch, { maxLength: 2 }),
  isInFile: fc.boolean(),
  /** Where it takes its objects from: the base, or the overlay before it. */
  isStacked: fc.boolean(),
});
type Overlay = typeof overlay extends fc.Arbitrary<infer T> ? T : never;
const tree = fc.record({
  subsets: fc.array(subset, { minLength: 1, maxLength: 2 }),
  overlays: fc.array(overlay, { minLength: 1, maxLength: 3 }),
});

function subsetLines({ ready, notReady, port }: Subset): string {
  const addresses = ready.map(
    ({ ip, hostname: host }) => `      - ip: ${ip}\n${host && `        hostname: ${host}\n`}`,
  );
  const others = notReady.map((ip) => `    notReadyAddresses:\n      - ip: ${ip}\n`);
  const ports = port === 0 ? '' : `    ports:\n      - name: pg\n        port: ${port}\n`;
  return `  - addresses:\n${addresses.join('')}${others.join('')}${ports}`;
}

function endpointsText(name: string, subsets: readonly Subset[]): string {
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}\nsubsets:\n${subsets.map(subsetLines).join('')}`;
}

const service =
  'apiVersion: v1\nkind: Service\nmetadata:\n  name: db\nspec:\n  ports:\n    - name: pg\n      port: 5432\n';

/** The patch as a text, and whether it needs a target. */
function patchText(each: Patch, name: string): { readonly text: string; readonly isTarget: boolean } {
  const operation = (op: string, path: string, value?: string) => ({
    text: `- op: ${op}\n  path: ${path}\n${value === undefined ? '' : `  value: ${value}\n`}`,
    isTarget: true,
  });
  switch (each.is) {
    case 'merge':
      return { text: endpointsText(name, each.subsets), isTarget: false };
    case 'target':
      return { text: endpointsText('any', each.subsets), isTarget: true };
    case 'label':
      return operation('add', '/metadata/labels', `{stage: ${each.value}}`);
    case 'ip':
      return operation('replace', `/subsets/0/addresses/${each.index}/ip`, each.ip);
    case 'hostname':
      return operation('add', `/subsets/0/addresses/${each.index}/hostname`, each.value);
    case 'port':
      return operation('replace', '/subsets/0/ports/0/port', String(each.value));
    case 'add':
      return operation('add', `/subsets/0/addresses/${each.isLast ? '-' : '0'}`, `{ip: ${each.ip}}`);
    case 'remove':
      return operation('remove', `/subsets/0/addresses/${each.index}`);
    case 'ports':
      return operation('replace', '/subsets/0/ports', `[{name: pg, port: ${each.value}}]`);
    case 'drop':
      return operation('remove', `/subsets/0/${each.list}`);
    case 'subset':
      return operation('replace', '/subsets', `\n${subsetLines(each.subset).replace(/^/gm, '    ').trimEnd()}`);
  }
}

function filesOf({ subsets, overlays }: { subsets: readonly Subset[]; overlays: readonly Overlay[] }) {
  const files: Record<string, string> = {
    'base/kustomization.yaml': 'resources:\n  - service.yaml\n  - db.yaml\n',
    'base/service.yaml': service,
    'base/db.yaml': endpointsText('db', subsets),
  };
  const taken = new Set(['base']);
  const folders = ['base'];
  let name = 'db';
  for (const [i, { prefix, suffix, target: how, namespace, patches, isInFile, isStacked }] of overlays.entries()) {
    const below = isStacked ? (folders.at(-1) ?? 'base') : 'base';
    if (below === 'base') name = 'db';
    taken.add(below);
    const entries = patches.map((each, j) => {
      const { text, isTarget } = patchText(each, name);
      const named = { name, written: 'db', pattern: '.*db.*', kind: '' }[how];
      const target = isTarget ? `target:\n      kind: Endpoints\n${named && `      name: ${named}\n`}    ` : '';
      if (isInFile) files[`o${i}/p${j}.yaml`] = text;
      const body = isInFile ? `path: p${j}.yaml\n` : `patch: |-\n${text.trimEnd().replace(/^/gm, '      ')}\n`;
      return `  - ${target}${body}`;
    });
    files[`o${i}/kustomization.yaml`] =
      `resources:\n  - ../${below}\n${prefix && `namePrefix: ${prefix}\n`}${suffix && `nameSuffix: "${suffix}"\n`}${namespace && `namespace: ${namespace}\n`}${entries.length > 0 ? `patches:\n${entries.join('')}` : ''}`;
    folders.push(`o${i}`);
    name = prefix + name + suffix;
  }
  return { files, folders, roots: folders.filter((folder) => !taken.has(folder)) };
}

interface PlainObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly subsets?: readonly Record<string, readonly Record<string, unknown>[]>[];
  readonly endpoints?: readonly Record<string, unknown>[];
  readonly ports?: readonly unknown[];
}

/** What gets traffic, and the names of Services; undefined where the root cannot be built. */
function trafficOf(files: Readonly<Record<string, string>>, root: string): readonly string[] | undefined {
  const { objects, failure } = buildTexts(files, root);
  if (failure) return undefined;
  const found = objects.flatMap((object) => {
    const { kind, metadata, subsets, endpoints, ports } = plainValue(object.root) as PlainObject;
    const { name, namespace, labels } = metadata;
    if (kind === 'Service') return [JSON.stringify([kind, namespace, name])];
    const stage = labels?.['stage'];
    const line = (owner: string | undefined, each: readonly unknown[], own: readonly unknown[] = []) =>
      (own.length > 0 ? own : ['none']).map((port) => JSON.stringify([namespace, owner, stage, ...each, port]));
    if (kind === 'EndpointSlice')
      return (endpoints ?? []).flatMap(({ addresses, conditions, hostname: host }) => {
        const ready = (conditions as { readonly ready?: boolean } | undefined)?.ready !== false;
        return line(labels?.['kubernetes.io/service-name'], [(addresses as string[])[0], ready, host], ports);
      });
    return (subsets ?? []).flatMap((each) =>
      ['addresses', 'notReadyAddresses'].flatMap((list) =>
        (each[list] ?? []).flatMap((one) =>
          line(name, [one['ip'], list === 'addresses', one['hostname']], each['ports']),
        ),
      ),
    );
  });
  return [...new Set(found)].sort();
}

describe('random overlay trees', () => {
  it('keep the endpoints of every root, or stay as they are', () => {
    const counts = { converted: 0, refused: 0 };
    fc.assert(
      fc.property(tree, (random) => {
        const { files, folders, roots } = filesOf(random);
        const texts: readonly Text[] = Object.entries(files).map(([path, text]) => ({ path, text }));
        const isBuilt = roots.every((root) => trafficOf(files, root));
        const result = convertTexts(texts);
        const after = Object.fromEntries(textsAfter(texts, result).map(({ path, text }) => [path, text]));
        const own = result.outcomes.find(({ uri }) => uri.endsWith('base/db.yaml'));
        ok(own);
        if (own.what !== 'converted') {
          counts.refused++;
          deepEqual(after, files);
          ok(own.reasons.every(({ message }) => message.length > 0));
          return;
        }
        counts.converted++;
        equal(isBuilt, true);
        for (const root of folders) deepEqual(trafficOf(after, root), trafficOf(files, root));
        for (const text of Object.values(after)) ok(!/kind: Endpoints\b/.test(text));
        deepEqual(convertTexts(textsAfter(texts, result)).files, [], 'a second run changes nothing');
      }),
      { numRuns: 400 },
    );
    ok(counts.converted > 60, JSON.stringify(counts));
    ok(counts.refused > 60, JSON.stringify(counts));
  });
});
