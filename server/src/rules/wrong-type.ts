/** Reports values that do not have the type of their field: the API server cannot decode the object. */
import { isRemovedByPulumi } from '../analysis/apply/field-config.ts';
import type { Bound } from '../analysis/binding/bind.ts';
import { replaceBy } from '../lint/fix.ts';
import { describeInProgram, requiredType, wayOutInProgram } from '../lint/program-types.ts';
import { defineRule } from '../lint/rule.ts';
import { isConvertedByTerraform, wayOutInHcl } from '../lint/terraform-types.ts';
import { quote } from '../text/quote.ts';
import { isPathStep } from '../tree/json-patch.ts';
import type { Document } from '../tree/document.ts';
import type { Fix } from '../tree/tree-edit.ts';
import type { Opaque } from '../tree/value.ts';

export const wrongType = defineRule({
  code: 'wrong-type',
  summary: 'A value must have the type of its field.',
  enforcedBy: 'server',
  on: 'mismatch',
  check(mismatch, { report, document, resource }) {
    if (mismatch.kind !== 'type') return;
    const { node } = mismatch;
    const { terraform } = resource;
    if (resource.form === 'pulumi' && isReportedElsewhere(node)) return;
    if (terraform && isConvertedByTerraform(node, terraform)) return;
    if (resource.isJsonPatch && isPathStep(node.value)) {
      const message = stepProblem(node);
      const below = node.value.kind === 'mapping' ? node.value.entries[0] : undefined;
      const span = (below ?? node.entry)?.key;
      if (span) report({ span, path: node.path }, message);
      return;
    }
    // After a syntax error, an apparent collection may be the lines that follow.
    if (document.issues.length > 0 && node.value.kind !== 'scalar') return;
    const name = node.entry ? quote(node.entry.name) : 'this item';
    const { language } = document;
    if (terraform && !terraform.isYaml) {
      const required = requiredType(node.type, 'go');
      const message = `${describeInProgram(node.value)}, but ${name} must be ${required}. ${wayOutInHcl(node, terraform)}`;
      report(node, message, { fix: conversion(node) });
      return;
    }
    const message = language
      ? `${describeInProgram(node.value)}, but ${name} must be ${requiredType(node.type, language)}. ${wayOutInProgram(node, language)}`
      : `${describe(node, document)}, but ${name} must be ${requiredType(node.type)}. ${wayOut(node, document)}`;
    report(node, message, { fix: conversion(node) });
  },
});

/** The way of a path through a value that has no such members. */
function stepProblem({ entry, type }: Bound): string {
  const name = entry ? quote(entry.name) : 'this item';
  if (type.kind === 'list')
    return `In this path, ${name} is a list, and an index must follow it. Add the index, or "-" for a new item.`;
  if (type.kind === 'object' || type.kind === 'map')
    return `In this path, ${name} is a mapping, and no index can follow it. Remove the index.`;
  return `In this path, ${name} is ${requiredType(type)}, and nothing can follow it. End the path there.`;
}

/** True for constants, which wrong-constant reports, and for dropped fields, which Pulumi's type checker accepts. */
function isReportedElsewhere(node: Bound): boolean {
  const { value, type, path } = node;
  if (value.kind !== 'scalar') return false;
  if (type.kind === 'string') return path.length === 1 || isRemovedByPulumi(node);
  return type.kind === 'integer' && typeof value.value === 'number' && isRemovedByPulumi(node);
}

function describe({ value, type }: Bound, { text: source }: Document): string {
  if (value.kind === 'mapping') return 'This is a mapping';
  if (value.kind === 'sequence') return 'This is a list';
  if (value.kind === 'opaque') return describeTemplate(value, source.slice(value.span.start, value.span.end));
  if (typeof value.value === 'string') return describeText(value.text, value.value);
  const read = String(value.value);
  const text = value.text.length > 48 ? quote(value.text) : value.text;
  const what = typeof value.value === 'boolean' ? 'boolean' : 'number';
  if (read === value.text) return `${text} is a ${what}`;
  return type.kind === 'string'
    ? `The unquoted value ${text} is the ${what} ${read}`
    : `${text} is read as the ${what} ${read}`;
}

function describeTemplate({ rendered }: Opaque, written: string): string {
  if (!rendered) return 'This is an expression';
  if (/^[|>]/.test(written)) return 'This block is a string';
  const text = written.length > 48 || /[\r\n]/.test(written) ? 'This template' : written;
  return /^["']/.test(written)
    ? `${text} renders a string because of its quotes`
    : `${text} renders a string because of "${quotingIn(written)}"`;
}

function quotingIn(template: string): string {
  return /\bsquote\b/.test(template) ? 'squote' : 'quote';
}

function describeText(text: string, value: string): string {
  if (/^[|>]/.test(text)) return 'This block is a string';
  if (!/^["']/.test(text)) return `${quote(text)} is a string`;
  return `${text.length > 48 || /[\r\n]/.test(text) ? quote(value) : text} is a string because of its quotes`;
}

function wayOut(node: Bound, document: Document): string {
  const { value, type } = node;
  if (value.kind === 'opaque' && value.rendered) {
    const written = document.text.slice(value.span.start, value.span.end);
    const first = written[0] ?? '';
    if (/[|>]/.test(first)) return `Remove "${first}", and write the template behind the name.`;
    return /["']/.test(first) ? 'Remove the quotes.' : `Remove "${quotingIn(written)}".`;
  }
  if (isAddress(node) && value.kind === 'scalar' && typeof value.value === 'string' && value.value !== '')
    return `Write ${quote(`ip: ${value.value}`)} instead.`;
  if (type.kind === 'string' && document.chartValues) return 'Add "| quote" where the template uses it.';
  if (type.kind === 'string') return value.kind === 'scalar' ? 'Put it in quotes.' : 'Write a string instead.';
  if (type.kind === 'integer') {
    const isName = value.kind === 'scalar' && typeof value.value === 'string' && !/\d/.test(value.value);
    return isName ? 'Write the number instead of a name.' : 'Write only digits, without quotes or a decimal point.';
  }
  if (type.kind === 'integer or string') return 'Write a port number, or the name of a port.';
  if (type.kind === 'boolean') return 'Write true or false without quotes.';
  if (type.kind === 'list') return 'Start each item with "- ".';
  return 'Write its fields as "name: value" lines.';
}

/** Converts the value to the required type, if it is clear what was meant. */
function conversion(node: Bound): Fix | undefined {
  const { value, type } = node;
  if (value.kind !== 'scalar') return undefined;
  const text = String(value.value);
  if (type.kind === 'string') {
    // If only few strings are valid, quotes alone would lead to the next error.
    const isFree =
      !type.choices && (type.format === undefined || type.format === 'label-value' || type.format === 'dns-label');
    const source = value.text === '' ? String(value.value) : value.text;
    return replaceBy(value, source, isFree ? 'safe' : 'suggested', `Put ${value.text} in quotes`);
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
