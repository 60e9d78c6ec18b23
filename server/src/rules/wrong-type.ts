/** A value of another type than the field's: the server cannot decode the object at all. */
import { isRemovedByPulumi } from '../analysis/apply/field-config.ts';
import type { Bound } from '../analysis/binding/bind.ts';
import type { Type } from '../contract/type.ts';
import { replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';
import type { Fix } from '../tree/tree-edit.ts';
import type { Scalar } from '../tree/value.ts';

export const wrongType = defineRule({
  code: 'wrong-type',
  summary: 'A value must have the type of its field, as the server reads it.',
  enforcedBy: 'server',
  since: '0.1.0',
  on: 'mismatch',
  check(mismatch, { report, document, resource }) {
    if (mismatch.kind !== 'type') return;
    const { node } = mismatch;
    if (resource.form === 'pulumi' && isElsewhere(node)) return;
    // After a syntax error, what looks like a collection may be the lines that came next.
    if (document.issues.length > 0 && node.value.kind !== 'scalar') return;
    const name = node.entry ? quote(node.entry.name) : 'this item';
    const message = `${written(node)}, but ${name} must be ${needed(node.type)}. ${wayOut(node)}`;
    report(node, message, { fix: conversion(node) });
  },
});

/** A constant of the type has a rule of its own; what Pulumi drops is seen by its type checker alone, which takes these. */
function isElsewhere(node: Bound): boolean {
  const { value, type, path } = node;
  if (value.kind !== 'scalar') return false;
  if (type.kind === 'string') return path.length === 1 || isRemovedByPulumi(node);
  return type.kind === 'integer' && typeof value.value === 'number' && isRemovedByPulumi(node);
}

function written({ value }: Bound): string {
  if (value.kind === 'mapping') return 'Here is a mapping';
  if (value.kind === 'sequence') return 'Here is a list';
  if (value.kind === 'opaque') return 'Here is an expression';
  if (typeof value.value === 'string') return writtenText(value.text, value.value);
  const read = String(value.value);
  const text = value.text.length > 48 ? quote(value.text) : value.text;
  const what = typeof value.value === 'boolean' ? 'boolean' : 'number';
  return read === value.text ? `${text} is a ${what}` : `${text} is read as the ${what} ${read}`;
}

function writtenText(text: string, value: string): string {
  if (/^[|>]/.test(text)) return 'A block of lines is a string';
  if (!/^["']/.test(text)) return `${quote(text)} is a string`;
  return `${text.length > 48 || /[\r\n]/.test(text) ? quote(value) : text} is a string because of its quotes`;
}

function needed(type: Type): string {
  switch (type.kind) {
    case 'string':
      return 'a string';
    case 'integer':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'list':
      return 'a list';
    default:
      return 'a mapping';
  }
}

function wayOut(node: Bound): string {
  const { value, type } = node;
  if (isAddress(node) && value.kind === 'scalar' && typeof value.value === 'string' && value.value !== '')
    return `Write ${quote(`ip: ${value.value}`)} in its place.`;
  if (type.kind === 'string') return value.kind === 'scalar' ? 'Put it in quotes.' : 'Write one string in its place.';
  if (type.kind === 'integer') {
    const isName = value.kind === 'scalar' && typeof value.value === 'string' && !/\d/.test(value.value);
    return isName
      ? 'Write the number itself; names have no meaning here.'
      : 'Write the digits only, without quotes or a decimal point.';
  }
  if (type.kind === 'boolean') return 'Write true or false without quotes.';
  if (type.kind === 'list') return 'Start each item with "- ".';
  return 'Write its fields as "name: value" lines.';
}

/** The value of the right type that was evidently meant. */
function conversion(node: Bound): Fix | undefined {
  const { value, type } = node;
  if (value.kind !== 'scalar') return undefined;
  const text = String(value.value);
  if (type.kind === 'string') {
    // Where only few strings are right, quotes alone would bring the next error.
    const isFree =
      !type.choices && (type.format === undefined || type.format === 'label-value' || type.format === 'dns-label');
    return replaceBy(value, sourceOf(value), isFree ? 'safe' : 'suggested', `Put ${value.text} in quotes`);
  }
  if (type.kind === 'integer' && /^[+-]?(0|[1-9]\d{0,14})(\.0*)?$/.test(text))
    return replaceBy(value, Number(text), 'safe');
  if (type.kind === 'boolean' && /^(true|false)$/i.test(text))
    return replaceBy(value, text.toLowerCase() === 'true', 'safe');
  return isAddress(node) && typeof value.value === 'string' && text !== ''
    ? replaceBy(value, { ip: text }, 'suggested', `Write as "ip: ${text}"`)
    : undefined;
}

function isAddress({ type, entry, parent }: Bound): boolean {
  return type.kind === 'object' && type.base === 'EndpointAddress' && !entry && parent !== undefined;
}

function sourceOf(value: Scalar): string {
  return value.text === '' ? String(value.value) : value.text;
}
