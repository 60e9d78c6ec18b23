/** Reports why the fields of an object cannot be known, so that applying it cannot be forecast. */
import { mayHoldFields } from '../../analysis/apply/field-config.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { expressionText } from '../../analysis/facts/naming.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { childrenOf, isOpen, valueOf, type Value } from '../../tree/value.ts';
import { placeText, type Places } from '../object-places.ts';

/** A sentence with the place, the value and the way out; undefined for an object whose fields are all known. */
export function obstacleTo(entry: IndexedObject, places: Places): string | undefined {
  const { facts } = entry;
  const { applied } = facts;
  if (!applied) return undefined;
  const isProgram = facts.form !== 'kubernetes';
  const say = (message: string, span?: Span): string => `${placeText(places.of(entry, span))}: ${message}`;
  if (applied.isRefused)
    return say(
      `${facts.form === 'terraform' ? 'Terraform' : 'Pulumi'} rejects this ${facts.kind} and sends nothing to the API server. Fix the errors that "endpoints check" reports.`,
    );
  if (!applied.isWhole) return openText(entry, places, say);
  if (applied.manager === undefined)
    return facts.form === 'terraform'
      ? say('The field manager of this resource depends on an expression. Write its name as a text.')
      : say(
          'The field manager of this resource depends on an expression. Write its name in the annotation pulumi.com/patchFieldManager.',
          spanIn(entry, places, ['metadata', 'annotations', 'pulumi.com/patchFieldManager']),
        );
  if (isProgram) return undefined;
  if (!facts.name.isKnown && facts.name.text !== '')
    return say(
      `The name ${quote(facts.name.text)} depends on a template. ${render}`,
      spanIn(entry, places, ['metadata', 'name']),
    );
  if (facts.condition !== undefined)
    return say(`The template condition ${quote(facts.condition)} decides whether this object exists. ${render}`);
  return undefined;
}

const render = 'Apply the rendered manifests, for example with "helm template . | endpoints apply -".';

type Say = (message: string, span?: Span) => string;

function openText(entry: IndexedObject, places: Places, say: Say): string {
  const { document, resource, binding } = places.object(entry);
  const [issue] = document.issues;
  if (issue) return say(issue.message, issue.span);
  const node = binding.nodes.find(mayHoldFields);
  const open = node
    ? { span: node.value.span, text: textOf(node.value, document.text) }
    : openPart(resource.properties, resource.head);
  const isProgram = entry.facts.form !== 'kubernetes';
  const source = isProgram ? 'an expression' : 'a template';
  const shown = open && open.text !== '' ? `, ${quote(open.text)}` : '';
  const wayOut = isProgram ? 'Write the fields literally.' : render;
  return say(`The fields of this object depend on ${source}${shown}. ${wayOut}`, open?.span);
}

function textOf(value: Value, text: string): string {
  return value.kind === 'opaque' ? expressionText(value, text) : '';
}

interface Part {
  readonly span: Span;
  /** The expression; empty where the tree does not have it. */
  readonly text: string;
}

/** The first part of the value that a template may add fields to. */
function openPart(value: Value, at: Span): Part | undefined {
  const entries = value.kind === 'mapping' ? value.entries : [];
  const hidden = entries.find((entry) => entry.isOpaqueKey);
  if (hidden) return { span: hidden.key, text: hidden.keyText };
  if (isOpen(value)) return { span: at, text: '' };
  for (const [i, child] of childrenOf(value).entries()) {
    const found = openPart(child, entries[i]?.key ?? child.span);
    if (found) return found;
  }
  return undefined;
}

function spanIn(entry: IndexedObject, places: Places, names: readonly string[]): Span | undefined {
  const { resource } = places.object(entry);
  let value: Value | undefined = resource.properties;
  for (const name of names) value = value?.kind === 'mapping' ? valueOf(value, name) : undefined;
  return value?.span;
}
