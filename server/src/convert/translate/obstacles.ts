/** Says why an object as a whole cannot be written in another language. */
import { quote } from '../../text/quote.ts';
import type { TerraformFacts } from '../../tree/document.ts';
import { keyOf } from '../../tree/program.ts';
import { valueAtPath, type Mapping } from '../../tree/value.ts';
import { isPulumi, targetNames, type TargetLanguage } from './carried.ts';
import type { FoundObject } from './found-objects.ts';

/** Why the object as a whole cannot be written; undefined if nothing is in the way. */
export function translationObstacle({ document, resource }: FoundObject, to: TargetLanguage): string | undefined {
  const { envelope, properties, isPartial, form } = resource;
  if (document.issues.length > 0) return 'the text around it has a syntax error. Correct it first.';
  if (document.misnamed.some(({ mapping }) => mapping === properties || mapping === envelope))
    return 'its kind, API version or type is not written as it should be. Correct it first.';
  if (resource.isJsonPatch || (isPartial && form === 'kubernetes'))
    return 'it is a part of an object, which a patch adds to another file.';
  if (document.blocks !== undefined) return 'a template decides whether it is rendered.';
  if (resource.terraform) {
    const obstacle = terraformObstacle(resource.terraform);
    if (obstacle !== undefined) return obstacle;
  }
  if (resource.isUncertain)
    return resource.terraform
      ? 'another resource of the module has its address.'
      : 'the call may run never or often, or a transformation may change it.';
  if (envelope && keyOf(envelope, 'get')) return 'it only reads an object that exists.';
  if (envelope && isUnknownBlock(envelope)) return 'its properties are not known.';
  if (isPulumi(to)) return undefined;
  if (isPartial)
    return `${targetNames[to]} cannot express a patch, which changes an object that another program owns. Use a language of Pulumi.`;
  const isNamed = [
    ['metadata', 'name'],
    ['metadata', 'generateName'],
  ].some((path) => valueAtPath(properties, path));
  return isNamed ? undefined : 'it has no "metadata.name": Pulumi generates the name. Write one.';
}

function terraformObstacle({ instances, options, refused }: TerraformFacts): string | undefined {
  const [name] = refused;
  if (name) return `Terraform refuses ${quote(name.name)} here. Correct it first.`;
  const many = options.entries.find((entry) => entry.name === 'count' || entry.name === 'for_each');
  if (many && instances !== 1) return `${quote(many.name)} makes it as often as it says. Write out one resource.`;
  return undefined;
}

/** True where the properties of a program are an expression. */
function isUnknownBlock(block: Mapping): boolean {
  return keyOf(block, 'properties')?.value.kind === 'opaque';
}
