/** Finds the slots that completion fills at an offset. Never parses: half-typed texts work, long ones are fast. */
import type { TextEdit } from '../../text/edit.ts';
import { lineBreakOf, nextLineAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import { isKustomizationPath } from '../../tree/kustomization.ts';
import type { Path } from '../../tree/path.ts';
import type { Layout, Slot } from '../../tree/slot.ts';
import { isJson as isJsonText } from '../documents/cut.ts';
import { isNamedProgram } from '../resources/pulumi-resources.ts';
import { blockPlaces, type BlockPlace, type BlockPlaces } from './block.ts';
import { flowPlace, type FlowPlace } from './flow-slot.ts';
import { indentOf, lineStart, wordText } from './lines.ts';
import { namesAround } from './slot-names.ts';
import { patchTextAt } from './patch-text.ts';
import { locateSubject, type NamesAt, type SlotText } from './slot-subject.ts';

/** The slots at the offset, most likely first; none if completion does not apply. Only the name in `path` matters. */
export function slotsAt(path: string, text: string, offset: number): readonly Slot[] {
  const patch = isKustomizationPath(path) ? patchTextAt(text, offset) : undefined;
  if (patch) return slotsAt(patchPath, patch.text, patch.offset).map(patch.outer);
  // A lone CR ends a line for the client only.
  return findSlots(path, text, offset).filter(({ typed }) => !text.slice(typed.start, typed.end).includes('\r'));
}

/** The path of an inline patch. */
const patchPath = '.patch';

function findSlots(path: string, text: string, offset: number): readonly Slot[] {
  const from = documentStart(text, offset);
  if (from === undefined || isUnreadable(text, from, offset)) return [];
  const file: File = { path, text, offset, from, form: formOf(path, text), newline: lineBreakOf(text) };
  const root = rootBracket(text, from);
  if (root !== undefined)
    return root < offset ? (flowSlots(file, { open: root, path: [], column: 0 }, undefined) ?? []) : [];
  const block = blockPlaces(text, from, offset);
  for (const flow of block.flows) {
    if (flow.open >= offset) continue;
    const slots = flowSlots(file, flow, block);
    if (slots) return slots;
  }
  return block.places.flatMap((place) => blockSlot(file, place, block));
}

interface File {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
  readonly from: number;
  readonly form: SlotText['form'];
  readonly newline: Layout['newline'];
}

function formOf(path: string, text: string): SlotText['form'] {
  if (isKustomizationPath(path)) return 'kustomization';
  if (/(?:^|\/)endpoints\.config\.(?:ya?ml|json)$/.test(path)) return 'settings';
  if (isNamedProgram(path)) return 'program';
  return path === patchPath || (/^(?:\s|#[^\n]*\n|---\s)*-[ \t]/.test(text) && operation.test(text))
    ? 'patch'
    : undefined;
}

/** An operation of a JSON patch, which is a list. */
const operation = /^(?:- +| {2,4})["']?op["']?[ \t]*:/m;

/** True in directives, and where keys start with a question mark, which are not supported. */
function isUnreadable(text: string, from: number, offset: number): boolean {
  const directive = /(?:\uFEFF|\s|(?<=^|\s)#[^\n]*)*%/y;
  directive.lastIndex = from;
  if (directive.test(text.slice(0, offset))) return true;
  return text.includes('? ') && /^[ \t-]*\?[ \t]/m.test(text.slice(from));
}

/** The offset after a document marker that ends here; undefined if the marker's line has content. */
function behindMarker(text: string, end: number): number | undefined {
  const next = nextLineAt(text, end);
  const beside = text
    .slice(end, next)
    .replace(/[ \t]#.*|[&!]\S*/g, '')
    .trim();
  return beside === '' ? next : /^(?:\{(?!\{)|\[)/.test(beside) ? end : undefined;
}

/** The offset after the marker above; undefined on a marker's line. */
function documentStart(text: string, offset: number): number | undefined {
  for (let at = offset; ;) {
    const start = lineStart(text, at);
    const isMarker = /^(?:---|\.\.\.)(?=\s|$)/.test(text.slice(start, start + 4));
    if (isMarker && at === offset) return undefined;
    if (isMarker) return behindMarker(text, start + 3);
    if (start === 0) return 0;
    const before =
      start < 2 ? -1 : Math.max(text.lastIndexOf('\n---', start - 2), text.lastIndexOf('\n...', start - 2));
    at = before + 1;
  }
}

function rootBracket(text: string, from: number): number | undefined {
  const lead = /(?:\uFEFF|\s|(?<=[\s\uFEFF]|^)#[^\n]*|%[^\n]*)*/y;
  lead.lastIndex = from;
  const at = from + (lead.exec(text)?.[0].length ?? 0);
  return /^(?:\{(?!\{)|\[)/.test(text.slice(at, at + 2)) ? at : undefined;
}

function blockSlot(file: File, place: BlockPlace, block: BlockPlaces): Slot[] {
  const { text, offset } = file;
  // A list is no manifest, but may have tasks.
  if (place.kind === 'item' && place.path.length === 0 && file.form !== 'patch') return [];
  const line = lineStart(text, offset);
  const located = locateSubject(place.path, blockNames(block, place), file);
  if (!located) return [];
  const indent = indentOf(text, line);
  const moved = reindent(line, Math.min(indent, place.word.start - line), place);
  const isTight = /[:-]/.test(text[place.word.start - 1] ?? '') && place.word.start > line;
  return [
    {
      ...located,
      ...wordOf(file, place.word),
      kind: place.kind,
      names: place.kind === 'item' ? new Map() : place.names(),
      style: isJson(file) ? 'json' : 'block',
      lead: moved.lead + (isTight ? ' ' : '') + (place.kind === 'item' ? '- ' : ''),
      tail: '',
      edits: moved.edits,
      isShifted: place.shift !== 0,
      follows: place.follows,
      adopted:
        place.kind === 'key' && place.follows !== 'nothing'
          ? adoptedFrom(text, place.word.end, place.column)
          : undefined,
      indent,
      column: place.column + (isTight && place.kind === 'node' ? 1 : 0),
      layout: { step: block.step, isCompact: block.isCompact, newline: file.newline },
    },
  ];
}

/** For an empty file the name alone decides. */
function isJson({ path, text, offset }: File): boolean {
  return /\.json$/i.test(path) && text.slice(0, offset).trim() === '' && text.slice(offset).trim() === '';
}

/** Blanks directly before the word become part of its edit, because two edits cannot touch. */
function reindent(line: number, indent: number, { shift, word }: BlockPlace): { lead: string; edits: TextEdit[] } {
  if (shift > 0 && word.start === line) return { lead: ' '.repeat(shift), edits: [] };
  if (shift > 0) return { lead: '', edits: [{ span: { start: line, end: line }, text: ' '.repeat(shift) }] };
  const start = line + Math.max(0, indent + shift);
  return { lead: '', edits: shift === 0 ? [] : [{ span: { start, end: line + indent }, text: '' }] };
}

function blockNames({ mappings, namesIn }: BlockPlaces, place: BlockPlace): NamesAt {
  return (length) => {
    if (length === place.path.length && place.kind !== 'value' && place.kind !== 'item') return place.names();
    if (length === place.path.length - 1 && place.kind === 'value') return place.names();
    const column = mappings.find(({ path }) => path.length === length)?.column;
    return column === undefined ? new Map() : namesIn(column);
  };
}

/** Undefined if the brackets close before the offset. Without lines around them: JSON values in a row. */
function flowSlots(file: File, flow: BlockPlaces['flows'][number], block: BlockPlaces | undefined): Slot[] | undefined {
  const { text, offset } = file;
  const isStrict = !block && isJsonText(text);
  const place =
    flowPlace(text, flow.open, offset, isStrict) ?? (block ? undefined : laterValue(file, flow.open, isStrict));
  if (!place) return undefined;
  const inner = place.levels.map(({ step }) => step);
  const outer = flow.path.length;
  const path: Path = [...flow.path, ...(place.kind === 'key' ? inner.slice(0, -1) : inner)];
  const namesAt: NamesAt = (length) => {
    if (length >= outer) return place.levels[length - outer]?.names ?? new Map();
    const column = block?.mappings.find((mapping) => mapping.path.length === length)?.column;
    return column === undefined ? new Map() : namesAround(text, lineStart(text, flow.open))(column);
  };
  const located = locateSubject(path, namesAt, file);
  if (!located) return [];
  if (!canStand(text, place)) return [];
  const indent = indentOf(text, lineStart(text, place.word.start));
  return [
    {
      ...located,
      ...wordOf(file, place.word),
      ...joinsOf(text, place, isStrict),
      kind: place.kind === 'item' ? 'node' : place.kind,
      names: place.levels.at(-1)?.names ?? new Map(),
      style: isStrict ? 'json' : 'flow',
      isShifted: false,
      indent,
      column: indent,
      layout: { step: block?.step ?? 2, isCompact: block?.isCompact ?? false, newline: file.newline },
    },
  ];
}

/** False between brackets for a dash, and between a colon and its value. */
function canStand(text: string, { word, kind, next }: FlowPlace): boolean {
  const isDash = text.startsWith('-', word.start);
  const isBehindDash = /(?:^|\s)-[ \t]*$/.test(text.slice(lineStart(text, word.start), word.start));
  return !isDash && !isBehindDash && !(kind === 'value' && word.end === word.start && next === 'other');
}

/** What connects the word to its neighbours: commas, a blank after a colon, and the existing value of a key. */
function joinsOf(
  text: string,
  { kind, word, commaAt, next }: FlowPlace,
  isStrict: boolean,
): Pick<Slot, 'lead' | 'tail' | 'edits' | 'follows' | 'adopted'> {
  const isTight = !isStrict && text[word.start - 1] === ':';
  const isCommaHere = commaAt === word.start;
  const hasNext = next === 'other' || (next === 'colon' && kind !== 'key');
  const isHeld = (next === 'colon' || next === 'value') && kind === 'key';
  return {
    lead: isCommaHere ? ', ' : isTight ? ' ' : '',
    tail: hasNext ? (/\s/.test(text[word.end] ?? '') ? ',' : ', ') : text[word.end] === '#' ? ' ' : '',
    edits: commaAt === undefined || isCommaHere ? [] : [{ span: { start: commaAt, end: commaAt }, text: ',' }],
    follows: next === 'colon' ? 'colon' : next === 'value' ? 'lines' : 'nothing',
    adopted: isHeld ? adoptedFrom(text, word.end, -1) : undefined,
  };
}

function laterValue({ text, offset }: File, open: number, isStrict: boolean): FlowPlace | undefined {
  const start = text.lastIndexOf('\n{', offset - 1) + 1;
  return start > open ? flowPlace(text, start, offset, isStrict) : undefined;
}

function wordOf({ text, offset }: File, word: Span): Pick<Slot, 'typed' | 'word' | 'prefix' | 'quote'> {
  const first = text[word.start];
  const isQuoted = word.end > word.start && (first === '"' || first === "'");
  const quote = isQuoted ? first : '';
  return {
    typed: word,
    quote,
    word: wordText(text, word),
    prefix: text.slice(word.start + quote.length, Math.max(offset, word.start + quote.length)),
  };
}

/** A colon with anchors, tags and comments after it; blanks; a dash or a bracket; a key. */
const adopting =
  /([ \t]*:?(?:[ \t]+[&!]\S*)*(?:(?:[ \t]+#[^\n]*|[ \t]*)\n|[ \t]*\r\n)*)([ \t]*)((?:-[ \t]+|\[\s*)?)(?:[&!]\S*\s+)*(?:\{\s*)?["']?([\w./$-]+)["']?[ \t]*:/y;

/** The text after a key: the start of its value unless that is a scalar, or a line in the key's own column. */
function adoptedFrom(text: string, from: number, column: number): Slot['adopted'] {
  adopting.lastIndex = from;
  const [, gap = '', indent = '', mark = '', name] = adopting.exec(text) ?? [];
  if (name === undefined) return undefined;
  const isDeeper = !gap.includes('\n') || indent.length > column || (indent.length === column && mark !== '');
  return isDeeper ? { isList: mark !== '', name } : undefined;
}
