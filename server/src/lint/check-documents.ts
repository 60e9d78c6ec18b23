/**
 * Checks the documents of a file. Severities are decided here, once. What is found in a document is made again only where the
 * document, the settings or an answer about other files is another one; and after an edit, documents that stayed are not
 * even looked at.
 */
import type { FileAround, Revision } from '../analysis/file-around.ts';
import { firstsIn } from '../analysis/file-facts.ts';
import type { Entry } from '../analysis/resource-index.ts';
import { differenceOf, spliced } from '../text/difference.ts';
import type { Difference } from '../text/difference.ts';
import { memo } from '../text/memo.ts';
import { documentsOf } from '../tree/document.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import { diagnose } from './diagnose.ts';
import { applyIgnores } from './ignore.ts';
import { appliedIn, relate } from './relate.ts';
import type { Related } from './relate.ts';
import { defaultSeverity } from './rule.ts';
import type { Diagnostic, Rule, Severity } from './rule.ts';

export interface CheckSettings {
  readonly rules: readonly Rule[];
  readonly minor: number;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  /** Called where a rule throws: our bug, and the other rules go on. */
  readonly onBug: (code: string, error: unknown) => void;
}

/** A diagnostic with its severity. */
export interface Found {
  readonly diagnostic: Diagnostic;
  readonly severity: Severity;
}

/** What is found in a file. Each list has one member for each document, in their order. */
export interface CheckedFile {
  readonly file: SourceFile;
  /** Of a document that stayed the very same member. */
  readonly said: readonly Said[];
  /** What the ignores of the file leave of the findings; undefined where it has none. */
  readonly kept: readonly (readonly Found[])[] | undefined;
  /** For each document which severities its findings have, and whether one points to another file: a bit for each. */
  readonly marks: Uint8Array;
  /** How many findings there are of each severity. */
  readonly counts: Counts;
  readonly state: State;
}

export type Counts = Readonly<Record<Severity, number>>;

/** The bits of `marks`. */
export const marks = { error: 1, warning: 2, info: 4, hint: 8, pointing: 16 } as const;

/** What the rules say of a document, its ignores aside. */
export interface Said {
  readonly own: readonly Diagnostic[];
  readonly related: Related;
  /** In order of position. */
  readonly found: readonly Found[];
  readonly settings: CheckSettings;
}

/** What is found in the document of that number. */
export function foundIn({ said, kept }: CheckedFile, index: number): readonly Found[] {
  return (kept ? kept[index] : said[index]?.found) ?? nothing;
}

/** What the findings hold for. */
interface State {
  readonly settings: CheckSettings;
  readonly revision: Revision | undefined;
  readonly own: readonly Entry[];
  readonly applied: Applied;
  /** That of `applied` when this was found: it has gone over to what was found later where it is another one. */
  readonly version: number;
  /** How many documents have ignores. */
  readonly ignoring: number;
}

/** How many documents asked for what objects apply, by key. */
interface Applied {
  readonly counts: Map<string, number>;
  version: number;
}

/** `before` is what was found before an edit. */
export function checkDocuments(
  file: SourceFile,
  settings: CheckSettings,
  around: FileAround,
  before?: CheckedFile,
): CheckedFile {
  const documents = documentsOf(file);
  const kept = before && keptAfter(before, file, settings, around);
  const { start, after } = kept ?? { start: 0, after: documents.length };
  const firsts = firstsIn(file);
  const made = documents.slice(start, after).map((document, i) => {
    const related = relate(document, { first: firsts[start + i] ?? 0, settings, around });
    return saidOf(document, diagnose(document, settings), related, settings);
  });
  const gone = kept ? documentsOf(before.file).slice(start, kept.before) : [];
  const ignoring = (kept ? before.state.ignoring : 0) - ignoringIn(gone) + ignoringIn(documents.slice(start, after));
  const applied = kept ? before.state.applied : { counts: new Map<string, number>(), version: 0 };
  const version = ++applied.version;
  for (const each of kept ? before.said.slice(start, kept.before) : []) count(applied.counts, each, -1);
  for (const each of made) count(applied.counts, each, 1);
  const said = kept ? spliced(before.said, kept, made) : made;
  const left = ignoring > 0 ? withIgnores(file, said, settings) : undefined;
  return {
    file,
    said,
    kept: left,
    ...(kept && !left && !before.kept ? tallyAfter(before, kept, made) : tally(left ?? said.map(foundOf))),
    state: { settings, revision: around.revision, own: around.own, applied, version, ignoring },
  };
}

/** Does the work of `checkDocuments` document by document, so that others can have their turn in between; then it takes no time. */
export function* checkAhead(file: SourceFile, settings: CheckSettings, around: FileAround): Generator<void> {
  const firsts = firstsIn(file);
  for (const [i, { document }] of file.parts.entries()) {
    diagnose(document, settings);
    relate(document, { first: firsts[i] ?? 0, settings, around });
    yield;
  }
}

