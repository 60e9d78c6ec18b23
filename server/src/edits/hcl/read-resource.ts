/** Takes a resource of a Terraform module apart, or says why it cannot be: its object, its options, and what refers to it. */
import { terraformManifests, terraformOptions, terraformSchemas } from '../../contract/terraform.ts';
import {
  allExpressions,
  attributeIn,
  hclBlocks,
  innerExpressions,
  type HclBlock,
  type HclExpression,
} from '../../frontends/hcl/hcl.ts';
import { isTerraformJson } from '../../frontends/terraform/module-file.ts';
import { resourceAddress, type ModuleFile } from '../../frontends/terraform/module.ts';
import { headOf, statementsIn } from '../../frontends/terraform/read-body.ts';
import { filesBeside, terraformSyntax } from '../../frontends/terraform/read-document.ts';
import { lineAt, lineStarts } from '../../text/line-index.ts';
import { memoBy } from '../../text/memo.ts';
import { quote } from '../../text/quote.ts';
import { contains, type Span } from '../../text/span.ts';
import type { Document, Resource, TerraformFacts } from '../../tree/document.ts';
import { pairPart, type MapPart, type PairPart } from '../parts/part.ts';
import { attachComments } from './attach-comments.ts';
import { hclGaps, type HclText } from './hcl-gaps.ts';
import { usesOf, type ResourceAddressUse } from './module-references.ts';
import { argumentRows, commentRows, plainRow, type Rows } from './print-hcl.ts';
import type { ResourceArguments } from './print-resource.ts';
import {
  bodyPart,
  movableLines,
  statementSpan,
  valuePart,
  type HclObstacle,
  type PartsReading,
} from './read-body-parts.ts';

export interface ReadResource {
  readonly block: HclBlock;
  readonly file: ModuleFile;
  readonly siblings: readonly ModuleFile[];
  readonly facts: TerraformFacts;
  readonly part: MapPart;
  /** Without `depends_on`. */
  readonly options: ResourceArguments;
  readonly dependsOn: PairPart | undefined;
  /** References in the same file, all of which can be written anew. */
  readonly uses: readonly ResourceAddressUse[];
}

/** The first reason against it is returned where the resource cannot be taken apart. */
export const readHclResource = memoBy((document: Document, resource: Resource): ReadResource | HclObstacle => {
  const { terraform: facts, span, head } = resource;
  const file = terraformSyntax(document);
  const block = file?.hcl.body.blocks.find((each) => each.span.start === span.start);
  if (!facts || !file || !block || isTerraformJson(file.path)) {
    const message = 'The JSON syntax of Terraform is not converted yet. Convert it by hand.';
    return { span: head, message };
  }
  const siblings = filesBeside(document);
  const source = { text: document.text, comments: file.hcl.comments };
  const obstacles: HclObstacle[] = [];
  const stop = (obstacle: HclObstacle): void => void obstacles.push(obstacle);
  const reading = { ...source, stop };
  wholeObstacles(resource, block, { file, siblings, source }, stop);
  const part = obstacles.length === 0 ? objectPart(block, resource, reading) : undefined;
  const { dependsOn, ...options } = optionsOf(block, facts, reading);
  const uses = usesIn(resource, { file, siblings }, stop);
  const [first] = obstacles;
  if (first || !part) return first ?? { span: head, message: notWritten };
  return { block, file, siblings, facts, part, options, dependsOn, uses };
});

const notWritten =
  'The object is made by an expression, so it is not converted in Terraform yet. Write it as an object, or convert by hand.';

interface Around {
  readonly file: ModuleFile;
  readonly siblings: readonly ModuleFile[];
}

type Stop = (obstacle: HclObstacle) => void;

function wholeObstacles(
  { type, head, terraform }: Resource,
  block: HclBlock,
  { file, siblings, source }: Around & { readonly source: HclText },
  stop: Stop,
): void {
  const address = resourceAddress(block);
  if (type === 'EndpointSlice')
    stop({ span: head, message: 'EndpointSlices are not converted back in Terraform yet. Convert it by hand.' });
  const blocks = [file, ...siblings].flatMap(({ hcl }) => hclBlocks(hcl.body, 'resource'));
  if (blocks.filter((each) => resourceAddress(each) === address).length > 1)
    stop({ span: head, message: `The module has ${quote(address ?? '')} twice. Correct this first.` });
  if (terraform && terraformManifests.get(terraform.type) === 'yaml_body') {
    const message =
      'The YAML text of a kubectl_manifest is not converted in Terraform yet. Convert it by hand, or use kubernetes_manifest.';
    stop({ span: head, message });
  }
  const [gap] = block.isClosed ? hclGaps(block.body, source) : [block.key];
  if (gap) stop({ span: gap, message: 'The text here cannot be read. Correct it first.' });
}

/** Undefined where the object is an expression. */
function objectPart(
  { body }: HclBlock,
  { terraform, properties }: Resource,
  reading: PartsReading,
): MapPart | undefined {
  const schema = terraform && terraformSchemas.get(terraform.type);
  if (schema) return bodyPart(body, schema.parts, properties, reading, new Set([...terraformOptions, ...unmovable]));
  const manifest = attributeIn(body, 'manifest');
  const part = manifest?.expression.kind === 'object' ? valuePart(manifest.expression, properties, reading) : undefined;
  return part?.kind === 'map' ? part : undefined;
}

const unmovable = ['provisioner', 'connection', 'precondition', 'postcondition', 'wait', 'wait_for'];

/** Arguments that come before the object. */
const leading = new Set(['provider', 'count', 'for_each']);

