/** Reads `endpoints.test.yaml`: each mistake gets a message with its place and the way out. */
import { questionTypes } from '../../analysis/dns/model.ts';
import { kubeProxy } from '../../analysis/traffic/consumers/consumer.ts';
import { consumerNames } from '../../analysis/traffic/consumers/consumers.ts';
import { hostOf } from '../../analysis/traffic/proxy.ts';
import { canonicalAddress } from '../../analysis/traffic/reading/read-slice.ts';
import { parseIp } from '../../contract/ip.ts';
import { readSettingsFile } from '../../frontends/settings-file.ts';
import { domainNameProblem } from '../../contract/string-format.ts';
import { nearest } from '../../text/nearest.ts';
import { listed, quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { isNull, valueOf, type Entry, type Mapping, type Value } from '../../tree/value.ts';
import type { DnsExpectation, Expectation, ExpectationFile, Placed, TrafficExpectation } from './expectation.ts';

const topKeys = ['paths', 'mirroring', 'tests'];
const fromKeys = ['node', 'zone', 'family', 'outside'];
const trafficKeys = ['name', 'service', 'from', 'through', 'mirroring', 'reaches', 'not', 'only'];
const dnsKeys = ['name', 'resolve', 'type', 'answers', 'mirroring'];

/** The expectations in order, also those before and after a mistake. */
export function readExpectations(name: string, source: string): ExpectationFile {
  const { root, issues } = readSettingsFile(name, source);
  const problems = issues.map(({ span, message }) => ({ span, message }));
  const reading = new Reading(problems);
  if (root?.kind !== 'mapping') {
    const span = root?.span ?? { start: 0, end: 0 };
    if (issues.length === 0)
      problems.push({ span, message: 'The file has no tests. Write "tests:" and a list of expectations below.' });
    return { paths: [], expectations: [], problems };
  }
  reading.rejectUnknown(root, topKeys);
  const paths = reading.texts(root, 'paths');
  for (const { value, span } of paths)
    if (value === '' || value === '-')
      problems.push({ span, message: 'A path must name a file, a directory or a glob.' });
  const isMirroring = reading.onOff(root, 'mirroring');
  const tests = valueOf(root, 'tests');
  const items = tests?.kind === 'sequence' ? tests.items : [];
  if (items.length === 0)
    problems.push({
      span: tests?.span ?? root.span,
      message: '"tests" must be a list of expectations, with at least one.',
    });
  return { paths, expectations: items.flatMap((item) => reading.expectation(item, isMirroring)), problems };
}

class Reading {
  readonly #problems: { readonly span: Span; readonly message: string }[];

  constructor(problems: { readonly span: Span; readonly message: string }[]) {
    this.#problems = problems;
  }

  expectation(item: Value, isMirroring: boolean | undefined): readonly Expectation[] {
    if (item.kind !== 'mapping') {
      this.#reject(item.span, 'An expectation must be a mapping with "service" or "resolve".');
      return [];
    }
    const own = this.onOff(item, 'mirroring') ?? isMirroring;
    const [service, name] = [this.#text(item, 'service'), this.#text(item, 'resolve')];
    if (service && !name) return this.#traffic(item, service, own);
    if (name && !service) return this.#dns(item, name, own);
    this.#reject(
      item.span,
      'An expectation needs either "service", such as shop/db:postgres, or "resolve", a DNS name.',
    );
    return [];
  }

  #traffic(item: Mapping, service: Placed<string>, isMirroring: boolean | undefined): readonly TrafficExpectation[] {
    this.rejectUnknown(item, trafficKeys);
    const read = /^(?:([^/:\s]+)\/)?([^/:\s]+)(?::([^:\s]+))?$/.exec(service.value);
    if (!read) {
      this.#reject(
        service.span,
        `${quote(service.value)} names no Service. Write NAMESPACE/NAME:PORT, such as shop/db:postgres.`,
      );
      return [];
    }
    const [, namespace = 'default', name = '', port = ''] = read;
    const from = valueOf(item, 'from');
    const view = from?.kind === 'mapping' ? from : undefined;
    if (from && !view && !isNull(from))
      this.#reject(from.span, '"from" must be a mapping such as {zone: a, node: worker-1}.');
    if (view) this.rejectUnknown(view, fromKeys);
    const [reaches, not] = [this.#addresses(item, 'reaches'), this.#addresses(item, 'not')];
    const onlyValue = valueOf(item, 'only');
    const only = onlyValue && { value: this.#addresses(item, 'only'), span: onlyValue.span };
    if (!only && reaches.length + not.length === 0)
      this.#reject(
        service.span,
        'Nothing is expected. Add "reaches", "not" or "only" with addresses; "only: []" expects none.',
      );
    const named = this.#text(item, 'name');
    const asked = {
      isMirroring,
      node: (view && this.#text(view, 'node')?.value) ?? '',
      zone: view && this.#text(view, 'zone')?.value,
      family: this.#choice(view, 'family', ['IPv4', 'IPv6'] as const),
      isOutside: view ? this.#flag(view, 'outside') : false,
      consumer: this.#choice(item, 'through', consumerNames) ?? kubeProxy,
    };
    return [
      {
        kind: 'traffic',
        title: named?.value ?? [service.value, ...askedWords(asked)].join(', '),
        span: (named ?? service).span,
        ...asked,
        namespace,
        service: name,
        port,
        reaches,
        not,
        only,
      },
    ];
  }

  #dns(item: Mapping, name: Placed<string>, isMirroring: boolean | undefined): readonly DnsExpectation[] {
    this.rejectUnknown(item, dnsKeys);
    const answers = valueOf(item, 'answers');
    if (!answers) this.#reject(name.span, 'Nothing is expected. Add "answers"; "answers: []" expects none.');
    const named = this.#text(item, 'name');
    const type = this.#choice(item, 'type', questionTypes);
    return [
      {
        kind: 'dns',
        title: named?.value ?? [name.value, ...(type ? [type] : []), ...askedWords({ isMirroring })].join(', '),
        span: (named ?? name).span,
        isMirroring,
        name: name.value,
        type,
        answers: { value: this.texts(item, 'answers'), span: answers?.span ?? name.span },
      },
    ];
  }

  rejectUnknown({ entries }: Mapping, names: readonly string[]): void {
    for (const { name, key } of entries) {
      if (names.includes(name)) continue;
      const meant = nearest(name, names);
      const wayOut = meant === undefined ? `Use ${listed(names, 'or')}.` : `Did you mean ${quote(meant)}?`;
      this.#reject(key, `There is no key ${quote(name)} here. ${wayOut}`);
    }
  }

  /** `on` and `off` are booleans in YAML 1.1. Undefined where nothing is written. */
  onOff(owner: Mapping, name: string): boolean | undefined {
    const value = valueOf(owner, name);
    if (!value || isNull(value)) return undefined;
    const read = value.kind === 'scalar' ? value.value : undefined;
    if (typeof read === 'boolean') return read;
    if (read === 'on' || read === 'off') return read === 'on';
    this.#reject(value.span, `"${name}" must be on or off.`);
    return undefined;
  }

  /** The items of a list of texts; a single text counts as a list of one. */
  texts(owner: Mapping, name: string): readonly Placed<string>[] {
    const value = valueOf(owner, name);
    if (!value || isNull(value)) return [];
    const items = value.kind === 'sequence' ? value.items : [value];
    return items.flatMap((item) => {
      if (item.kind === 'scalar' && item.value !== null) return [{ value: String(item.value), span: item.span }];
      this.#reject(item.span, `"${name}" must be a list of texts.`);
      return [];
    });
  }

  #addresses(owner: Mapping, name: string): readonly Placed<string>[] {
    return this.texts(owner, name).map(({ value, span }) => {
      const address = canonicalTarget(value);
      const host = hostOf(address);
      const [, port = '1'] = /\]?:(\d+)$/.exec(host === address ? '' : address) ?? [];
      if (!parseIp(host) && domainNameProblem(host) !== undefined)
        this.#reject(span, `${quote(value)} is neither an IP address nor a host name.`);
      else if (/^[\d.]+$/.test(host) && !parseIp(host)) this.#reject(span, `${quote(host)} is not a valid IP address.`);
      else if (Number(port) < 1 || Number(port) > 65_535)
        this.#reject(span, `${port} is not a valid port. Use 1 to 65535.`);
      return { value: address, span };
    });
  }

  #text(owner: Mapping, name: string): Placed<string> | undefined {
    const entry: Entry | undefined = owner.entries.find((each) => each.name === name);
    if (!entry || isNull(entry.value)) return undefined;
    const { value } = entry;
    if (value.kind === 'scalar' && typeof value.value !== 'boolean')
      return { value: String(value.value), span: value.span };
    this.#reject(value.span, `"${name}" must be a text.`);
    return undefined;
  }

  #choice<T extends string>(owner: Mapping | undefined, name: string, choices: readonly T[]): T | undefined {
    const text = owner && this.#text(owner, name);
    const chosen = choices.find((each) => each.toLowerCase() === text?.value.toLowerCase());
    if (!text || chosen !== undefined) return chosen;
    const meant = nearest(text.value, choices);
    const wayOut = meant === undefined ? `Use ${listed(choices, 'or')}.` : `Did you mean ${quote(meant)}?`;
    this.#reject(text.span, `"${name}" cannot be ${quote(text.value)}. ${wayOut}`);
    return undefined;
  }

  #flag(owner: Mapping, name: string): boolean {
    const value = valueOf(owner, name);
    if (!value || isNull(value)) return false;
    if (value.kind === 'scalar' && typeof value.value === 'boolean') return value.value;
    this.#reject(value.span, `"${name}" must be true or false.`);
    return false;
  }

  #reject(span: Span, message: string): void {
    this.#problems.push({ span, message });
  }
}

/** From where and through what, in words: `zone a`, `outside`, `through traefik`. */
function askedWords({
  node = '',
  zone,
  family,
  isOutside,
  consumer = kubeProxy,
  isMirroring,
}: Partial<TrafficExpectation>): readonly string[] {
  return [
    ...(zone === undefined || zone === null ? [] : [`zone ${zone}`]),
    ...(node === '' ? [] : [`node ${node}`]),
    ...(family ? [family] : []),
    ...(isOutside ? ['outside'] : []),
    ...(consumer === kubeProxy ? [] : [`through ${consumer}`]),
    ...(isMirroring === false ? ['mirroring off'] : []),
  ];
}

/** An address, or an address and a port, with the address in canonical spelling. */
function canonicalTarget(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  if (bracketed) return withPort(canonicalAddress(bracketed[1] ?? ''), bracketed[2]);
  const [, host, port] = /^([^:]+):(\d+)$/.exec(text) ?? [];
  return host === undefined ? withPort(canonicalAddress(text), undefined) : withPort(canonicalAddress(host), port);
}

function withPort(address: string, port: string | undefined): string {
  const host = address.includes(':') ? `[${address}]` : address;
  return port === undefined ? host : `${host}:${port}`;
}
