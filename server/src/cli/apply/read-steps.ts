/** Reads a file of steps: requests to replay, as JSON. Answers that were recorded beside them are not looked at. */
import { resolve } from 'node:path';
import type { Json, JsonObject } from '../../analysis/apply/json-value.ts';
import type { ApplyStep } from '../../analysis/apply/apply-step.ts';
import { readJson } from '../../frontends/json/parse-json.ts';
import { lineStarts, positionAt } from '../../text/line-index.ts';
import { nearest } from '../../text/nearest.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { pathText } from '../../tree/path.ts';
import type { Path } from '../../tree/path.ts';
import { entryOf, stringOf, valueOf } from '../../tree/value.ts';
import type { Mapping, Sequence, Value } from '../../tree/value.ts';
import { readInput } from '../inputs/read-input.ts';
import { UsageError } from '../usage.ts';

/** The steps of the named file, or of standard input (`-`); throws a UsageError for anything else than steps. */
export function readSteps(file: string, cwd: string): readonly ApplyStep[] {
  const name = file === '-' ? 'standard input' : file;
  const read = readInput({ name, path: file === '-' ? undefined : resolve(cwd, file), isNamed: true });
  if (read.kind !== 'text') throw new UsageError(read.kind === 'problem' ? read.message : `${name} is not text.`);
  const { text } = read;
  const starts = lineStarts(text);
  const fail: Fail = ({ start }, path, message) => {
    const { line, character } = positionAt(starts, start);
    const where = path.length > 0 ? ` ${pathText(path)}:` : '';
    throw new UsageError(`${name}:${line + 1}:${character + 1}:${where} ${message}`);
  };
  const { list, path } = findList(rootOf(text, fail), fail);
  return list.items.map((item, i) => readStep(item, [...path, i], fail));
}

type Fail = (span: Span, path: Path, message: string) => never;

const form = 'A file of steps is {"steps": […]} or the bare list';

function rootOf(text: string, fail: Fail): Value {
  const first = text.search(/\S/);
  const at = { start: Math.max(0, first), end: text.length };
  if (first < 0) fail(at, [], `There is nothing here. ${form}.`);
  if (!/[[{]/.test(text[first] ?? '')) fail(at, [], `This is no JSON object or list. ${form}, as JSON.`);
  const { root, issues } = readJson(text);
  const issue = issues[0];
  const isBehind = issue && root && issue.span.start >= root.span.end && text.slice(issue.span.start).trim() !== '';
  if (isBehind) fail(issue.span, [], 'There is more text behind the end of the JSON. Write one list with all steps.');
  if (issue) fail(issue.span, [], issue.message);
  return root ?? fail(at, [], `This is no JSON. ${form}.`);
}

function findList(root: Value, fail: Fail): { readonly list: Sequence; readonly path: Path } {
  if (root.kind === 'sequence') {
    const sequence = root.items.find((item) => item.kind === 'mapping' && entryOf(item, 'steps'));
    if (sequence?.kind === 'mapping') failForSequences(root, sequence, fail);
    return { list: root, path: [] };
  }
  if (root.kind !== 'mapping') return fail(root.span, [], `Here is ${words(root)}. ${form}.`);
  const steps = valueOf(root, 'steps');
  if (steps?.kind === 'sequence') return { list: steps, path: ['steps'] };
  if (steps) fail(steps.span, ['steps'], `Here is ${words(steps)}, but "steps" must be a list. Write {"steps": […]}.`);
  const step = entryOf(root, 'operation') ? ' Put this step into a list.' : '';
  return fail(root.span, [], `This object has no "steps". ${form}.${step}`);
}

function failForSequences(root: Sequence, sequence: Mapping, fail: Fail): never {
  const index = root.items.indexOf(sequence);
  const id = stringOf(valueOf(sequence, 'id'));
  const message = `This is a sequence with steps of its own${id === undefined ? '' : `, ${quote(id)}`}, but one sequence is replayed at a time. Pick one: write that object, or its "steps", into a file by itself.`;
  return fail(sequence.span, [index], message);
}

const operations = ['create', 'update', 'apply'] as const;
const members: readonly string[] = ['operation', 'manager', 'force', 'config'];

function readStep(step: Value, path: Path, fail: Fail): ApplyStep {
  if (step.kind !== 'mapping')
    return fail(step.span, path, `Here is ${words(step)}, but a step is an object with ${members.join(', ')}.`);
  // Anything may be noted beside a step, but not what looks like a member that was meant.
  for (const { name, key } of step.entries) {
    const meant = members.includes(name) ? undefined : nearest(name, members);
    if (meant !== undefined) fail(key, [...path, name], `A step has no ${quote(name)}. Did you mean ${quote(meant)}?`);
  }
  const written = need(step, 'operation', path, fail);
  const operation = operations.find((each) => each === stringOf(written));
  if (operation === undefined)
    fail(
      written.span,
      [...path, 'operation'],
      `${shown(written)} is no operation. Write "create", "update" or "apply".`,
    );
  const manager = need(step, 'manager', path, fail);
  const name = stringOf(manager);
  if (!name)
    fail(
      manager.span,
      [...path, 'manager'],
      `${shown(manager)} names no field manager. Write a name such as "kubectl".`,
    );
  const force = valueOf(step, 'force');
  const isForced = force?.kind === 'scalar' && force.value === true;
  if (force && !isForced && !(force.kind === 'scalar' && force.value === false))
    fail(
      force.span,
      [...path, 'force'],
      `${shown(force)} is neither true nor false. Write one of them, or leave it out.`,
    );
  const config = need(step, 'config', path, fail);
  if (config.kind !== 'mapping')
    return fail(config.span, [...path, 'config'], `${shown(config)} is no object. Write the whole manifest as JSON.`);
  // Only an apply can be forced; in other requests the server does not look at it.
  return { operation, manager: name, force: isForced, config: objectOf(config, [...path, 'config'], fail) };
}

function need(step: Mapping, name: string, path: Path, fail: Fail): Value {
  return valueOf(step, name) ?? fail(step.span, path, `This step has no ${quote(name)}. Add it.`);
}

function objectOf(mapping: Mapping, path: Path, fail: Fail): JsonObject {
  return Object.fromEntries(mapping.entries.map(({ name, value }) => [name, jsonOf(value, [...path, name], fail)]));
}

function jsonOf(value: Value, path: Path, fail: Fail): Json {
  switch (value.kind) {
    case 'mapping':
      return objectOf(value, path, fail);
    case 'sequence':
      return value.items.map((item, i) => jsonOf(item, [...path, i], fail));
    case 'opaque':
      return fail(
        value.span,
        path,
        'A character of the private use area cannot be read here. Write an escape instead.',
      );
    case 'scalar':
      return typeof value.value === 'bigint' ? Number(value.value) : value.value;
  }
}

/** What stands there, as the start of a sentence. */
function shown(value: Value): string {
  if (value.kind !== 'scalar') return value.kind === 'sequence' ? 'A list' : 'An object';
  return typeof value.value === 'string' ? quote(value.value) : value.text;
}

function words(value: Value): string {
  if (value.kind === 'mapping') return 'an object';
  return value.kind === 'sequence' ? 'a list' : shown(value);
}
