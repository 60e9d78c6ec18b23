/** Reports blocks and arguments that the schema of a Terraform resource does not have. */
import { resourceType } from '../contract/contract.ts';
import { Service } from '../contract/service.ts';
import type { ObjectType, Type } from '../contract/type.ts';
import type { TerraformParts } from '../contract/terraform.ts';
import { refusedNameFix } from '../lint/refused-name-fix.ts';
import { defineRule } from '../lint/rule.ts';
import { schemaAt } from '../lint/terraform-schema.ts';
import { foldWord, nearest } from '../text/nearest.ts';
import { quote } from '../text/quote.ts';
import type { RefusedName, Resource } from '../tree/document.ts';
import type { Path } from '../tree/path.ts';

export const unknownArgument = defineRule({
  code: 'unknown-argument',
  summary: 'Every block and argument of a Terraform resource must exist in the schema of the provider.',
  enforcedBy: 'terraform',
  on: 'resource',
  check(resource, { report }) {
    const { terraform } = resource;
    if (!terraform) return;
    for (const refused of terraform.refused) {
      const { path, meant, span } = refused;
      const around = { ...schemaAt(terraform, path), resource };
      const field = meant === undefined ? refused.name : (around.parts[meant]?.field ?? refused.name);
      const fix = refusedNameFix(refused, terraform.type);
      report({ span, path: [...path, field] }, messageOn(refused, around), { fix });
    }
  },
});

interface Around {
  readonly name: string;
  readonly parts: TerraformParts;
  readonly resource: Resource;
}

function messageOn({ name, form, meant, path }: RefusedName, { name: owner, parts, resource }: Around): string {
  const where = path.length === 0 ? quote(owner) : `The block ${quote(owner)}`;
  const start = `${where} has no ${form} ${quote(name)}`;
  const part = meant === undefined ? undefined : parts[meant];
  if (meant === name)
    return form === 'block'
      ? `${quote(name)} is an argument, not a block. Write ${name} = ${part?.kind === 'argument' && part.type === 'map' ? '{ … }' : '…'}.`
      : `${quote(name)} is a block, not an argument. Write ${name} { … } without "=".`;
  if (meant !== undefined) {
    const isOther = (part?.kind === 'block') !== (form === 'block');
    return `${start}. Did you mean the ${isOther ? `${part?.kind ?? ''} ` : ''}${quote(meant)}?`.replace('the "', '"');
  }
  if (hasField(name, path, resource))
    return `${start}, so the provider cannot send it. Remove it, or use kubernetes_manifest.`;
  const near = nearest(name, Object.keys(parts));
  return near === undefined ? `${start}. Remove it.` : `${start}. Did you mean ${quote(near)}?`;
}

/** True where the object has the field, though the provider does not know it. */
function hasField(name: string, path: Path, { type }: Resource): boolean {
  let at: Type | undefined = type === 'Service' ? Service : resourceType(type);
  for (const step of path) {
    if (typeof step === 'string') at = at?.kind === 'object' ? fieldsOf(at)[step]?.type : undefined;
    else if (at?.kind === 'list') at = at.item;
  }
  return at?.kind === 'object' && Object.keys(fieldsOf(at)).some((each) => foldWord(each) === foldWord(name));
}

function fieldsOf({ fields }: ObjectType): ObjectType['fields'] {
  return fields;
}
