/** Reads a file of steps: requests to replay, as JSON. Recorded answers are ignored. */
import { resolve } from 'node:path';
import type { Json, JsonObject } from '../../analysis/apply/json-value.ts';
import type { ApplyStep } from '../../analysis/apply/apply-step.ts';
import { readJson } from '../../frontends/json/parse-json.ts';
import { lineStarts, positionAt } from '../../text/line-index.ts';
import { nearest } from '../../text/nearest.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { pathText, type Path } from '../../tree/path.ts';
import { entryOf, stringOf, valueOf, type Mapping, type Sequence, type Value } from '../../tree/value.ts';
import { readInput } from '../inputs/read-input.ts';
import { UsageError } from '../usage.ts';

/** `-` is standard input. Throws a UsageError with the place of the first error. */
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
  if (first < 0) fail(at, [], `The file is empty. ${form}.`);
  if (!/[[{]/.test(text[first] ?? '')) fail(at, [], `This is not a JSON object or list. ${form}, as JSON.`);
  const { root, issues } = readJson(text);
  const issue = issues[0];
  const isBehind = issue && root && issue.span.start >= root.span.end && text.slice(issue.span.start).trim() !== '';
  if (isBehind) fail(issue.span, [], 'There is more text after the JSON value. Write one list with all steps.');
  if (issue) fail(issue.span, [], issue.message);
  return root ?? fail(at, [], `This is not JSON. ${form}.`);
}

function findList(root: Value, fail: Fail): { readonly list: Sequence; readonly path: Path } {
  if (root.kind === 'sequence') {
    const sequence = root.items.find((item) => item.kind === 'mapping' && entryOf(item, 'steps'));
    if (sequence?.kind === 'mapping') failForSequences(root, sequence, fail);
    return { list: root, path: [] };
  }
  if (root.kind !== 'mapping') return fail(root.span, [], `${shown(root)} is not a list of steps. ${form}.`);
  const steps = valueOf(root, 'steps');
  if (steps?.kind === 'sequence') return { list: steps, path: ['steps'] };
  if (steps) fail(steps.span, ['steps'], `${shown(steps)} is not a list of steps. Write {"steps": […]}.`);
  const step = entryOf(root, 'operation') ? ' Put this step into a list.' : '';
  return fail(root.span, [], `This object has no "steps". ${form}.${step}`);
}

function failForSequences(root: Sequence, sequence: Mapping, fail: Fail): never {
  const index = root.items.indexOf(sequence);
  const id = stringOf(valueOf(sequence, 'id'));
  const message = `This is a sequence of steps${id === undefined ? '' : `, ${quote(id)}`}, and only one can be replayed. Write this object, or its "steps", to a file of its own.`;
  return fail(sequence.span, [index], message);
}

const operations = ['create', 'update', 'apply'] as const;
const members: readonly string[] = ['operation', 'manager', 'force', 'config'];

function readStep(step: Value, path: Path, fail: Fail): ApplyStep {
  if (step.kind !== 'mapping')
    return fail(step.span, path, `${shown(step)} is not a step. Write an object with ${members.join(', ')}.`);
  // A step may have other members, such as notes, but not a misspelled one.
  for (const { name, key } of step.entries) {
    const meant = members.includes(name) ? undefined : nearest(name, members);
    if (meant !== undefined) fail(key, [...path, name], `A step has no ${quote(name)}. Did you mean ${quote(meant)}?`);
  }
  const need = (name: string): Value =>
    valueOf(step, name) ?? fail(step.span, path, `This step has no ${quote(name)}. Add it.`);
  const reject = (value: Value, name: string, message: string): never =>
    fail(value.span, [...path, name], `${shown(value)} ${message}`);
  const written = need('operation');
  const operation =
    operations.find((each) => each === stringOf(written)) ??
    reject(written, 'operation', 'is not a valid operation. Use "create", "update" or "apply".');
  const manager = need('manager');
  const name = stringOf(manager) || reject(manager, 'manager', 'is not a field manager. Use a name such as "kubectl".');
  const force = valueOf(step, 'force');
  const isForced = force?.kind === 'scalar' && force.value === true;
  if (force && !isForced && !(force.kind === 'scalar' && force.value === false))
    reject(force, 'force', 'is not true or false. Use one of them, or remove the member.');
  const config = need('config');
  if (config.kind !== 'mapping') return reject(config, 'config', 'is not an object. Write the whole manifest as JSON.');
  return { operation, manager: name, force: isForced, config: objectOf(config, [...path, 'config'], fail) };
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
      return fail(value.span, path, 'Characters of the private use area are not supported. Use an escape sequence.');
    case 'scalar':
      return typeof value.value === 'bigint' ? Number(value.value) : value.value;
  }
}

function shown(value: Value): string {
  if (value.kind !== 'scalar') return value.kind === 'sequence' ? 'A list' : 'An object';
  return typeof value.value === 'string' ? quote(value.value) : value.text;
}
