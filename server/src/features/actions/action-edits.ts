/** Makes the edits of a code action and proves them: reads, binds and checks the new text before it is offered. */
import { bindDocument } from '../../analysis/binding/bind-document.ts';
import type { FileRelations } from '../../analysis/workspace/file-around.ts';
import { expand } from '../../analysis/binding/expand.ts';
import type { ActionTask } from './code-actions.ts';
import type { Partner, PartnerChange } from '../refactor/partners.ts';
import type { LocatedResource, View } from '../view.ts';
import type { Refactoring } from '../refactor/refactoring.ts';
import { applyFixes, fixEdits, type LocatedFix } from '../../edits/apply-fix.ts';
import { readFile, siblingsBefore } from '../../frontends/frontends.ts';
import { addDocument, replaceDocument } from '../../edits/write-document.ts';
import { removeDocument } from '../../edits/parts/remove.ts';
import { commentsIn } from '../../edits/yaml/yaml-comments.ts';
import { ignoreHere, ignoreInFile } from '../../edits/write-ignore.ts';
import { readIgnores } from '../../frontends/documents/ignore-comments.ts';
import { silencing } from '../../lint/apply-ignores.ts';
import { checkFile, type LocatedFinding } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import { trimmedEdits } from '../../text/diff.ts';
import { applyEdits } from '../../edits/apply-edits.ts';
import type { TextEdit } from '../../text/edit.ts';
import { shift } from '../../text/span.ts';
import type { Document, Resource, SourceFile } from '../../tree/document.ts';
import type { PatchRole } from '../../tree/kustomization.ts';
import { pathText } from '../../tree/path.ts';

export interface EditScope {
  readonly path: string;
  readonly view: View;
  readonly isPartial: PatchRole;
  readonly settings: CheckSettings;
  /** The other files, as seen from a version of the text. */
  readonly around: (file: SourceFile) => FileRelations;
}

/** For a partner, the edits of its own file. Undefined where the task is impossible, or would change other values. */
export function editsOf(task: ActionTask, scope: EditScope): readonly TextEdit[] | undefined {
  switch (task.does) {
    case 'fix': {
      const located = locatedFix(task.finding);
      return located && fixEdits(scope.path, scope.view.file, located, scope);
    }
    case 'fix-all':
      return fixAll(scope, 2, task.code === 'live-state-field' ? liveState() : ({ rule }) => rule.code === task.code);
    case 'fix-all-safe':
      return fixAll(scope, 1, ({ fix }) => fix?.safety === 'safe');
    case 'ignore':
      return ignoreEdits(task.finding, scope, false);
    case 'ignore-in-file':
      return ignoreEdits(task.finding, scope, true);
    case 'refactor':
      return refactorEdits(task.refactoring, task.resource, scope);
    case 'partner':
      return partnerEdits(task.partner, scope);
    // The conversion engine makes these edits.
    case 'move':
    case 'command':
      return undefined;
  }
}

function locatedFix({ diagnostic: { fix }, document, start }: LocatedFinding): LocatedFix | undefined {
  return fix && { fix, document, start };
}

/** Fixes all matching findings; undefined where fewer than `least` can be fixed. */
function fixAll(
  scope: EditScope,
  least: number,
  isMeant: (diagnostic: LocatedFinding['diagnostic'], file: SourceFile) => boolean,
): readonly TextEdit[] | undefined {
  const { text } = scope.view.file;
  const siblings = siblingsBefore(scope.view.file);
  const fixed = applyFixes(scope.path, text, { isPartial: scope.isPartial, isByItem: true, siblings }, (file) =>
    check(file, scope).flatMap((finding) => (isMeant(finding.diagnostic, file) ? (locatedFix(finding) ?? []) : [])),
  );
  return fixed.count >= least ? trimmedEdits(text, fixed.text) : undefined;
}

/** Live state, also what another rule reports of it once the object has lost some of it, so that it is no longer a server's. */
function liveState(): (diagnostic: LocatedFinding['diagnostic'], file: SourceFile) => boolean {
  const printed = new Set<number>();
  const indexes = new Map<Resource, number>();
  let current: SourceFile | undefined;
  return ({ rule, resource }, file) => {
    if (file !== current) {
      indexes.clear();
      for (const [i, each] of file.parts.flatMap(({ document }) => document.resources).entries()) indexes.set(each, i);
      current = file;
    }
    const index = (resource && indexes.get(resource)) ?? -1;
    if (rule.code === 'live-state-field') printed.add(index);
    return rule.code === 'live-state-field' || (rule.code === 'read-only-field' && printed.has(index));
  };
}

function refactorEdits(
  { title, kind, edits }: Refactoring,
  { document, start }: LocatedResource,
  scope: EditScope,
): readonly TextEdit[] | undefined {
  const { view } = scope;
  const fix = { title, safety: 'suggested', edits } as const;
  const written = fixEdits(scope.path, view.file, { fix, document, start }, scope);
  if (!written || written.length === 0) return undefined;
  const after = read(applyEdits(view.file.text, written), scope);
  const isKept = kind === 'refactor.move' || endpointsOf(after, view.minor) === endpointsOf(view.file, view.minor);
  return isKept && !bringsErrors(after, scope) ? written : undefined;
}

/** The scope must be of the file to change. */
function partnerEdits({ title, change }: Partner, scope: EditScope): readonly TextEdit[] | undefined {
  const { view } = scope;
  const written = changeEdits(title, change, scope);
  if (!written || written.length === 0) return undefined;
  return bringsErrors(read(applyEdits(view.file.text, written), scope), scope) ? undefined : written;
}