/** The documents that must be looked at; undefined where it must be all. */
function keptAfter(
  before: CheckedFile,
  file: SourceFile,
  settings: CheckSettings,
  around: FileAround,
): Difference | undefined {
  const { state } = before;
  const { revision, own } = around;
  if (state.settings !== settings || state.applied.version !== state.version) return undefined;
  if (!state.revision || revision?.said !== state.revision.said) return undefined;
  const difference = differenceOf(documentsOf(before.file), documentsOf(file));
  const gone = before.said.slice(difference.start, difference.before);
  const hasAsked = (key: string): boolean =>
    (state.applied.counts.get(key) ?? 0) > gone.filter(({ related }) => related.answers.has(key)).length;
  if (around.appliedSince(state.revision.applied)?.some(hasAsked) ?? true) return undefined;
  const firsts = firstsIn(file);
  const changed = differenceOf(state.own, own);
  const isWithin = changed.start >= (firsts[difference.start] ?? 0) && changed.after <= (firsts[difference.after] ?? 0);
  return state.own === own || (state.own.length === own.length && isWithin) ? difference : undefined;
}

function count(applied: Map<string, number>, { related }: Said, change: 1 | -1): void {
  for (const key of appliedIn(related.answers)) {
    const now = (applied.get(key) ?? 0) + change;
    if (now > 0) applied.set(key, now);
    else applied.delete(key);
  }
}

type Tally = Pick<CheckedFile, 'marks' | 'counts'>;

function foundOf({ found }: Said): readonly Found[] {
  return found;
}

function tally(lists: readonly (readonly Found[])[]): Tally {
  const counts = { error: 0, warning: 0, info: 0, hint: 0 };
  const all = new Uint8Array(lists.length);
  for (const [i, found] of lists.entries()) {
    for (const { severity, diagnostic } of found) {
      counts[severity]++;
      all[i] = (all[i] ?? 0) | marks[severity] | (diagnostic.related.some(isElsewhere) ? marks.pointing : 0);
    }
  }
  return { marks: all, counts };
}

function isElsewhere(related: Diagnostic['related'][number]): boolean {
  return 'entry' in related;
}

function tallyAfter(earlier: CheckedFile, { start, before }: Difference, made: readonly Said[]): Tally {
  const [gone, come] = [earlier.said.slice(start, before), made].map((each) => tally(each.map(foundOf)));
  const all = new Uint8Array(earlier.marks.length + made.length - (before - start));
  all.set(earlier.marks.subarray(0, start));
  all.set(come?.marks ?? [], start);
  all.set(earlier.marks.subarray(before), start + made.length);
  const count = (severity: Severity): number =>
    earlier.counts[severity] - (gone?.counts[severity] ?? 0) + (come?.counts[severity] ?? 0);
  const counts = { error: count('error'), warning: count('warning'), info: count('info'), hint: count('hint') };
  return { marks: all, counts };
}

function ignoringIn(documents: readonly Document[]): number {
  return documents.filter(({ ignores }) => ignores.length > 0).length;
}

const nothing: readonly Found[] = [];

/** What was said of a document last. */
const lastOf = memo((_document: Document): { said?: Said } => ({}));

function saidOf(document: Document, own: readonly Diagnostic[], related: Related, settings: CheckSettings): Said {
  const last = lastOf(document);
  const { said } = last;
  if (said?.own === own && said.related === related && said.settings === settings) return said;
  const found = inOrder([...own, ...related.diagnostics], settings);
  return (last.said = { own, related, settings, found });
}

/** Those that are not turned off, with their severities. */
function inOrder(diagnostics: readonly Diagnostic[], { severities }: CheckSettings): readonly Found[] {
  const found = diagnostics.flatMap((diagnostic): Found[] => {
    const severity = severities.get(diagnostic.rule.code) ?? defaultSeverity(diagnostic.rule);
    return severity === 'off' ? [] : [{ diagnostic, severity }];
  });
  if (found.length === 0) return nothing;
  return found.sort(({ diagnostic: { span: a } }, { diagnostic: { span: b } }) => a.start - b.start || a.end - b.end);
}

/** An ignore may speak of the whole file, and is judged by what it silences there, also of rules that are turned off. */
function withIgnores(
  { parts }: SourceFile,
  said: readonly Said[],
  settings: CheckSettings,
): readonly (readonly Found[])[] {
  const all = parts.map(({ start, document }, i) => {
    const { own = [], related } = said[i] ?? {};
    return { start, document, diagnostics: [...own, ...(related?.diagnostics ?? [])] };
  });
  return applyIgnores(all, settings).map(({ diagnostics }, i) =>
    diagnostics.length === 0 ? nothing : sameAs(said[i]?.found, inOrder(diagnostics, settings)),
  );
}

/** The list itself where nothing in it was silenced. */
function sameAs(plain: readonly Found[] | undefined, found: readonly Found[]): readonly Found[] {
  const isSame =
    plain?.length === found.length && found.every(({ diagnostic }, i) => diagnostic === plain[i]?.diagnostic);
  return isSame ? plain : found;
}
