/** Validates the object that a request results in, by the rules that the API server enforces. */
import {
  compareJson,
  isList,
  memberItems,
  memberOf,
  valueAt,
  type Json,
  type JsonObject,
} from '../analysis/apply/json-value.ts';
import { causeAt, type Cause } from '../analysis/apply/apply-step.ts';
import { immutableFieldCauses } from '../analysis/apply/api-server.ts';
import { kindOf } from '../analysis/apply/shape.ts';
import { addressLists, apiVersions } from '../contract/contract.ts';
import { dnsSubdomainProblem, qualifiedNameProblem, sampleGeneratedName } from '../contract/string-format.ts';
import { memo } from '../text/memo.ts';
import { quote } from '../text/quote.ts';
import { bareDocument, type Document } from '../tree/document.ts';
import { pathText, type Path } from '../tree/path.ts';
import { checkFile } from './check-file.ts';
import type { CheckSettings } from './check-documents.ts';
import { mappingOf } from '../analysis/apply/json-tree.ts';
import { isRatcheted } from './ratcheting.ts';
import { isOnRelations, type Diagnostic, type Rule } from './rule.ts';

export type VerdictSettings = Pick<CheckSettings, 'rules' | 'minor' | 'onBug'>;

/** The reasons why the API server rejects the object, in field order; empty where it accepts it. `before` is the stored object. */
export function causesAgainst(object: JsonObject, settings: VerdictSettings, before?: JsonObject): readonly Cause[] {
  const { minor, onBug } = settings;
  const file = { text: '', parts: [{ start: 0, document: documentOf(object) }] };
  const found = checkFile(file, { rules: enforced(settings.rules), minor, severities: new Map(), onBug });
  const causes = [...changed(object, before), ...found.flatMap(({ diagnostic }) => causesOf(diagnostic, object))];
  const kind = kindOf(object);
  const isKept = before !== undefined && hasSame(addressLists[kind], before, object);
  const seen = new Set<string>();
  return causes.filter(({ field, reason }) => {
    const key = `${field} ${reason}`;
    if (seen.has(key) || (isKept && isRatcheted(kind, field, minor))) return false;
    seen.add(key);
    return true;
  });
}

function hasSame(name: string, a: JsonObject, b: JsonObject): boolean {
  return compareJson(memberOf(a, name) ?? null, memberOf(b, name) ?? null) === 'same';
}

/** Changes of immutable fields, and of fields that only a deletion sets. */
function changed(object: JsonObject, before: JsonObject | undefined): readonly Cause[] {
  if (!before) return [];
  const [old, now] = [memberOf(before, 'metadata'), memberOf(object, 'metadata')];
  const names = ['name', 'namespace', 'uid'].filter((name) => {
    const [a, b] = [textOf(memberOf(old, name)), textOf(memberOf(now, name))];
    return a !== '' && b !== '' && a !== b;
  });
  const marks = ['deletionTimestamp', 'deletionGracePeriodSeconds'].filter((name) => {
    const value = memberOf(now, name);
    return value !== undefined && compareJson(value, memberOf(old, name) ?? null) === 'different';
  });
  const [known = [], finalizers = []] = [old, now].map((metadata) => memberItems(metadata, 'finalizers').map(textOf));
  const isDeleted = memberOf(old, 'deletionTimestamp') !== undefined;
  const added = isDeleted ? finalizers.filter((text) => !known.includes(text)) : [];
  return [
    ...added.map(forbidden),
    ...[...names, ...marks].map((name) => fixed(name, memberOf(old, name), memberOf(now, name) ?? null)),
    ...immutableFieldCauses(before, object),
  ];
}

function forbidden(finalizer: string): Cause {
  const message = `${quote(finalizer)} cannot be added, because the object is being deleted`;
  return causeAt('metadata.finalizers', 'FieldValueForbidden', message);
}

