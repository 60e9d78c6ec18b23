/** Generates random Endpoints in every form (block or flow YAML, JSON, List, program), with comments at every possible place. */
import * as fc from 'fast-check';

export interface Address {
  readonly ip: string;
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly targetRef?: { readonly kind: string; readonly name: string; readonly uid?: string };
}

export interface Port {
  readonly name?: string;
  readonly port: number;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

export interface Subset {
  readonly addresses?: readonly Address[];
  readonly notReadyAddresses?: readonly Address[];
  readonly ports?: readonly Port[];
}

export interface Model {
  readonly apiVersion: 'v1';
  readonly kind: 'Endpoints';
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly subsets: readonly Subset[];
}

export const containers = ['documents', 'list', 'json', 'json rows', 'program'] as const;
export type Container = (typeof containers)[number];

export interface Sample {
  readonly models: readonly Model[];
  readonly container: Container;
  /** The random numbers of the layout. */
  readonly seed: number;
}

const octet = fc.integer({ min: 1, max: 9 });
const ipv4 = (third: number): fc.Arbitrary<string> => octet.map((last) => `10.0.${third}.${last}`);
const ipv6 = (group: string): fc.Arbitrary<string> =>
  fc.constantFrom(`fd00:${group}::1`, `FD00:${group}:0::2`, `fd00:${group}:0:0:0:0:0:3`, `fd00:${group}::`);
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

function addresses(isReady: boolean): fc.Arbitrary<readonly Address[]> {
  const ip = fc.oneof(ipv4(isReady ? 1 : 2), ipv6(isReady ? 'a' : 'b'));
  const address = fc.record({
    ip,
    hostname: optional(fc.constantFrom('a', 'b-1')),
    nodeName: optional(fc.constantFrom('node-1', 'n.example')),
    targetRef: optional(
      fc
        .record({ kind: fc.constant('Pod'), name: fc.constantFrom('p', 'q-1'), uid: optional(fc.constant('0123')) })
        .map(compact),
    ),
  });
  return fc.array(
    address.map((each) => compact(each) as Address),
    { minLength: 0, maxLength: 2 },
  );
}

const port = fc.record({
  port: fc.constantFrom(80, 443, 8080),
  protocol: optional(fc.constantFrom('TCP', 'UDP')),
  appProtocol: optional(fc.constantFrom('http', 'kubernetes.io/h2c')),
});
const ports: fc.Arbitrary<readonly Port[]> = fc.oneof(
  fc.array(
    port.map((each) => compact(each) as Port),
    { minLength: 1, maxLength: 1 },
  ),
  fc.array(
    fc
      .tuple(fc.constantFrom('http', 'https', 'admin', 'dns'), port)
      .map(([name, each]) => compact({ name, ...each }) as Port),
    { minLength: 1, maxLength: 3 },
  ),
);

const subset: fc.Arbitrary<Subset> = fc
  .record({
    addresses: optional(addresses(true)),
    notReadyAddresses: optional(addresses(false)),
    ports: optional(ports),
  })
  .map((each) => compact(each) as Subset)
  .filter((each) => (each.addresses?.length ?? 0) + (each.notReadyAddresses?.length ?? 0) > 0);

const labels = optional(
  fc.dictionary(fc.constantFrom('app', 'example.com/tier', 'track'), fc.constantFrom('web', 'true', '1', ''), {
    maxKeys: 2,
  }),
);
const metadata = fc.record({ namespace: optional(fc.constantFrom('prod', 'test')), labels, annotations: labels });
const model = fc.record({ metadata, subsets: fc.array(subset, { minLength: 1, maxLength: 3, size: '-1' }) });

/** A file of the given form with this many Endpoints. */
export function samples(count: number, container: Container): fc.Arbitrary<Sample> {
  return fc.record({
    models: fc.array(model, { minLength: count, maxLength: count }).map((all) =>
      all.map((each, i): Model => {
        const own = compact(each.metadata) as Model['metadata'];
        return { apiVersion: 'v1', kind: 'Endpoints', metadata: { ...own, name: `web-${i}` }, subsets: each.subsets };
      }),
    ),
    container: fc.constant(container),
    seed: fc.nat(),
  });
}

function compact(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

/** The text of a sample and its comments. */
export function writeSample(sample: Sample): { readonly text: string; readonly comments: readonly string[] } {
  const { models, container, seed } = sample;
  const writer = new Writer(seed);
  switch (container) {
    case 'json':
      return {
        text: `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: models }, null, [0, 1, 2, 4][seed % 4])}\n`,
        comments: [],
      };
    case 'json rows':
      return { text: models.map((each) => JSON.stringify(each, null, [0, 2][seed % 2])).join('\n'), comments: [] };
    case 'documents':
      return writer.finish(models.flatMap((each) => ['---', ...writer.mapping(each)]));
    case 'list':
      return writer.finish(writer.mapping({ apiVersion: 'v1', kind: 'List', items: models }));
    case 'program': {
      const resources = models.map(({ metadata: about, subsets }) => [
        about.name,
        { type: 'kubernetes:core/v1:Endpoints', properties: { metadata: about, subsets }, options: { protect: true } },
      ]);
      return writer.finish(
        writer.mapping({ name: 'shop', runtime: 'yaml', resources: Object.fromEntries(resources) as object }),
      );
    }
  }
}

/** Writes YAML like a person: one indentation per text, with some brackets, quotes and comments. */
class Writer {
  #state: number;
  readonly #step: number;
  readonly #offset: number;
  readonly #newline: string;
  readonly #comments: string[] = [];

  constructor(seed: number) {
    this.#state = seed >>> 0;
    this.#step = this.#chance(5) ? 4 : 2;
    this.#offset = this.#chance(2) ? 0 : this.#step;
    this.#newline = this.#chance(8) ? '\r\n' : '\n';
  }

  finish(lines: readonly string[]): { readonly text: string; readonly comments: readonly string[] } {
    return { text: [...this.#above(), ...lines, ...this.#above(), ''].join(this.#newline), comments: this.#comments };
  }

  mapping(value: object): string[] {
    return Object.entries(value).flatMap(([name, member]: [string, unknown]) => [
      ...this.#above(),
      ...this.#entry(name, member),
    ]);
  }

  #entry(name: string, value: unknown): string[] {
    const key = this.#text(name, true);
    const isCollection = value !== null && typeof value === 'object';
    const isEmpty = isCollection && Object.keys(value).length === 0;
    if (!isCollection || isEmpty || (name !== 'items' && name !== 'resources' && this.#chance(6)))
      return [`${key}: ${isCollection ? this.#flow(value) : this.#text(value, false)}${this.#beside()}`];
    const lines = Array.isArray(value) ? this.#list(value) : this.mapping(value);
    const indent = ' '.repeat(Array.isArray(value) ? this.#offset : this.#step);
    return [`${key}:${this.#beside()}`, ...lines.map((line) => (line === '' ? '' : indent + line))];
  }

  #list(values: readonly unknown[]): string[] {
    return values.flatMap((value) => {
      const isCollection =
        value !== null && typeof value === 'object' && 'apiVersion' in value ? true : !this.#chance(5);
      if (!isCollection) return [...this.#above(), `- ${this.#flow(value)}${this.#beside()}`];
      const entries = Object.entries(value as object);
      const [first = ['', ''], ...rest] = entries as [string, unknown][];
      const [head = '', ...more] = this.#entry(first[0], first[1]);
      const below = rest.flatMap(([name, member]) => [...this.#above(), ...this.#entry(name, member)]);
      const deep = this.#chance(12) ? this.#above() : [];
      return [
        ...this.#above(),
        `- ${head}`,
        ...[...more, ...below, ...deep].map((line) => (line === '' ? '' : `  ${line}`)),
      ];
    });
  }

  #flow(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map((each) => this.#flow(each)).join(', ')}]`;
    if (value === null || typeof value !== 'object') return this.#text(value, true);
    const pairs = Object.entries(value).map(([name, member]: [string, unknown]) => `${name}: ${this.#flow(member)}`);
    return this.#chance(2) ? `{ ${pairs.join(', ')} }` : `{${pairs.join(', ')}}`;
  }

  #text(value: unknown, isTight: boolean): string {
    if (typeof value !== 'string') return JSON.stringify(value);
    if (/^(?:true|\d+|)$/.test(value) || value.endsWith(':') || (isTight && value.includes(':')))
      return JSON.stringify(value);
    if (this.#chance(6)) return JSON.stringify(value);
    return this.#chance(8) ? `'${value}'` : value;
  }

  #above(): string[] {
    if (this.#chance(10)) return [''];
    return this.#chance(6) ? [this.#comment()] : [];
  }

  #beside(): string {
    return this.#chance(6) ? `${this.#chance(3) ? '   ' : ' '}${this.#comment()}` : '';
  }

  #comment(): string {
    const comment = `# note ${this.#comments.length}`;
    this.#comments.push(comment);
    return comment;
  }

  /** True with this probability: one in `times`. */
  #chance(times: number): boolean {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return (this.#state >>> 8) % times === 0;
  }
}
