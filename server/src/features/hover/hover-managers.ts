/** Explains managedFields: which manager owns which fields. */
import { member, textOf, type Bound } from '../../analysis/binding/bind.ts';
import { jsonOf } from '../../analysis/apply/field-config.ts';
import { fromFieldsV1, leavesOf } from '../../analysis/apply/field-set.ts';
import { fieldPathText } from '../../analysis/apply/apply-words.ts';
import { millisecondsOf } from '../../contract/timestamp.ts';
import { listed } from '../../text/quote.ts';
import { distanceWords, timeWords } from '../../text/time-words.ts';
import type { HoverTarget } from './hover-target.ts';

const mostPaths = 8;
const mostManagers = 10;

/** One entry: its manager, its fields, and when and how they were set; undefined for an unreadable field set. */
export function managerWords(entry: Bound, target: HoverTarget): string | undefined {
  const { minor, options } = target;
  const { code } = options.markup;
  const owned = ownedWords(entry, target);
  if (owned === undefined) return undefined;
  const operation = textOf(member(entry, 'operation'));
  const version = textOf(member(entry, 'apiVersion'));
  const subresource = textOf(member(entry, 'subresource'));
  const moment = millisecondsOf(textOf(member(entry, 'time')) ?? '', minor);
  const how = [
    operation ? `by ${code(operation)}` : '',
    version ? `in ${code(version)}` : '',
    subresource ? `through the subresource ${code(subresource)}` : '',
    moment === undefined ? '' : `on ${timeWords(moment)}, ${distanceWords(moment, options.now)}`,
  ].filter(Boolean);
  return how.length === 0 ? owned : `${owned}\n\nSet ${how.join(' ')}.`;
}

/** All entries of managedFields, one per line; undefined where there are none. */
export function managerList(target: HoverTarget): string | undefined {
  const lines = target.node.children.flatMap((entry) => ownedWords(entry, target) ?? []);
  if (lines.length === 0) return undefined;
  const rest = lines.length - mostManagers;
  const shown = lines.slice(0, mostManagers).map((line) => `- ${line}`);
  return [...shown, ...(rest > 0 ? [`- … and ${rest} more.`] : [])].join('\n');
}

/** Undefined for an unreadable field set, which a rule reports. */
function ownedWords(entry: Bound, { resource, options: { markup } }: HoverTarget): string | undefined {
  const fieldSet = member(entry, 'fieldsV1');
  const read =
    fieldSet && fieldSet.value.kind !== 'opaque' ? fromFieldsV1(jsonOf(fieldSet.value, resource.document)) : undefined;
  if (!read || 'message' in read) return undefined;
  const name = textOf(member(entry, 'manager'));
  const manager = name ? markup.code(name) : 'A manager without a name';
  const paths = leavesOf(read).map(fieldPathText);
  if (paths.length === 0) return `${manager} owns no field.`;
  const rest = paths.length - mostPaths;
  const shown = paths.slice(0, mostPaths).map((path) => markup.code(path));
  return `${manager} owns ${listed(rest > 0 ? [...shown, `${rest} more`] : shown)}.`;
}
