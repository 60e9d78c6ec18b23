/** Reads the manifests in block scalars, such as a file in a ConfigMap or a script, at their place in the outer text. */
import { kinds } from '../../contract/contract.ts';
import { shift } from '../../text/span.ts';
import { shiftTree } from '../../tree/rebuilt.ts';
import type { Issue } from '../../tree/document.ts';
import { isCollection, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { isCertain, unreadIssues, type MaskedRead } from '../documents/unread-issues.ts';
import { meansOurs, outerKinds } from '../meant.ts';
import { foreignLanguage, templateLanguage } from '../template.ts';
import type { PatchTarget } from '../patches/patch-target.ts';
import { ownPath } from '../patches/read-patch.ts';
import { mayCarry } from './carriers.ts';
import { heredocsIn } from './heredocs.ts';
import { piecesOf, scalarLines, startsWithManifest, textLine, type TextLine, type TextPiece } from './text-lines.ts';

export interface CarriedText {
  readonly roots: readonly (Mapping | Sequence)[];
  readonly issues: readonly Issue[];
  /** The language of a part that cannot be read around its templates. */
  readonly unreadLanguage: string | undefined;
}

export interface CarriedHeredoc extends CarriedText {
  readonly isPartial: boolean;
}

/** The outer text, and the reader of a document in it. */
export interface OuterText {
  readonly text: string;
  readonly readManifest: (text: string) => MaskedRead;
}

/** Undefined for a text without manifests that matter, and for a scalar whose text is not its source: quoted or folded. */
export function readCarriedText(value: Value, outer: OuterText, isAnyText: boolean): CarriedText | undefined {
  const lines = linesOf(value, outer.text);
  if (lines.length === 0) return undefined;
  const pieces = piecesOf(lines);
  if (isAnyText && !(startsWithManifest(lines) && pieces.some(isManifest))) return undefined;
  return readPieces(pieces, outer, { isSure: true });
}

/** The manifests in the here-documents of a script. */
export function readCarriedScript(value: Value, outer: OuterText): readonly CarriedHeredoc[] {
  const heredocs = heredocsIn(linesOf(value, outer.text));
  return heredocs.flatMap(({ lines, isLiteral, isPartial }) => {
    const read = readPieces(piecesOf(lines), outer, { isSure: isLiteral });
    return read ? { ...read, isPartial } : [];
  });
}

/** The documents of a patch, which may also be a quoted text on one line. */
export function readPatchText(value: Value, outer: OuterText, target: PatchTarget): CarriedText | undefined {
  const isOurs = target.kind.startsWith('Endpoint');
  const isWanted = (code: string): boolean =>
    target.kind !== '' || mayCarry(code) || (!target.isGiven && /^\s*[[-]/.test(code) && ownPath.test(code));
  const lines = linesOf(value, outer.text, isWanted);
  const pieces = piecesOf(lines.length > 0 ? lines : quotedLine(value, outer.text));
  return readPieces(pieces, outer, { isSure: true, isWanted, isOurs });
}

/** Only where nothing is escaped, so that the text is its source. */
function quotedLine({ span }: Value, text: string): readonly TextLine[] {
  const inner = text.slice(span.start + 1, Math.max(span.start + 1, span.end - 1));
  const isQuoted = /["']/.test(text[span.start] ?? '') && text[span.end - 1] === text[span.start];
  return isQuoted && /^\s*[[{]/.test(inner) && !/\n|\\|''/.test(inner) ? [textLine(span.start + 1, inner, 0)] : [];
}

function linesOf({ span }: Value, text: string, isWanted = mayCarry): readonly TextLine[] {
  if (text[span.start] !== '|') return [];
  const from = text.indexOf('\n', span.start) + 1;
  const isRead = from > 0 && from < span.end && isWanted(text.slice(from, span.end));
  return isRead ? scalarLines(text, from, span.end) : [];
}

interface PieceReading {
  readonly isSure: boolean;
  readonly isWanted?: (code: string) => boolean;
  /** True where the carrier names a checked kind. */
  readonly isOurs?: boolean;
}

function readPieces(
  pieces: readonly TextPiece[],
  { readManifest }: OuterText,
  { isSure, isWanted = mayCarry, isOurs = false }: PieceReading,
): CarriedText | undefined {
  const roots: (Mapping | Sequence)[] = [];
  const issues: Issue[] = [];
  let unreadLanguage: string | undefined;
  for (const { start, code } of pieces) {
    if (!isWanted(code)) continue;
    const head = { text: code, form: 'kubernetes', role: 'document', syntax: 'yaml' } as const;
    if (foreignLanguage(code) !== undefined) {
      if (meansOurs(head)) unreadLanguage = templateLanguage(code);
      continue;
    }
    const read = readManifest(code);
    const unread = unreadIssues(head, read);
    if (unread.length === 0 && isCollection(read.root)) {
      const root = shiftTree(read.root, start);
      if (isCollection(root)) roots.push(root);
    } else if (isSure && (meansOurs(head) || isOurs)) {
      if (isCertain(unread, head, read))
        issues.push(...unread.map(({ span, message }) => ({ message, span: shift(span, start) })));
      else unreadLanguage = templateLanguage(code);
    }
  }
  const isEmpty = roots.length + issues.length === 0 && unreadLanguage === undefined;
  return isEmpty ? undefined : { roots, issues, unreadLanguage };
}

/** True for a text that is plainly an object of a checked kind, not one that mentions it. */
function isManifest({ code }: TextPiece): boolean {
  const isObject = /\bapiVersion["']?[ \t]*:/.test(code);
  return isObject && outerKinds(code, 'yaml').some((kind) => kinds.some((own) => own === kind));
}
