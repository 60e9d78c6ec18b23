/**
 * What the API server says of a whole object before it keeps it: the rules that it enforces, with its own paths and
 * reasons. For an object that a request results in, of which there is no text.
 */
import { compareJson, isList, memberOf } from '../analysis/apply/json.ts';
import type { Json, JsonObject } from '../analysis/apply/json.ts';
import type { Cause } from '../analysis/apply/step.ts';
import { qualifiedNameProblem } from '../contract/format.ts';
import { memo } from '../text/memo.ts';
import { quote } from '../text/quote.ts';
import type { Document } from '../tree/document.ts';
import { pathText } from '../tree/path.ts';
import type { Path } from '../tree/path.ts';
import { checkFile } from './check.ts';
import type { CheckSettings } from './check.ts';
import { mappingOf } from './json-tree.ts';
import { isOnRelations } from './rule.ts';
import type { Diagnostic, Rule } from './rule.ts';

export type VerdictSettings = Pick<CheckSettings, 'rules' | 'minor' | 'onBug'>;

/** Why the server refuses the object, in the order of its fields; empty where it keeps it. `before` is what it has now. */
export function causesAgainst(object: JsonObject, settings: VerdictSettings, before?: JsonObject): readonly Cause[] {
  const { minor, onBug } = settings;
  const file = { text: '', parts: [{ start: 0, document: documentOf(object) }] };
  const found = checkFile(file, { rules: enforced(settings.rules), minor, severities: new Map(), onBug });
  const causes = [...renamed(object, before), ...found.flatMap(({ diagnostic }) => causesOf(diagnostic, object))];
  const isKept = minor >= ratcheting && before !== undefined && hasSame('subsets', before, object);
  const seen = new Set<string>();
  return causes.filter(({ field, reason }) => {
    const key = `${field} ${reason}`;
    if (seen.has(key) || (isKept && field.startsWith('subsets'))) return false;
    seen.add(key);
    return true;
  });
}

/** Since this version, subsets that stay as they are are not looked at again. */
const ratcheting = 33;

function hasSame(name: string, a: JsonObject, b: JsonObject): boolean {
  return compareJson(memberOf(a, name) ?? null, memberOf(b, name) ?? null) === 'same';
}

/** An object keeps its name and its namespace. */
function renamed(object: JsonObject, before: JsonObject | undefined): readonly Cause[] {
  return ['name', 'namespace'].flatMap((name) => {
    const old = textOf(memberOf(memberOf(before, 'metadata'), name));
    const text = textOf(memberOf(memberOf(object, 'metadata'), name));
    if (old === '' || text === '' || old === text) return [];
    const field = `metadata.${name}`;
    const message = `${field}: ${quote(text)} stands where the object has ${quote(old)}, which cannot change`;
    return [{ field, reason: 'FieldValueInvalid', message }];
  });
}

const enforced = memo((rules: readonly Rule[]) =>
  rules.filter((rule) => rule.enforcedBy === 'server' && !isOnRelations(rule)),
);

function documentOf(object: JsonObject): Document {
  const root = mappingOf(object);
  const name = memberOf(memberOf(object, 'metadata'), 'name');
  const resource = {
    type: 'Endpoints',
    apiVersion: 'v1',
    form: 'kubernetes',
    name: typeof name === 'string' ? name : undefined,
    properties: root,
    span: root.span,
    head: root.span,
    isPartial: false,
    envelope: undefined,
  } as const;
  return {
    text: '',
    form: 'kubernetes',
    syntax: 'json',
    root,
    resources: [resource],
    neighbours: [],
    misnamed: [],
    issues: [],
    // An annotation silences a checker, never the server.
    ignores: [],
    remarks: [],
    anchors: [],
    references: [],
  };
}

function causesOf({ rule: { code }, path = [], message }: Diagnostic, object: JsonObject): readonly Cause[] {
  const reason = reasons[code] ?? 'FieldValueInvalid';
  return serverPaths(code, path, object).map((each) => {
    const field = pathText(each);
    return { field, reason, message: `${field || 'the object'}: ${sentence(message)}` };
  });
}

/** What is not listed is invalid, also a field that is missing but has a syntax: the server reads it as empty. */
const reasons: { readonly [code: string]: string } = {
  'annotations-too-large': 'FieldValueTooLong',
  'empty-subset': 'FieldValueRequired',
  'integer-out-of-range': 'FieldValueTypeInvalid',
  'malformed-timestamp': 'FieldValueTypeInvalid',
  'missing-name': 'FieldValueRequired',
  'object-too-large': 'FieldValueTooLong',
  'unknown-protocol': 'FieldValueNotSupported',
  'unnamed-port': 'FieldValueRequired',
  'wrong-type': 'FieldValueTypeInvalid',
};

/** An editor points at a key or an item where the server blames the map or the list, and of owners it tells no index. */
function serverPaths(code: string, path: Path, object: JsonObject): readonly Path[] {
  const [, field, index] = path;
  if (path[0] !== 'metadata' || reasons[code] === 'FieldValueTypeInvalid') return [path];
  const whole = path.slice(0, 2);
  if (field === 'labels' || field === 'annotations') return [whole];
  if (code === 'banned-owner' || code === 'several-controllers' || code === 'conflicting-finalizers') return [whole];
  if (field === 'ownerReferences') return [[...whole, ...path.slice(3)]];
  if (field === 'finalizers') {
    const list = memberOf(memberOf(object, 'metadata'), 'finalizers');
    const text = isList(list) && typeof index === 'number' ? textOf(list[index]) : '';
    return [...(qualifiedNameProblem(text) ? [whole] : []), ...(text.includes('/') ? [] : [path])];
  }
  // The name is made of the prefix before both are looked at.
  const isNamed = textOf(memberOf(memberOf(object, 'metadata'), 'name')) !== '';
  return field === 'generateName' && !isNamed ? [path, ['metadata', 'name']] : [path];
}

function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : '';
}

/** What is wrong, without what to do. */
function sentence(message: string): string {
  return message.split(/(?<=[^.])\. (?=["A-Z])/)[0]?.replace(/\.$/, '') ?? message;
}
