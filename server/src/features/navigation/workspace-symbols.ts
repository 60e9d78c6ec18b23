/** workspace/symbol: objects and ports of all files by the index, and addresses by a search over all texts. */
import { SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver-types';
import type { PortFacts } from '../../analysis/facts/port-facts.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { fuzzyScore } from '../../text/fuzzy.ts';
import { locationOfField, type FieldPlace } from './field-location.ts';
import { shownName, shownNamespace } from './object-words.ts';
import { shownLine } from '../written-values.ts';
import type { Files } from '../view.ts';
import { writtenAddresses } from './workspace-addresses.ts';

const most = 200;

export interface SymbolSearch {
  readonly files: Files;
  readonly isShown: (uri: string) => boolean;
  /** True for a client that resolves the range of a symbol when the user chooses it. */
  readonly isLate: boolean;
}

interface Found extends FieldPlace {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly container: string;
  readonly score: number;
  /** The order of equal scores: our objects, Services, other objects, addresses, ports. */
  readonly tier: number;
}

/** The symbols that match the query, the best first, and equal ones by name and file. */
export function workspaceSymbols(typed: string, search: SymbolSearch): WorkspaceSymbol[] {
  const query = typed.trim();
  const entries = [...search.files.workspace.all()].filter(({ uri }) => search.isShown(uri));
  const isOneWord = query !== '' && !/\s/.test(query);
  const found = [
    ...entries.flatMap((entry) => objectSymbol(entry, query)),
    ...(isOneWord ? entries.flatMap((entry) => portSymbols(entry, query)) : []),
    ...addressSymbols(query, search),
  ];
  const best = found.sort(byWorth).slice(0, most);
  return best.flatMap((each) => symbolOf(each, search) ?? []);
}

/** The symbol with its range. A symbol of another server is returned unchanged. */
export function resolveSymbol(symbol: WorkspaceSymbol, files: Files): WorkspaceSymbol {
  const data = readData(symbol.data);
  if (!data) return symbol;
  const start = { line: 0, character: 0 };
  return { ...symbol, location: locationOfField(data, files) ?? { uri: data.uri, range: { start, end: start } } };
}

function byWorth(a: Found, b: Found): number {
  return (
    b.score - a.score ||
    a.tier - b.tier ||
    compare(a.name, b.name) ||
    compare(a.uri, b.uri) ||
    a.ordinal - b.ordinal ||
    compare(JSON.stringify(a.path), JSON.stringify(b.path))
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Clients filter by the symbol's name again, so the name contains the text that matched. */
function objectSymbol(entry: IndexedObject, query: string): Found[] {
  const { facts, uri, ordinal } = entry;
  const name = shownName(entry);
  if (name === '') return [];
  const namespace = shownNamespace(entry);
  const hasPath = query.includes('/') && namespace !== '';
  const shown = hasPath ? `${namespace}/${name}` : name;
  const score = objectScore(entry, query, hasPath ? [shown] : [name, ...entry.identities.map((each) => each.name)]);
  if (score === 0) return [];
  const tier = (facts.endpoints ?? facts.slice) ? 0 : facts.service ? 1 : 2;
  const container = hasPath ? '' : namespace;
  return [{ name: `${facts.kind} ${shown}`, kind: SymbolKind.Class, container, score, tier, uri, ordinal, path: [] }];
}

/** Positive where each word is in a name or starts the kind. */
function objectScore({ facts: { kind } }: IndexedObject, query: string, names: readonly string[]): number {
  const scores = query.split(/\s+/).map((word) => {
    const isKind = kind.toLowerCase().startsWith(word.toLowerCase());
    return Math.max(isKind ? 3 : 0, ...names.map((each) => fuzzyScore(word, each)));
  });
  return Math.min(...scores);
}

function portSymbols(entry: IndexedObject, query: string): Found[] {
  const { facts, uri, ordinal } = entry;
  return ((facts.endpoints ?? facts.slice)?.ports ?? []).flatMap((port): Found[] => {
    const score = portScore(port, query);
    if (score === 0) return [];
    const name = `${port.name === '' ? '' : `${port.name} `}${port.number ?? '?'}/${port.protocol}`;
    const container = containerOf(entry);
    return [{ name, kind: SymbolKind.Interface, container, score, tier: 5, uri, ordinal, path: port.path }];
  });
}

function portScore({ name, number }: PortFacts, query: string): number {
  if (/^\d+$/.test(query)) return String(number) === query ? 5 : String(number).startsWith(query) ? 4 : 0;
  const score = fuzzyScore(query, name);
  // Scattered letters would match half of all ports.
  return score > 1 ? score : 0;
}

function addressSymbols(query: string, { files, isShown }: SymbolSearch): Found[] {
  return writtenAddresses(query, files, { isShown, most }).map(({ entry, ip, path }) => ({
    name: ip,
    kind: SymbolKind.Field,
    container: containerOf(entry),
    score: ip.length === query.length ? 5 : 4,
    tier: 4,
    uri: entry.uri,
    ordinal: entry.ordinal,
    path,
  }));
}

function containerOf(entry: IndexedObject): string {
  const namespace = shownNamespace(entry);
  return `${entry.facts.kind} ${namespace === '' ? '' : `${namespace}/`}${shownName(entry)}`;
}

function symbolOf(
  { uri, ordinal, path, name, kind, container }: Found,
  { isLate, files }: SymbolSearch,
): WorkspaceSymbol | undefined {
  const named = { name, kind, ...(container === '' ? {} : { containerName: shownLine(container) }) };
  if (isLate) return { ...named, location: { uri }, data: { uri, ordinal, path } satisfies FieldPlace };
  const location = locationOfField({ uri, ordinal, path }, files);
  return location && { ...named, location };
}

function readData(value: unknown): FieldPlace | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { uri, ordinal, path } = value as Partial<FieldPlace>;
  const isPath = Array.isArray(path) && path.every((step) => typeof step === 'string' || typeof step === 'number');
  return typeof uri === 'string' && typeof ordinal === 'number' && isPath ? { uri, ordinal, path } : undefined;
}
