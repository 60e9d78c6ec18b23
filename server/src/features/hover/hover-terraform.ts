/** Explains places of Terraform files: resources, arguments and blocks in the names of the provider, and values. */
import { deprecatedResource, terraformSchemas } from '../../contract/terraform.ts';
import { typeNamed } from '../../contract/contract.ts';
import { hclBlocks, type HclBlock, type HclLabel } from '../../frontends/hcl/hcl.ts';
import { terraformSyntax } from '../../frontends/terraform/read-document.ts';
import type { Markup } from '../../text/markup.ts';
import type { Span } from '../../text/span.ts';
import type { Resource } from '../../tree/document.ts';
import { stringOf, valueAtPath, type Value } from '../../tree/value.ts';
import { heldValuesAt } from '../program/held-values.ts';
import { describedIn } from '../service-objects.ts';
import { nodesFrom, type LocatedDocument, type LocatedResource, type View } from '../view.ts';
import { describeMember } from './hover-keys.ts';
import { describeTerraformField, describeTerraformName, terraformMarkup } from './hover-terraform-field.ts';
import type { HoverAnswer, HoverOptions, HoverTarget } from './hover-target.ts';
import { describeValue } from './hover-value.ts';
import { terraformTrail } from '../program/terraform-trail.ts';

/** Undefined where there is nothing of ours. */
export function describeInTerraform(
  view: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): HoverAnswer | undefined {
  // In the JSON syntax, the name stands before the object.
  const located = describedIn(view, part).find(({ resource: { span, head } }) => holds(span, at) || holds(head, at));
  const block = located && blockOf(located);
  if (!located || !block) return describeHeld(view, part, at, options);
  const label = block.labels.find(({ span }) => holds(span, at));
  if (label) return { text: labelWords(label, located.resource, options.markup), span: label.span };
  return describeRefused(located, at, options) ?? describePart(view, located, block, at, options);
}

function holds({ start, end }: Span, at: number): boolean {
  return start <= at && at <= end;
}

function blockOf({ document, resource }: LocatedResource): HclBlock | undefined {
  const body = terraformSyntax(document)?.hcl.body;
  return body && hclBlocks(body, 'resource').find(({ span }) => span.start === resource.span.start);
}

function labelWords(label: HclLabel, resource: Resource, markup: Markup): string {
  return label.span.start === resource.head.start ? nameWords(resource, markup) : typeWords(resource, markup);
}

function typeWords({ type, apiVersion, terraform }: Resource, { code, doc }: Markup): string {
  const name = terraform?.type ?? '';
  const of = terraformSchemas.has(name) ? typeNamed(type)?.doc : undefined;
  const deprecated = deprecatedResource(name);
  return [
    `${code(name)} sends ${articled(type)} (${code(apiVersion)}).`,
    of === undefined ? undefined : doc(of),
    deprecated === undefined ? undefined : doc(deprecated),
  ]
    .filter((each) => each !== undefined)
    .join('\n\n');
}

function articled(kind: string): string {
  return `${kind === 'Service' ? 'a' : 'an'} ${kind}`;
}

/** Which object a resource sends, and how often. */
function nameWords({ type, properties, terraform }: Resource, { code }: Markup): string {
  const known = (field: string): { readonly text: string | undefined; readonly value: Value | undefined } => {
    const value = valueAtPath(properties, ['metadata', field]);
    return { text: stringOf(value), value };
  };
  const [name, namespace] = [known('name'), known('namespace')];
  const isDefault = terraform?.isManifest === false && namespace.value === undefined;
  const where = isDefault
    ? ` in the namespace ${code('default')}`
    : namespace.text === undefined
      ? ''
      : ` in the namespace ${code(namespace.text)}`;
  const isKnown = name.text !== undefined;
  const what = isKnown ? `the ${type} ${code(name.text)}` : articled(type);
  const unknown = isKnown ? '' : ' Its name is known only when Terraform runs.';
  return `${code(terraform?.address ?? '')} sends ${what}${where}.${unknown}${instanceWords(terraform?.instances, code)}`;
}

function instanceWords(instances: number | readonly string[] | undefined, code: Markup['code']): string {
  if (instances === undefined) return ' How many objects there are is known only when Terraform runs.';
  if (typeof instances === 'number') {
    if (instances === 1) return '';
    return instances === 0
      ? ` ${code('count')} is 0, so there is none.`
      : ` ${code('count')} makes ${instances} of them.`;
  }
  if (instances.length === 0) return ` ${code('for_each')} is empty, so there is none.`;
  return ` ${code('for_each')} makes one for each of ${instances.map(code).join(', ')}.`;
}

function describeRefused(
  { resource: { terraform } }: LocatedResource,
  at: number,
  { markup: { code } }: HoverOptions,
): HoverAnswer | undefined {
  const refused = terraform?.refused.find(({ span }) => holds(span, at));
  if (!refused) return undefined;
  const { name, form, meant, span } = refused;
  const other = meant === name ? `Write it as ${form === 'block' ? 'an argument' : 'a block'}.` : undefined;
  const wayOut = meant === undefined ? '' : ` ${other ?? `Write ${code(meant)}.`}`;
  return { text: `Terraform refuses ${code(name)} here: the resource has no ${form} of that name.${wayOut}`, span };
}

function describePart(
  view: View,
  resource: LocatedResource,
  block: HclBlock,
  at: number,
  options: HoverOptions,
): HoverAnswer | undefined {
  const steps = terraformTrail(resource.resource, block, at);
  const last = steps.at(-1);
  if (last && holds(last.span, at))
    return { text: describeTerraformName(resource.resource, steps, options.markup), span: last.span };
  const markup = terraformMarkup(options.markup, resource.resource);
  const trail = nodesFrom(resource.binding.root, at);
  // Everything below a reference has the span of the reference.
  const held = trail.findIndex(({ value }) => 'isAlias' in value && value.isAlias);
  const node = held < 0 ? trail.at(-1) : trail[held];
  if (!node?.parent) return undefined;
  const { entry, value } = node;
  const isKey = entry !== undefined && !entry.isMerged && holds(entry.key, at);
  const target: HoverTarget = {
    node,
    isKey,
    resource,
    isEnvelope: false,
    minor: view.minor,
    options: { ...options, markup },
  };
  if (isKey) {
    const text = describeMember(target) ?? describeTerraformField(target, steps);
    return text === undefined ? undefined : { text, span: entry.key };
  }
  const isExplained = value.kind === 'scalar' || value.kind === 'opaque' || value.isAlias;
  if (!isExplained || !holds(value.span, at)) return undefined;
  const text = describeValue(target) ?? describeTerraformField(target, steps);
  return text === undefined ? undefined : { text, span: value.span };
}

/** A literal in a local, by what the first resource makes of it. */
function describeHeld(
  { minor }: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): HoverAnswer | undefined {
  const [held] = heldValuesAt(part.document, minor, at);
  if (!held) return undefined;
  const { resource, binding, node, isKey, span } = held;
  const markup = terraformMarkup(options.markup, resource);
  const text = describeValue({
    node,
    isKey,
    resource: { ...part, resource, binding, minor },
    isEnvelope: false,
    isHeld: true,
    minor,
    options: { ...options, markup },
  });
  const { code } = options.markup;
  const used = `Used in ${code(resource.terraform?.address ?? '')}.`;
  return text === undefined ? undefined : { text: `${text}\n\n${used}`, span };
}
