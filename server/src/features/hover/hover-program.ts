/** Finds what a hover explains in a program: a class, an argument, a value, its literal elsewhere, or a variable that holds a resource. */
import { bindEnvelope } from '../../analysis/binding/envelope.ts';
import type { Bound } from '../../analysis/binding/bind.ts';
import { contains, type Span } from '../../text/span.ts';
import { valueOf } from '../../tree/value.ts';
import { heldValuesAt } from '../program/held-values.ts';
import { programMarkup } from '../program/field-words.ts';
import { innermostAt } from '../program/call-at.ts';
import { nodesFrom, type LocatedDocument, type View } from '../view.ts';
import { describeUnknown } from './hover-finding.ts';
import { outputWords } from './hover-expression.ts';
import type { HoverAnswer, HoverOptions, HoverTarget } from './hover-target.ts';

interface FoundTarget {
  readonly target: HoverTarget;
  /** In the document. */
  readonly span: Span;
}

/** The target at the offset of a program's document; undefined where nothing of ours is written. */
export function programTarget(
  view: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): FoundTarget | undefined {
  const found = callTarget(view, part, at) ?? heldTarget(view, part, at);
  if (!found) return undefined;
  const { node, isKey, span } = found;
  const markup = programMarkup(options.markup, part.document.language ?? 'typescript');
  const { resource, isEnvelope = false, isHeld = false } = found;
  return {
    span,
    target: { node, isKey, resource, isEnvelope, isHeld, minor: view.minor, options: { ...options, markup } },
  };
}

interface Found extends Pick<HoverTarget, 'node' | 'isKey' | 'resource'> {
  readonly isEnvelope?: boolean;
  readonly isHeld?: boolean;
  readonly span: Span;
}

/** What is written in the call. */
function callTarget(view: View, part: LocatedDocument, at: number): Found | undefined {
  const resource = innermostAt(view, part, at);
  const { envelope, head } = resource?.resource ?? {};
  if (!resource || !envelope) return undefined;
  const block = bindEnvelope(envelope).root;
  const ofBlock = (name: string): Bound | undefined => block.children.find(({ entry }) => entry?.name === name);
  if (head && holds(head, at)) {
    const node = ofBlock('type');
    return node && { node, isKey: false, resource, isEnvelope: true, span: head };
  }
  const options = valueOf(envelope, 'options');
  const isEnvelope = options !== undefined && holds(options.span, at);
  const root = isEnvelope ? ofBlock('options') : resource.binding.root;
  const trail = root ? nodesFrom(root, at) : [];
  // Everything below a variable has the span of the variable.
  const held = trail.findIndex(({ value }) => 'isAlias' in value && value.isAlias);
  const node = held < 0 ? trail.at(-1) : trail[held];
  if (!node) return undefined;
  const { entry, value } = node;
  if (entry && !entry.isMerged && holds(entry.key, at))
    return { node, isKey: true, resource, isEnvelope, span: entry.key };
  const isExplained = value.kind === 'scalar' || value.kind === 'opaque' || value.isAlias;
  return isExplained && holds(value.span, at)
    ? { node, isKey: false, resource, isEnvelope, span: value.span }
    : undefined;
}

/** What is written elsewhere for a call. */
function heldTarget({ minor }: View, part: LocatedDocument, at: number): Found | undefined {
  const [held] = heldValuesAt(part.document, minor, at);
  if (!held) return undefined;
  const { resource, binding, node, isKey, span } = held;
  return { node, isKey, resource: { ...part, resource, binding, minor }, isHeld: true, span };
}

/** Explains a variable that holds a resource, and what is read of it; undefined elsewhere. */
export function describeVariable(
  view: View,
  part: LocatedDocument,
  at: number,
  options: HoverOptions,
): HoverAnswer | undefined {
  const { document } = part;
  const { markup } = options;
  for (const { root, span, steps } of document.variables ?? []) {
    const last = steps.findIndex((step) => holds(step.span, at));
    if (last < 0 && !holds(span, at)) continue;
    const path = steps.slice(0, last + 1);
    const whole = { start: span.start, end: path.at(-1)?.span.end ?? span.end };
    const wrong = path.length > 0 && describeUnknown(view, part, options, (each) => contains(each, whole));
    if (wrong) return { text: wrong.text, span: whole };
    const own = programMarkup(markup, document.language ?? 'typescript');
    const words = outputWords({ root, steps: path }, document, own);
    if (words === undefined) return undefined;
    const shown = markup.code(document.text.slice(whole.start, whole.end).replace(/\s+/g, ''));
    return { text: `${shown}: ${words}`, span: whole };
  }
  return undefined;
}

function holds({ start, end }: Span, at: number): boolean {
  return start <= at && at <= end;
}