function fixed(name: string, before: Json | undefined, value: Json): Cause {
  const old = before === undefined ? 'nothing' : JSON.stringify(before);
  const message = `the value cannot change from ${old} to ${JSON.stringify(value)}`;
  return causeAt(`metadata.${name}`, 'FieldValueInvalid', message);
}

const enforced = memo((rules: readonly Rule[]) =>
  rules.filter((rule) => rule.enforcedBy === 'server' && !isOnRelations(rule)),
);

function documentOf(object: JsonObject): Document {
  const root = mappingOf(object);
  const kind = kindOf(object);
  const name = memberOf(memberOf(object, 'metadata'), 'name');
  const resource = {
    type: kind,
    apiVersion: apiVersions[kind],
    form: 'kubernetes',
    name: typeof name === 'string' ? name : undefined,
    properties: root,
    span: root.span,
    head: root.span,
    isPartial: false,
    envelope: undefined,
  } as const;
  // Without ignores: an ignore annotation silences this checker, but not the API server.
  return { ...bareDocument('', 'json', 'kubernetes'), root, resources: [resource] };
}

function causesOf({ rule, path = [], message, related }: Diagnostic, object: JsonObject): readonly Cause[] {
  const { code } = rule;
  const isRepeated = code === 'malformed-hint' && related.length > 0;
  const listed = isRepeated ? 'FieldValueDuplicate' : (reasons[code] ?? 'FieldValueInvalid');
  const reason = isAbsent(code, path, object) ? 'FieldValueRequired' : listed;
  return serverPaths(code, path, object).map((each) => causeAt(pathText(each), reason, sentence(message)));
}

/** True for a field of a slice that the API server requires before it validates the syntax. */
function isAbsent(code: string, path: Path, object: JsonObject): boolean {
  const isEmpty = (valueAt(object, path) ?? '') === '';
  if (path[0] === 'addressType') return isEmpty;
  if (path[2] === 'addresses' && memberOf(object, 'addressType') === 'FQDN' && path.length === 4) return isEmpty;
  return code === 'endpoint-without-address' && path.at(-1) === 'addresses';
}

/** Other codes are FieldValueInvalid. So is a missing field with a syntax, because the API server reads it as empty. */
const reasons: { readonly [code: string]: string } = {
  'annotations-too-large': 'FieldValueTooLong',
  'empty-subset': 'FieldValueRequired',
  'integer-out-of-range': 'FieldValueTypeInvalid',
  'malformed-timestamp': 'FieldValueTypeInvalid',
  'missing-name': 'FieldValueRequired',
  'object-too-large': 'FieldValueTooLong',
  'repeated-port-name': 'FieldValueDuplicate',
  'too-many-items': 'FieldValueTooMany',
  'unknown-address-type': 'FieldValueNotSupported',
  'unknown-protocol': 'FieldValueNotSupported',
  'unnamed-port': 'FieldValueRequired',
  'wrong-type': 'FieldValueTypeInvalid',
};

/** The paths that the API server reports: the whole map or list instead of a key or an item, and owners without an index. */
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
  return field === 'generateName' && isGeneratedNameInvalid(memberOf(object, 'metadata'))
    ? [path, ['metadata', 'name']]
    : [path];
}

/** The API server generates the name from the shortened prefix before it validates both, so the name may be valid where the prefix is not. */
function isGeneratedNameInvalid(metadata: Json | undefined): boolean {
  const prefix = textOf(memberOf(metadata, 'generateName'));
  return textOf(memberOf(metadata, 'name')) === '' && dnsSubdomainProblem(sampleGeneratedName(prefix)) !== undefined;
}

function textOf(json: Json | undefined): string {
  return typeof json === 'string' ? json : '';
}

/** The first sentence of a message: the problem without the way out. */
function sentence(message: string): string {
  return message.split(/(?<=[^.])\. (?=["A-Z])/)[0]?.replace(/\.$/, '') ?? message;
}