function changeEdits(title: string, change: PartnerChange, scope: EditScope): readonly TextEdit[] | undefined {
  const {
    path,
    view: { file },
  } = scope;
  const { document, start } = change;
  if (change.kind === 'object') return addDocument(path, file, { ...change, behind: document }, scope);
  if (change.kind === 'replacement') return replaceDocument(path, file, { document, object: change.object }, scope);
  const fix = { title, safety: 'suggested', edits: change.edits } as const;
  const written = fixEdits(path, file, { fix, document, start }, scope);
  if (change.kind === 'edits' || !written) return written;
  const removal = removalOf(change.removed, file);
  return removal && [...written, removal];
}

/** Undefined if a comment of the object would be lost. */
function removalOf(document: Document, { parts }: SourceFile): TextEdit | undefined {
  const start = parts.find((part) => part.document === document)?.start;
  const object = document.root?.span;
  if (start === undefined || !object || commentsIn(document, object).length > 0) return undefined;
  const edit = removeDocument(document, object, false);
  return { ...edit, span: shift(edit.span, start) };
}

function bringsErrors(after: SourceFile, scope: EditScope): boolean {
  const errors = (file: SourceFile): number => check(file, scope).filter(({ severity }) => severity === 'error').length;
  return errors(after) > errors(scope.view.file);
}

function check(file: SourceFile, { settings, around }: EditScope): readonly LocatedFinding[] {
  return checkFile(file, settings, around(file));
}

function read(text: string, { path, isPartial, view }: EditScope): SourceFile {
  return readFile(path, text, { isPartial, previous: view.file });
}

/** A text that is equal for files with the same endpoints. */
function endpointsOf(file: SourceFile, minor: number): string {
  const sets = file.parts.flatMap(({ document }) =>
    bindDocument(document, minor).map(({ binding }) => expand(binding, document).endpoints.map(withBigints).sort()),
  );
  return JSON.stringify(sets);
}

function withBigints(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
}

/** The first candidate that ignores exactly this finding, or else the first that ignores only findings of its rule. */
function ignoreEdits(finding: LocatedFinding, scope: EditScope, isInFile: boolean): readonly TextEdit[] | undefined {
  const { document, start, diagnostic } = finding;
  const { code } = diagnostic.rule;
  const { file } = scope.view;
  const candidates = isInFile
    ? ignoreInFile(file, start, code)
    : ignoreHere(document, diagnostic.span, code).map((edits) =>
        edits.map((edit) => ({ ...edit, span: shift(edit.span, start) })),
      );
  const before = check(file, scope);
  const isOfBuild = !before.some((each) => keyOf(each) === keyOf(finding));
  if (isOfBuild) return candidates.find((edits) => silencesBuild(edits, finding, before, scope));
  let fallback: readonly TextEdit[] | undefined;
  for (const edits of candidates) {
    const effect = effectOf(edits, finding, before, scope);
    if (effect === 'exact' || (isInFile && effect === 'more')) return edits;
    if (effect === 'more') fallback ??= edits;
  }
  return fallback;
}

/** True if the edits silence the finding of a build, which a check of the file alone does not have, and no other finding. */
function silencesBuild(
  edits: readonly TextEdit[],
  { diagnostic, start }: LocatedFinding,
  before: readonly LocatedFinding[],
  scope: EditScope,
): boolean {
  const { file } = scope.view;
  const after = read(applyEdits(file.text, edits), scope);
  const part = after.parts[file.parts.findIndex((each) => each.start === start)];
  if (!part || check(after, scope).map(keyOf).join('\n') !== before.map(keyOf).join('\n')) return false;
  const above = edits.filter(({ span }) => span.start >= start && span.end <= start + diagnostic.span.start);
  const growth = above.reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), 0);
  const ignores = readIgnores(part.document.text, part.document.root, part.document.resources);
  return silencing(ignores, { ...diagnostic, span: shift(diagnostic.span, growth) }).length > 0;
}

/** `exact`: ignores only the finding. `more`: also other findings of its rule. `other`: changes other findings. */
type Effect = 'exact' | 'more' | 'other';

function effectOf(
  edits: readonly TextEdit[],
  finding: LocatedFinding,
  before: readonly LocatedFinding[],
  scope: EditScope,
): Effect {
  const left = check(read(applyEdits(scope.view.file.text, edits), scope), scope).map(keyOf);
  const gone = new Map<string, number>();
  for (const key of before.map(keyOf)) gone.set(key, (gone.get(key) ?? 0) + 1);
  for (const key of left) {
    const count = gone.get(key);
    if (!count) return 'other';
    gone.set(key, count - 1);
  }
  const keys = [...gone].flatMap(([key, count]) => Array.from({ length: count }, () => key));
  const { code } = finding.diagnostic.rule;
  if (!keys.includes(keyOf(finding)) || keys.some((key) => !key.startsWith(`${code} `))) return 'other';
  return keys.length === 1 ? 'exact' : 'more';
}

/** A key that does not change when an edit only moves the finding. */
function keyOf({ diagnostic }: LocatedFinding): string {
  const path = diagnostic.path ? pathText(diagnostic.path) : '';
  return `${diagnostic.rule.code} ${diagnostic.resource?.name ?? ''} ${path} ${diagnostic.message}`;
}
