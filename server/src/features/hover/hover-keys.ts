/** Hovers on annotations and labels that mean something here, and on finalizers that Kubernetes itself knows. */
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import { knownAnnotation, knownLabel } from '../../contract/known-keys.ts';
import type { KnownKey } from '../../contract/known-keys.ts';
import { code, escaped } from '../../text/markdown.ts';
import { stringOf } from '../../tree/value.ts';
import type { HoverTarget } from './hover.ts';

/** The key of an annotation or a label, where it is known. */
export function describeMember(target: HoverTarget): string | undefined {
  const known = knownKeyOf(target);
  if (!known) return undefined;
  const values = known.values.map(({ value, doc }) => `- ${valueCode(value)}: ${doc}`).join('\n');
  const sections = [
    `**${escaped(known.key)}**${isOwnedOn(known, target) ? ': not for writing by hand' : ''}\n\n${known.doc}`,
    values,
    placeNote(known, target),
    answerNote(known, target),
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** The value of such a key: what it does, or all that is known of the key. */
export function describeMemberValue(target: HoverTarget): string | undefined {
  const known = knownKeyOf(target);
  const text = stringOf(target.node.value);
  const choice = known?.values.find(({ value }) => value === text);
  if (!known || !choice) return describeMember(target);
  return [`${valueCode(choice.value)}: ${choice.doc}`, placeNote(known, target)].filter(Boolean).join('\n\n');
}

const finalizers: { readonly [name: string]: string } = {
  foregroundDeletion:
    'The garbage collector takes it off once the objects that this one owns, and that block its deletion, are gone.',
  orphan: 'The garbage collector takes it off once the objects that this one owns no longer name it as their owner.',
  kubernetes: 'Used by namespaces; nothing takes it off an Endpoints, so a deletion would wait for a person.',
};

/** An entry of `metadata.finalizers`. */
export function describeFinalizer({ node }: HoverTarget): string | undefined {
  const text = stringOf(node.value);
  if (!text) return undefined;
  const doc = Object.hasOwn(finalizers, text)
    ? finalizers[text]
    : 'The object stays until whoever this names takes the entry off.';
  return `${code(text)}: ${doc}`;
}

function knownKeyOf({ node: { entry, parent, path } }: HoverTarget): KnownKey | undefined {
  if (!entry || parent?.type.kind !== 'map' || path.length !== 3) return undefined;
  return path[1] === 'annotations' ? knownAnnotation(entry.name) : knownLabel(entry.name);
}

function isOwnedOn({ isOwned, kinds }: KnownKey, { resource: { resource } }: HoverTarget): boolean {
  return isOwned && !kinds.includes(kindOfType(resource.type));
}

/** Says where the key does nothing. */
function placeNote(
  { forms, isForPatch, kinds }: KnownKey,
  { resource: { resource } }: HoverTarget,
): string | undefined {
  const kind = kindOfType(resource.type);
  if (!forms.includes(resource.form)) return 'Only Pulumi reads it: in a plain manifest it does nothing.';
  if (isForPatch && !isPatchType(resource.type)) return `It is meant for an ${kind}Patch.`;
  const [only, ...others] = kinds;
  return only && others.length === 0 && only !== kind ? `It means something on an ${only} only.` : undefined;
}

/** As a string must be written that would be a boolean without quotes. */
function valueCode(value: string): string {
  return code(value === 'true' ? '"true"' : value);
}

/** contract.md section 7, and what happens. */
function answerNote({ key }: KnownKey, { resource: { resource } }: HoverTarget): string | undefined {
  if (key !== 'pulumi.com/patchForce') return undefined;
  const whole = kindOfType(resource.type) === 'EndpointSlice' ? '`endpoints` or `ports`' : '`subsets`';
  return `At a conflict the server answers 409 and names the fields with their managers; for addresses and ports that is always the whole of ${whole}. The preview of an object that Pulumi has not seen yet is forced in any case, so it can pass where the update fails.`;
}
