/** Says where a finding in a plan of Terraform is: by the address of the resource and the names of its schema. */
import { terraformSchemas, type TerraformPart, type TerraformParts } from '../contract/terraform.ts';
import { outsidePair, wellFormed } from '../text/halves.ts';
import type { Span } from '../text/span.ts';
import type { Document, Resource } from '../tree/document.ts';
import { pathText, type Path } from '../tree/path.ts';
import { resourceAround } from '../tree/resource-around.ts';
import { valueAtPath } from '../tree/value.ts';
import type { Diagnostic } from '../lint/rule.ts';
import type { Excerpt, TerraformPlace } from './report.ts';

/** Undefined outside of plans. */
export function terraformPlaceOf(
  { plan }: Document,
  resource: Resource | undefined,
  path: Path | undefined,
): TerraformPlace | undefined {
  const facts = plan && resource?.terraform;
  if (!facts) return undefined;
  const field = pathText(fieldPath(facts.type, path ?? []));
  return { address: wellFormed(facts.address), field: field === '' ? null : wellFormed(field) };
}

/** `subsets[0].addresses[1].ip` is `subset[0].address[1].ip`. A block that may stand once has the index 0. */
function fieldPath(type: string, path: Path): Path {
  let parts: TerraformParts | undefined = terraformSchemas.get(type)?.parts;
  return path.flatMap((step): Path => {
    const found: readonly [string, TerraformPart] | undefined =
      typeof step === 'string' && parts ? Object.entries(parts).find(([, { field }]) => field === step) : undefined;
    if (typeof step === 'string') parts = found?.[1].kind === 'block' ? found[1].parts : undefined;
    if (!found) return [step];
    const [name, part] = found;
    return part.kind === 'block' && part.repeats === 'one' ? [name, 0] : [name];
  });
}

/** The address of the resource at a place in a plan. */
export function planAddressAt({ plan, resources, neighbours }: Document, offset: number): string | undefined {
  if (!plan) return undefined;
  const at = { start: offset, end: offset };
  const resource = resourceAround(resources, at) ?? resourceAround(neighbours, at);
  return resource?.terraform && wellFormed(resource.terraform.address);
}

/** In UTF-16 units. */
const widest = 100;

type PlanFinding = Pick<Diagnostic, 'span' | 'resource' | 'path'>;

/** The key and the value. What is beside them on the line of a plan may be long, or a secret. */
export function planExcerpt({ text }: Document, { span, resource, path = [] }: PlanFinding): Excerpt {
  return (resource && excerptInText(text, resource, path)) ?? excerptInPlan(text, span);
}

/** For an object that is a text in the plan: undefined where the finding is not on one of its values. */
function excerptInText(text: string, { properties }: Resource, path: Path): Excerpt | undefined {
  if (text[properties.span.start] !== '"') return undefined;
  const value = valueAtPath(properties, path);
  const key = path.findLast((step) => typeof step === 'string');
  if (key === undefined || value?.kind !== 'scalar') return undefined;
  return { before: `${key}: `, marked: shortened(value.text), after: '' };
}

function shortened(text: string): string {
  return text.slice(0, outsidePair(text, Math.min(text.length, widest))).replace(/\s+/g, ' ');
}

function excerptInPlan(text: string, { start, end }: Span): Excerpt {
  const isCollection = /[[{]/.test(text[start] ?? '');
  const key = /"(?:[^"\\]|\\.)*"\s*:\s*$/.exec(text.slice(Math.max(0, start - widest), start))?.[0] ?? '';
  const marked = isCollection ? (text[start] ?? '') : shortened(text.slice(start, end));
  return { before: key.replace(/\s+/g, ' '), marked, after: isCollection ? '…' : '' };
}
