/** Why an object cannot be applied for certain: a sentence with its place, the value and the way out. */
import { mayHoldFields } from '../../analysis/apply/field-config.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { expressionText } from '../../analysis/facts/naming.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { childrenOf, isOpen, valueOf } from '../../tree/value.ts';
import type { Value } from '../../tree/value.ts';
import { placeText } from '../object-places.ts';
import type { Places } from '../object-places.ts';

/** The sentence; undefined for an object of which all is known that counts. */
export function obstacleTo(entry: IndexedObject, places: Places): string | undefined {
  const { facts } = entry;
  const { applied } = facts;
  if (!applied) return undefined;
  const isProgram = facts.form === 'pulumi';
  const say = (message: string, span?: Span): string => `${placeText(places.of(entry, span))}: ${message}`;
  if (applied.isRefused)
    return say(`Pulumi refuses this ${facts.kind} and sends nothing. "endpoints check" says why: mend it first.`);
  if (!applied.isWhole) return openText(entry, places, say);
  if (applied.manager === undefined)
    return say(
      'An expression decides which field manager applies this. Write its name into the annotation pulumi.com/patchFieldManager.',
      annotationSpan(entry, places),
    );
  if (isProgram) return undefined;
  if (!facts.name.isKnown && facts.name.text !== '')
    return say(`A template decides what this is called, ${quote(facts.name.text)}. ${render}`, nameSpan(entry, places));
  if (facts.condition !== undefined)
    return say(`A template decides whether this is there at all, ${quote(facts.condition)}. ${render}`);
  return undefined;
}

const render = 'Apply what it renders, for example with "helm template . | endpoints apply -".';

type Say = (message: string, span?: Span) => string;

/** What leaves open which fields there are. */
function openText(entry: IndexedObject, places: Places, say: Say): string {
  const { document, resource, binding } = places.object(entry);
  const [issue] = document.issues;
  if (issue) return say(issue.message, issue.span);
  const node = binding.nodes.find(mayHoldFields);
  const open = node
    ? { span: node.value.span, text: textOf(node.value, document.text) }
    : openPart(resource.properties, resource.head);
  const isProgram = entry.facts.form === 'pulumi';
  const who = isProgram ? 'An expression' : 'A template';
  const shown = open && open.text !== '' ? `, ${quote(open.text)}` : '';
  const wayOut = isProgram ? 'Write the fields themselves.' : render;
  return say(`${who} decides which fields are set here${shown}. ${wayOut}`, open?.span);
}

function textOf(value: Value, text: string): string {
  return value.kind === 'opaque' ? expressionText(value, text) : '';
}

interface Part {
  readonly span: Span;
  /** The expression; empty where it is not in the tree. */
  readonly text: string;
}

/** The first part of the value that a template may add to. */
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

function nameSpan(entry: IndexedObject, places: Places): Span | undefined {
  return spanIn(entry, places, ['metadata', 'name']);
}

function annotationSpan(entry: IndexedObject, places: Places): Span | undefined {
  return spanIn(entry, places, ['metadata', 'annotations', 'pulumi.com/patchFieldManager']);
}

function spanIn(entry: IndexedObject, places: Places, names: readonly string[]): Span | undefined {
  const { resource } = places.object(entry);
  let value: Value | undefined = resource.properties;
  for (const name of names) value = value?.kind === 'mapping' ? valueOf(value, name) : undefined;
  return value?.span;
}