function optionsOf(
  block: HclBlock,
  { isManifest, type }: TerraformFacts,
  reading: PartsReading,
): Pick<ReadResource, 'dependsOn'> & ResourceArguments {
  const { text, comments, stop } = reading;
  const statements = statementsIn(block.body);
  const schema = terraformSchemas.get(type);
  const { parts, below } = attachComments(text, comments, block.body.span, statements.map(statementSpan));
  const head: Rows[] = [];
  const tail: { rows: Rows; isBlock: boolean }[] = [];
  let dependsOn: PairPart | undefined;
  const isObject = (name: string): boolean =>
    isManifest ? name === 'manifest' : Object.hasOwn(schema?.parts ?? {}, name);
  for (const [i, statement] of statements.entries()) {
    const { name, span } = headOf(statement);
    const { above = [], beside = '' } = parts[i] ?? {};
    if (isManifest && isObject(name)) head.push(commentRows([...above, beside]));
    if (isObject(name)) continue;
    const problem = optionProblem(name, isManifest);
    if (problem !== undefined) stop({ span, message: problem });
    if ('expression' in statement && name === 'depends_on') {
      const value = valuePart(statement.expression, undefined, reading);
      dependsOn = { ...pairPart(name, name, value), above, beside };
    } else if ('expression' in statement) {
      const lines = movableLines(text, statement.expression.span);
      const rows = argumentRows(name, { above, beside, value: { kind: 'text', lines, origin: undefined } });
      if (leading.has(name)) head.push(rows);
      else tail.push({ rows, isBlock: false });
    } else {
      if (name === 'lifecycle') lifecycleProblems(statement, stop);
      const lines = movableLines(text, statement.span).map(plainRow);
      tail.push({ rows: [...commentRows([...above, beside]), ...lines], isBlock: true });
    }
  }
  const last = statements.at(-1);
  const isObjectLast = last === undefined || (!isManifest && isObject(headOf(last).name));
  if (!isObjectLast && below.length > 0) tail.push({ rows: commentRows(below), isBlock: true });
  return { head: head.flat(), tail, dependsOn };
}

/** Undefined for an option that the new resource can have. */
function optionProblem(name: string, isManifest: boolean): string | undefined {
  if (unmovable.includes(name))
    return `${quote(name)} is not converted in Terraform yet, because it may be about the old object. Convert it by hand.`;
  const isOption = terraformOptions.includes(name) && (name !== 'timeouts' || isManifest);
  return isOption || (isManifest && /^(?:computed_fields|field_manager)$/.test(name))
    ? undefined
    : `${quote(name)} has no place in the new resource. Remove it.`;
}

/** Options of the life cycle that name parts of the old resource. */
function lifecycleProblems({ body }: HclBlock, stop: Stop): void {
  const ignored = attributeIn(body, 'ignore_changes')?.expression;
  const isAll = ignored?.kind === 'reference' && ignored.root === 'all';
  const isEmpty = ignored?.kind === 'list' && ignored.items.length === 0;
  if (ignored && !isAll && !isEmpty) {
    const message = '"ignore_changes" names parts of the old resource. Remove them, then convert.';
    stop({ span: ignored.span, message });
  }
  for (const expression of allExpressions(body))
    if (expression.kind === 'reference' && expression.root === 'self') {
      const message = '"self" is the old resource here. Remove the condition, then convert.';
      stop({ span: expression.span, message });
      return;
    }
}

/** The uses in the same file. A use that cannot be written anew is an obstacle. */
function usesIn(
  { head, span, terraform }: Resource,
  { file, siblings }: Around,
  stop: Stop,
): readonly ResourceAddressUse[] {
  const address = terraform?.address ?? '';
  const isOne =
    terraform?.instances === 1 &&
    !terraform.options.entries.some(({ name }) => leading.has(name) && name !== 'provider');
  const uses = usesOf(address, file, span);
  const others = hclBlocks(file.hcl.body, 'resource').filter(({ span: own, labels: [type] }) => {
    return own.start !== span.start && terraformSchemas.get(type?.text ?? '')?.kind === 'Endpoints';
  });
  const isRewritable = ({ what, span: at }: ResourceAddressUse): boolean =>
    what !== 'other' && (what === 'address' || isOne) && !others.some((other) => contains(other.span, at));
  const odd = uses.find((use) => !isRewritable(use));
  if (odd) stop({ span: odd.span, message: `This refers to ${address}. ${wayOut}` });
  for (const sibling of siblings) {
    const [use] = usesOf(address, sibling, undefined);
    if (!use) continue;
    stop({ span: head, message: `${placeOf(use.span, sibling)} refers to ${address}. ${wayOut}` });
    return uses;
  }
  return uses;
}

const wayOut = 'Let it refer to the Service or to a value instead, then convert.';

function placeOf({ start }: Span, { path, text }: ModuleFile): string {
  return `${path.slice(path.lastIndexOf('/') + 1)}:${lineAt(lineStarts(text), start) + 1}`;
}

/** The value of an argument of the metadata, in a resource of either form; undefined where it has none. */
export function metadataExpression({ body }: HclBlock, name: string): HclExpression | undefined {
  const [metadata] = hclBlocks(body, 'metadata');
  if (metadata) return attributeIn(metadata.body, name)?.expression;
  const entry = (value: HclExpression | undefined, key: string): HclExpression | undefined =>
    value?.kind === 'object'
      ? value.entries.find((each) => each.key.kind === 'literal' && each.key.value === key)?.value
      : undefined;
  return entry(entry(attributeIn(body, 'manifest')?.expression, 'metadata'), name);
}

/** True where something in the expression has more than one part, so that it needs brackets in another one. */
export function needsBrackets(expression: HclExpression): boolean {
  return expression.kind === 'other' && innerExpressions(expression).length > 0;
}
