/**
 * Checks the documents of a file. Severities are decided here, once. What is found in a document is made again only where the
 * document, the settings or an answer about other files is another one; and after an edit, documents that stayed are not
 * even looked at.
 */
import type { Answers, FileAround, Revision } from '../analysis/file-around.ts';
import { firstsIn } from '../analysis/file-facts.ts';
import type { Entry } from '../analysis/resource-index.ts';
import { differenceOf, spliced } from '../text/difference.ts';
import type { Difference } from '../text/difference.ts';
import { memo } from '../text/memo.ts';
import { documentsOf } from '../tree/document.ts';
import type { Document, SourceFile } from '../tree/document.ts';
import { diagnoser } from './diagnose.ts';
import { applyIgnores } from './ignore.ts';
import { appliedIn, relate } from './relate.ts';
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
  /** In order of position. Of a document that stayed the very same list, unless the file has ignores. */
  readonly found: readonly (readonly Found[])[];
  /** What was asked about other files: for as long as the answers agree, so do the findings. */
  readonly answers: readonly Answers[];
  readonly state: State;
}

/** What the findings hold for. */
interface State {
  readonly settings: CheckSettings;
  readonly revision: Revision | undefined;
  readonly own: readonly Entry[];
  readonly said: readonly Said[];
  /** What is found where no ignore is looked at. */
  readonly plain: readonly (readonly Found[])[];
  /** How many documents asked for what objects apply, by key. Goes over to what is found after the next edit. */
  readonly applied: Map<string, number>;
  /** How many documents have ignores. */
  readonly ignoring: number;
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
  const diagnose = diagnoser(settings);
  const answers: Answers[] = [];
  const said: Said[] = [];
  for (let i = start; i < after; i++) {
    const document = documents[i];
    if (!document) continue;
    const related = relate(document, { first: firsts[i] ?? 0, settings, around });
    said.push(saidOf(document, diagnose(document), related.diagnostics, settings));
    answers.push(related.answers);
  }
  const now = said.map(({ found }) => found);
  const all = kept ? spliced(before.state.said, kept, said) : said;
  const plain = kept ? spliced(before.state.plain, kept, now) : now;
  const gone = kept ? documentsOf(before.file).slice(start, kept.before) : [];
  const ignoring = (kept ? before.state.ignoring : 0) - ignoringIn(gone) + ignoringIn(documents.slice(start, after));
  const applied = kept ? before.state.applied : new Map<string, number>();
  for (const each of kept ? before.answers.slice(start, kept.before) : []) count(applied, each, -1);
  for (const each of answers) count(applied, each, 1);
  return {
    file,
    found: ignoring > 0 ? withIgnores(file, all, settings) : plain,
    answers: kept ? spliced(before.answers, kept, answers) : answers,
    state: { settings, revision: around.revision, own: around.own, said: all, plain, applied, ignoring },
  };
}

/** Does the work of `checkDocuments` document by document, so that others can have their turn in between; then it takes no time. */
export function* checkAhead(file: SourceFile, settings: CheckSettings, around: FileAround): Generator<void> {
  const diagnose = diagnoser(settings);
  const firsts = firstsIn(file);
  for (const [i, { document }] of file.parts.entries()) {
    diagnose(document);
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
  if (state.settings !== settings || !state.revision || revision?.said !== state.revision.said) return undefined;
  const difference = differenceOf(documentsOf(before.file), documentsOf(file));
  const gone = before.answers.slice(difference.start, difference.before);
  const hasAsked = (key: string): boolean =>
    (state.applied.get(key) ?? 0) > gone.filter((answers) => answers.has(key)).length;
  if (around.appliedSince(state.revision.applied)?.some(hasAsked) ?? true) return undefined;
  const firsts = firstsIn(file);
  const changed = differenceOf(state.own, own);
  const isWithin = changed.start >= (firsts[difference.start] ?? 0) && changed.after <= (firsts[difference.after] ?? 0);
  return state.own === own || (state.own.length === own.length && isWithin) ? difference : undefined;
}

function count(applied: Map<string, number>, answers: Answers, change: 1 | -1): void {
  for (const key of appliedIn(answers)) {
    const now = (applied.get(key) ?? 0) + change;
    if (now > 0) applied.set(key, now);
    else applied.delete(key);
  }
}

function ignoringIn(documents: readonly Document[]): number {
  return documents.filter(({ ignores }) => ignores.length > 0).length;
}

/** What the rules say of a document, its ignores aside. */
interface Said {
  readonly own: readonly Diagnostic[];
  readonly related: readonly Diagnostic[];
  readonly settings: CheckSettings | undefined;
  readonly found: readonly Found[];
}

const nothing: readonly Found[] = [];
const nothingSaid: Said = { own: [], related: [], settings: undefined, found: nothing };

/** What was said of a document last. */
const lastOf = memo((_document: Document): { said: Said } => ({ said: nothingSaid }));

function saidOf(
  document: Document,
  own: readonly Diagnostic[],
  related: readonly Diagnostic[],
  settings: CheckSettings,
): Said {
  if (own.length + related.length === 0) return nothingSaid;
  const last = lastOf(document);
  const { said } = last;
  if (said.own === own && said.related === related && said.settings === settings) return said;
  last.said = { own, related, settings, found: inOrder([...own, ...related], settings) };
  return last.said;
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
    const { own, related } = said[i] ?? nothingSaid;
    return { start, document, diagnostics: [...own, ...related] };
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
