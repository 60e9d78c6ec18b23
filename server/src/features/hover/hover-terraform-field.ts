/** Explains arguments and blocks of Terraform resources, in the names of the provider. */
import { spotAt } from '../../analysis/binding/spot.ts';
import { newestMinor } from '../../contract/version.ts';
import { typeNamed } from '../../contract/contract.ts';
import {
  terraformSchemas,
  type TerraformArgument,
  type TerraformPart,
  type TerraformParts,
} from '../../contract/terraform.ts';
import type { Field } from '../../contract/type.ts';
import type { Markup } from '../../text/markup.ts';
import { listed } from '../../text/quote.ts';
import type { Resource } from '../../tree/document.ts';
import { nestedValue, stringOf } from '../../tree/value.ts';
import type { TerraformStep } from '../program/terraform-trail.ts';
import { choiceWords, typeWords } from './hover-field.ts';
import type { HoverTarget } from './hover-target.ts';

/** Explains the innermost step. */
export function describeTerraformName(resource: Resource, steps: readonly TerraformStep[], markup: Markup): string {
  const last = steps.at(-1);
  if (!last) return '';
  const { part, name } = last;
  const { code, strong, lineBreak } = markup;
  const { doc } = terraformMarkup(markup, resource);
  const field = fieldAt(resource, steps);
  const notes = [
    ...(part.kind === 'argument' ? argumentNotes(part, field, code) : []),
    part.note === undefined ? undefined : doc(part.note),
    `Sent as ${code(sentPath(steps))}.`,
    ignoredNote(resource, steps, code),
  ];
  const sections = [
    `${strong(name)}: ${formWords(part)}${part.isRequired ? ', required' : ''}`,
    docOf(part, field, doc),
    choicesOf(field, part).length > 1
      ? choicesOf(field, part)
          .map((each) => `- ${code(each.value)}: ${choiceWords(each, doc)}`)
          .join('\n')
      : undefined,
    notes.filter((note) => note !== undefined).join(lineBreak),
  ];
  return sections.filter(Boolean).join('\n\n');
}

function docOf(part: TerraformPart, field: Field | undefined, doc: Markup['doc']): string | undefined {
  const own = part.kind === 'argument' ? part.doc : undefined;
  const text = own ?? field?.doc;
  return text === undefined ? undefined : doc(text);
}

const types: Readonly<Record<TerraformArgument['type'], string>> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  map: 'map of texts',
  list: 'list of texts',
  set: 'set of texts',
  'whole number as text': 'text or number',
};

function formWords(part: TerraformPart): string {
  if (part.kind === 'argument') return types[part.type];
  if (part.repeats === 'one') return 'block';
  return part.repeats === 'set' ? 'blocks in any order' : 'blocks';
}

/** The choices that the contract explains, as far as the provider accepts them. */
function choicesOf(
  field: Field | undefined,
  part: TerraformPart,
): NonNullable<(Field['type'] & { kind: 'string' })['choices']> {
  if (field?.type.kind !== 'string' || part.kind === 'block') return [];
  const { choices } = part;
  return (field.type.choices ?? []).filter(({ value }) => !choices || choices.includes(value));
}

function argumentNotes(
  { default: given, choices, isReplacing }: TerraformArgument,
  field: Field | undefined,
  code: Markup['code'],
): readonly (string | undefined)[] {
  const isListed = field?.type.kind === 'string' && (field.type.choices?.length ?? 0) > 1;
  return [
    given === undefined ? undefined : `Default: ${code(String(given))}.`,
    choices && !isListed ? `One of ${listed(choices.map(code))}.` : undefined,
    isReplacing ? 'Another value makes Terraform delete the object and create a new one.' : undefined,
  ];
}

/** The path in the object: `subsets[].ports[].port`. */
function sentPath(steps: readonly TerraformStep[]): string {
  return steps
    .map(({ part }) => (part.kind === 'block' && part.repeats !== 'one' ? `${part.field}[]` : part.field))
    .join('.')
    .replace(/\[\]$/, '');
}

function fieldAt({ type }: Resource, steps: readonly TerraformStep[]): Field | undefined {
  const root = typeNamed(type);
  const path = steps.flatMap(({ part }, i) =>
    part.kind === 'block' && part.repeats !== 'one' && i < steps.length - 1 ? [part.field, 0] : [part.field],
  );
  return root && spotAt(root, path, newestMinor)?.field;
}

/** A value that Terraform sets once and does not compare again. */
function ignoredNote(
  { terraform }: Resource,
  steps: readonly TerraformStep[],
  code: Markup['code'],
): string | undefined {
  const ignored = nestedValue(terraform?.options, ['lifecycle', 'ignore_changes']);
  const items = ignored?.kind === 'sequence' ? ignored.items : ignored ? [ignored] : [];
  const found = items.flatMap((item) => stringOf(item) ?? []).find((each) => each === 'all' || covers(each, steps));
  return found === undefined
    ? undefined
    : `${code('lifecycle.ignore_changes')} has ${code(found)}: Terraform sends this value when it creates the object, and ignores later changes of it.`;
}

/** True for a path such as `metadata[0].labels` that is that of the step, or of a block around it. */
function covers(path: string, steps: readonly TerraformStep[]): boolean {
  const names = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  let at = 0;
  for (const { name, index } of steps) {
    if (at >= names.length) return true;
    if (names[at++] !== name) return false;
    const number = names[at] ?? '';
    if (!/^\d+$/.test(number)) continue;
    if (Number(number) !== index) return false;
    at++;
  }
  return at >= names.length;
}

/** Explains a field of an object that is written out, and a value by its argument. */
export function describeTerraformField(
  { node: { entry, field }, resource: { resource }, options: { markup } }: HoverTarget,
  steps: readonly TerraformStep[],
): string | undefined {
  if (steps.length > 0) return describeTerraformName(resource, steps, markup);
  if (!entry || !field) return undefined;
  const words = `${markup.strong(entry.name)}: ${typeWords(field.type)}${field.required ? ', required' : ''}`;
  return `${words}\n\n${markup.doc(field.doc)}`;
}

/** The markup that writes the names of fields as the provider has them. */
export function terraformMarkup(markup: Markup, { terraform }: Pick<Resource, 'terraform'>): Markup {
  const schema = terraformSchemas.get(terraform?.type ?? '');
  if (!schema) return markup;
  const names = new Map<string, string>();
  collect(schema.parts, names);
  return { ...markup, doc: (text) => markup.doc(withNames(text, names)) };
}

function collect(parts: TerraformParts, names: Map<string, string>): void {
  for (const [name, part] of Object.entries(parts)) {
    if (!names.has(part.field)) names.set(part.field, name);
    if (part.kind === 'block') collect(part.parts, names);
  }
}

/** Names, and paths of names, in backticks. */
function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/`([a-z]\w*(?:\[\])?(?:\.[a-z]\w*(?:\[\])?)*)`/g, (whole, path: string) => {
    const steps = path.split('.').map((step) => names.get(step.replace('[]', '')));
    return steps.every((step) => step !== undefined) ? `\`${steps.join('.')}\`` : whole;
  });
}
