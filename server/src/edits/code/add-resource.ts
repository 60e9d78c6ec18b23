/** Adds the constructor call of a new resource to a program, as a statement beside the call of another one. */
import type { ObjectType } from '../../contract/type.ts';
import { resourceType } from '../../contract/contract.ts';
import { neighbourType } from '../../contract/neighbours.ts';
import { programSyntax } from '../../frontends/code/read-code.ts';
import { lineBreakOf } from '../../text/line.ts';
import type { TextEdit } from '../../text/edit.ts';
import type { Document, Resource } from '../../tree/document.ts';
import type { Plain } from '../../tree/tree-edit.ts';
import { stringOf, valueAtPath } from '../../tree/value.ts';
import { indentAt } from '../parts/open-part.ts';
import { textPart, type MapPart, type PairPart } from '../parts/part.ts';
import type { CodeStyle } from './code-style.ts';
import { partOf } from './print-code.ts';
import { printResource } from './print-resource.ts';
import { programStyle } from './program-style.ts';
import { slotOf } from './slots.ts';
import { statementBeside } from './statement-place.ts';

/** A manifest. */
type NewObject = { readonly [field: string]: Plain };

/** The first edit is the statement. Undefined where no statement can be added, or the language cannot write it. */
export function addResourceInProgram(
  document: Document,
  beside: Resource,
  manifest: Plain,
): readonly TextEdit[] | undefined {
  const object = manifest as NewObject;
  const syntax = programSyntax(document);
  const place = syntax && statementBeside(beside.span, syntax);
  const type = typeof object['kind'] === 'string' ? typeOfKind(object['kind']) : undefined;
  const style = programStyle(document);
  const properties = type && propertiesOf(document, beside, object, style);
  if (!place || !properties) return undefined;
  const { text } = document;
  const lines = printResource(
    {
      type,
      name: logicalName(document, beside, object),
      properties,
      options: [],
      variable: undefined,
      ...(place.context !== undefined && { context: place.context }),
    },
    style,
    indentAt(text, beside.span.start),
  );
  if (!lines) return undefined;
  const newline = lineBreakOf(text);
  const statement = lines.map((line) => (line === '' ? '' : place.indent + line)).join(newline);
  const written = place.isBefore ? statement + newline + newline : newline + newline + statement;
  const span = { start: place.offset, end: place.offset };
  return [{ span, text: written }, ...style.references.edits];
}

function typeOfKind(kind: string): ObjectType | undefined {
  const type = resourceType(kind) ?? neighbourType(kind);
  return type.kind === 'object' ? type : undefined;
}

/** The constructors add `apiVersion` and `kind`. */
function propertiesOf(
  document: Document,
  beside: Resource,
  { apiVersion: _version, kind: _kind, ...object }: NewObject,
  style: CodeStyle,
): MapPart | undefined {
  const part = partOf(object, style);
  if (part?.kind !== 'map') return undefined;
  const pairs = part.pairs.map((pair): PairPart => {
    if (pair.name !== 'metadata' || pair.value.kind !== 'map') return pair;
    const members = pair.value.pairs.map((each) => likeBeside(document, beside, each, object['metadata']));
    return { ...pair, value: { ...pair.value, pairs: members } };
  });
  return { ...part, pairs };
}

/** A name or a namespace by the expression that gives the same text to the other resource, such as a constant. */
function likeBeside(
  document: Document,
  { properties }: Resource,
  pair: PairPart,
  metadata: Plain | undefined,
): PairPart {
  const own = valueAtPath(properties, ['metadata', pair.name]);
  const plain = (metadata as { readonly [name: string]: Plain } | undefined)?.[pair.name];
  if (own?.kind !== 'scalar' || !own.isAlias || own.isShared || stringOf(own) !== plain) return pair;
  const at = slotOf(document, own)?.part.value;
  const text = at && document.text.slice(at.start, at.end);
  return text === undefined || text.includes('\n') ? pair : { ...pair, value: textPart(text) };
}

/** That of the other resource for an object of the same name, unless a resource of the kind has it. */
function logicalName({ resources, neighbours }: Document, beside: Resource, { kind, metadata }: NewObject): string {
  const { name: given } = metadata as NewObject;
  const name = String(given);
  const taken = new Set([...resources, ...neighbours].flatMap((each) => (each.type === kind ? each.name : [])));
  const own = valueAtPath(beside.properties, ['metadata', 'name']);
  const wanted = stringOf(own) === name && beside.name !== undefined ? beside.name : name;
  return [wanted, name, `${name}-${String(kind).toLowerCase()}`].find((each) => !taken.has(each)) ?? name;
}
