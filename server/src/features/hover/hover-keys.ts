/** Explains annotations and labels with a known meaning, and the finalizers of Kubernetes itself. */
import { isPatchType, kindOfType } from '../../contract/contract.ts';
import { isForForm, keyKindOf, knownAnnotation, knownLabel, type KnownKey } from '../../contract/known-keys.ts';
import type { Markup } from '../../text/markup.ts';
import { stringOf } from '../../tree/value.ts';
import type { HoverTarget } from './hover-target.ts';

/** Explains the key of an annotation or a label; undefined for an unknown key. */
export function describeMember(target: HoverTarget): string | undefined {
  const known = knownKeyOf(target);
  if (!known) return undefined;
  const { markup } = target.options;
  const values = known.values.map(({ value, doc }) => `- ${valueCode(value, markup)}: ${markup.doc(doc)}`).join('\n');
  const sections = [
    `${markup.strong(known.key)}${isOwnedOn(known, target) ? ': set by a controller, not by hand' : ''}\n\n${markup.doc(known.doc)}`,
    values,
    placeNote(known, target),
    conflictNote(known, target),
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** Explains the value of such a key, or the key where the value is unknown; undefined for an unknown key. */
export function describeMemberValue(target: HoverTarget): string | undefined {
  const known = knownKeyOf(target);
  const text = stringOf(target.node.value);
  const choice = known?.values.find(({ value }) => value === text);
  if (!known || !choice) return describeMember(target);
  const { markup } = target.options;
  const meaning = `${valueCode(choice.value, markup)}: ${markup.doc(choice.doc)}`;
  return [meaning, placeNote(known, target)].filter(Boolean).join('\n\n');
}

const finalizers: { readonly [name: string]: string } = {
  foregroundDeletion:
    'The garbage collector removes it once all objects are gone that this object owns and that block its deletion.',
  orphan: 'The garbage collector removes it once the objects that this object owns no longer refer to it as owner.',
  kubernetes: 'Namespaces use it. No controller removes it from an Endpoints, so a deletion waits until you remove it.',
};

/** Explains an entry of `metadata.finalizers`; undefined for an empty one. */
export function describeFinalizer({ node, options: { markup } }: HoverTarget): string | undefined {
  const text = stringOf(node.value);
  if (!text) return undefined;
  const doc = Object.hasOwn(finalizers, text)
    ? finalizers[text]
    : 'The object is deleted only after the controller with this finalizer removes the entry.';
  return `${markup.code(text)}: ${doc}`;
}

function knownKeyOf({ node: { entry, parent, path } }: HoverTarget): KnownKey | undefined {
  if (!entry || parent?.type.kind !== 'map' || path.length !== 3) return undefined;
  return path[1] === 'annotations' ? knownAnnotation(entry.name) : knownLabel(entry.name);
}

function isOwnedOn({ isOwned, kinds }: KnownKey, { resource: { resource } }: HoverTarget): boolean {
  return isOwned && !kinds.includes(keyKindOf(resource.type));
}

/** Names the only place where the key has an effect; undefined where it has one here. */
function placeNote(known: KnownKey, { resource: { resource } }: HoverTarget): string | undefined {
  const kind = keyKindOf(resource.type);
  const { isForPatch, kinds } = known;
  if (!isForForm(known, resource.form)) return 'Only Pulumi reads it. It has no effect in a manifest.';
  if (isForPatch && !isPatchType(resource.type)) return `It has an effect only on an ${kind}Patch.`;
  const [only, ...others] = kinds;
  return only && others.length === 0 && only !== kind
    ? `It has an effect only on ${only === 'Service' ? 'a' : 'an'} ${only}.`
    : undefined;
}

/** With quotes for a string that would be a boolean without them. */
function valueCode(value: string, markup: Markup): string {
  return markup.code(value === 'true' ? '"true"' : value);
}

/** Explains what the API server answers (contract.md section 7), and where a preview misleads. */
function conflictNote({ key }: KnownKey, { resource: { resource }, options }: HoverTarget): string | undefined {
  if (key !== 'pulumi.com/patchForce') return undefined;
  const whole = kindOfType(resource.type) === 'EndpointSlice' ? '`endpoints` or `ports`' : '`subsets`';
  return options.markup.doc(
    `On a conflict the API server answers 409 and names the fields with their managers. For addresses and ports that is always the whole of ${whole}. Pulumi forces the preview of an object that it has not created yet, so the preview can pass where the update fails.`,
  );
}
