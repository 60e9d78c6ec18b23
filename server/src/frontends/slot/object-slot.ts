/** Finds the slot in an object of Terraform (HCL) that holds a manifest. Works in objects that are not finished. */
import { blanksAtStart, lineBreakOf, lineEndAt, lineStartAt } from '../../text/line.ts';
import type { Span } from '../../text/span.ts';
import type { Path } from '../../tree/path.ts';
import type { Slot } from '../../tree/slot.ts';
import { allExpressions, type HclExpression, type HclList, type HclObject } from '../hcl/hcl.ts';
import { readHcl } from '../hcl/read-hcl.ts';
import { staticValue } from '../hcl/static-value.ts';
import { locateSubject } from './slot-subject.ts';

interface TypedWord {
  readonly text: string;
  /** The word to replace, with its quotes. */
  readonly typed: Span;
  /** From the start of the word to the cursor, with its quote. */
  readonly prefix: string;
}

/** `manifest` is the object as the text before the word has it, without its closing brace. */
export function objectSlotAt(manifest: HclExpression, { text, typed, prefix }: TypedWord): Slot | undefined {
  const levels = openLevels(manifest);
  const level = levels.at(-1);
  const lead = text.slice(lineStartAt(text, typed.start), typed.start);
  const kind = level && kindAt(level, lead);
  if (!kind) return undefined;
  const steps = levels.map((each) => each.step ?? '');
  const path: Path = kind === 'key' ? steps.slice(0, -1) : steps;
  const names = namesByStart(text, typed);
  const namesAt = (length: number): ReadonlyMap<string, string> =>
    names.get(levels[length]?.expression.span.start ?? -1) ?? new Map<string, string>();
  const located = locateSubject(path, namesAt, { text: '', from: 0, form: undefined });
  if (!located) return undefined;
  const { subject } = located;
  const quote = prefix.startsWith('"') ? '"' : '';
  const indent = blanksAtStart(text, typed.start).length;
  const behind = text.slice(typed.end, lineEndAt(text, typed.end));
  const isAssigned = kind === 'key' && /^[^\S\n]*[=:](?![=>:])/.test(behind);
  const hasNext = kind !== 'value' && !isAssigned && /^\s*(?![}\],=:#\s]|\/[/*])./.test(behind);
  return {
    ...located,
    subject: subject.area === 'resource' ? { ...subject, form: 'terraform' } : subject,
    kind,
    names: namesAt(levels.length - 1),
    style: 'hcl',
    typed,
    word: text.slice(typed.start, typed.end).replace(/^"|"$/g, ''),
    prefix: prefix.slice(quote.length),
    quote,
    lead: /[=:]$/.test(lead) ? ' ' : '',
    tail: hasNext ? (/^\s/.test(behind) ? ',' : ', ') : '',
    edits: [],
    isShifted: false,
    follows: isAssigned ? 'colon' : 'nothing',
    adopted: undefined,
    indent,
    column: indent,
    layout: { step: 2, isCompact: false, newline: lineBreakOf(text) },
  };
}

interface OpenLevel {
  readonly expression: HclObject | HclList;
  /** The last entry or the next item; undefined in an object without entries. */
  readonly step: string | number | undefined;
}

/** The collections without a closing bracket, from outer to inner. */
function openLevels(expression: HclExpression | undefined): readonly OpenLevel[] {
  if ((expression?.kind !== 'object' && expression?.kind !== 'list') || !expression.isUnended) return [];
  if (expression.kind === 'object') {
    const last = expression.entries.at(-1);
    const step = last?.key.kind === 'literal' ? String(last.key.value) : undefined;
    return [{ expression, step }, ...openLevels(last?.value)];
  }
  const inner = openLevels(expression.items.at(-1));
  return [{ expression, step: expression.items.length - (inner.length > 0 ? 1 : 0) }, ...inner];
}

/** By the text before the word on its line; undefined where nothing can be written. */
function kindAt({ expression }: OpenLevel, lead: string): 'key' | 'value' | 'node' | undefined {
  if (expression.kind === 'list') return /(?:^|[[,])\s*$/.test(lead) ? 'node' : undefined;
  if (/(?:^|[{,])\s*$/.test(lead)) return 'key';
  return /[^=!<>][=:]\s*$/.test(lead) ? 'value' : undefined;
}

/** The entries of each object by its start, without the word, and with their scalars; empty texts for other values. */
function namesByStart(text: string, { start, end }: Span): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const { body } = readHcl(text.slice(0, start) + ' '.repeat(end - start) + text.slice(end), 'terraform');
  const objects = [...allExpressions(body)].filter((each) => each.kind === 'object');
  return new Map(
    objects.map((object) => {
      const entries = object.entries.flatMap(({ key, value }): [string, string][] => {
        const known = staticValue(value);
        const scalar = known.kind === 'scalar' ? String(known.value ?? '') : '';
        return key.kind === 'literal' ? [[String(key.value), scalar]] : [];
      });
      return [object.span.start, new Map(entries)];
    }),
  );
}
