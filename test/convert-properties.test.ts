/** Ten thousand random Endpoints, in files of several: converted, they stand for the same endpoints, and no comment is lost. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import type { ConvertSettings } from '../server/src/convert/outcome.ts';
import {
  containers,
  samples,
  writeSample,
  type Address,
  type Port,
  type Sample,
  type Subset,
} from './support/convert-texts.ts';
import { convertTexts, textsAfter } from './support/converting.ts';
import { times } from './support/runs.ts';

const perFile = 20;
const numRuns = times(10_000 / perFile / containers.length);

describe('converting random Endpoints', () => {
  for (const container of containers) {
    it(`keeps those of ${container} to slices and back`, () => {
      fc.assert(
        fc.property(samples(perFile, container), (sample) => {
          const { text, comments } = writeSample(sample);
          const meant = setOf(sample.models);
          const slices = converted(sample, text, { to: 'endpointslice' });
          assert.deepEqual(setOf(objectsIn(slices)), meant, 'as slices');
          assertComments(slices, comments);
          const back = converted(sample, slices, { to: 'endpoints' });
          assert.deepEqual(setOf(objectsIn(back)), meant, 'and back');
          assertComments(back, comments);
        }),
        { numRuns, endOnFailure: true },
      );
    });

    it(`adds slices to those of ${container}, once`, () => {
      fc.assert(
        fc.property(samples(5, container), (sample) => {
          const { text, comments } = writeSample(sample);
          const both = converted(sample, text, { mode: 'add' });
          const objects = objectsIn(both);
          for (const kind of ['Endpoints', 'EndpointSlice'])
            assert.deepEqual(setOf(objects.filter((object) => object.kind === kind)), setOf(sample.models), kind);
          assertComments(both, comments);
        }),
        { numRuns: times(20), endOnFailure: true },
      );
    });
  }
});

function pathOf({ container }: Sample): string {
  return container === 'program' ? 'Pulumi.yaml' : container.startsWith('json') ? 'a.json' : 'a.yaml';
}

/** The text after all of its objects are converted; a second run changes nothing. */
function converted(sample: Sample, text: string, settings: Partial<ConvertSettings>): string {
  const texts = [{ path: pathOf(sample), text }];
  const result = convertTexts(texts, settings);
  for (const { what, reasons } of result.outcomes) assert.equal(what, 'converted', `${reasons[0]?.message}\n${text}`);
  assert.ok(result.outcomes.length >= sample.models.length);
  const after = textsAfter(texts, result);
  assert.deepEqual(convertTexts(after, settings).files, [], 'a second run changes nothing');
  return after[0]?.text ?? '';
}

function assertComments(text: string, comments: readonly string[]): void {
  const found = new Set(text.split(/\r?\n/).map((line) => /#.*$/.exec(line)?.[0]));
  for (const comment of comments) assert.ok(found.has(comment), `${comment} is lost:\n${text}`);
}

interface Plain {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly subsets?: readonly Subset[];
  readonly endpoints?: readonly (Omit<Address, 'ip'> & {
    readonly addresses: readonly string[];
    readonly conditions: { readonly ready: boolean };
  })[];
  readonly ports?: readonly Port[];
}

/** The objects of a text, read by another reader than ours. */
function objectsIn(text: string): readonly Plain[] {
  const isJson = text.startsWith('{');
  const values: readonly unknown[] = isJson
    ? text.split(/\n(?=\{)/).map((row): unknown => JSON.parse(row))
    : parseAllDocuments(text, { uniqueKeys: false }).map((document): unknown => document.toJS());
  return values.flatMap((value) => {
    const read = value as (Plain & { items?: Plain[]; resources?: Record<string, Block> }) | null;
    if (!read) return [];
    if (read.resources) return Object.values(read.resources).map(inProgram);
    return read.items ?? [read];
  });
}

interface Block {
  readonly type: string;
  readonly properties: Omit<Plain, 'kind'>;
  readonly options: object;
}

function inProgram({ type, properties, options }: Block): Plain {
  assert.deepEqual(options, { protect: true });
  return { ...properties, kind: type.split(':').at(-1) ?? '' };
}

/** Every endpoint of the objects: what is reached, on which port, and what is said of it. */
function setOf(objects: readonly Plain[]): readonly string[] {
  return [...new Set(objects.flatMap(endpointsOf))].sort();
}

function endpointsOf({ metadata, subsets, endpoints, ports }: Plain): readonly string[] {
  const service = metadata.labels?.['kubernetes.io/service-name'] ?? metadata.name;
  const line = (about: Omit<Address, 'ip'>, ip: string, isReady: boolean, port: Port | undefined): string =>
    JSON.stringify([
      metadata.namespace,
      service,
      canonical(ip),
      port && [port.name, port.port, port.protocol ?? 'TCP', port.appProtocol],
      isReady,
      about.hostname,
      about.nodeName,
      about.targetRef,
    ]);
  const each = (list: readonly Port[] | undefined): readonly (Port | undefined)[] =>
    list?.length ? list : [undefined];
  const own = (subsets ?? []).flatMap((subset) =>
    each(subset.ports).flatMap((port) => [
      ...(subset.addresses ?? []).map((address) => line(address, address.ip, true, port)),
      ...(subset.notReadyAddresses ?? []).map((address) => line(address, address.ip, false, port)),
    ]),
  );
  const sliced = (endpoints ?? []).flatMap((endpoint) =>
    each(ports).flatMap((port) => endpoint.addresses.map((ip) => line(endpoint, ip, endpoint.conditions.ready, port))),
  );
  return [...own, ...sliced];
}

/** As a browser's parser of addresses spells it. */
function canonical(ip: string): string {
  return ip.includes(':') ? new URL(`http://[${ip}]`).hostname.slice(1, -1) : ip;
}
