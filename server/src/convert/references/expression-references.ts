/** Finds expressions of a program whose value changes because they read from a converted resource. */
import { callEditorFor } from '../../edits/parts/call-editors.ts';
import { readFile } from '../../frontends/frontends.ts';
import { quote } from '../../text/quote.ts';
import { contains, shift } from '../../text/span.ts';
import type { Document, InterpolationReference, Resource } from '../../tree/document.ts';
import { blocks, keyOf, resourceOptions } from '../../tree/program.ts';
import { childrenOf } from '../../tree/value.ts';
import { madeText, type FindReferences, type ConvertedObjects } from './converted-objects.ts';
import { isWrittenName } from '../../readers/estate.ts';
import type { ConversionOutcome } from '../outcome.ts';

export const expressionReferences: FindReferences = ({ uri, text }, moved) => {
  const own = moved.outcomes.filter((outcome) => outcome.uri === uri);
  if (own.length === 0) return [];
  return readFile(uri, text, { isPartial: false }).parts.flatMap(({ start, document }) => {
    if (document.syntax === 'code') return nameReferences(document, own, moved);
    if (document.form !== 'pulumi' || !text.includes('${')) return [];
    return document.references.flatMap((access) => {
      const outcome = own.find(({ span }) => isResource(document, access, shift(span, -start)));
      const message = outcome && messageFor(access, document, outcome, moved);
      if (!outcome || message === undefined) return [];
      const end = access.steps.at(-1)?.span.end ?? access.rootSpan.end;
      const reading = { certainty: 'likely' as const, objects: [outcome] };
      return [{ span: shift({ start: access.rootSpan.start, end }, start), message, reading }];
    });
  });
};

/** Reads of the name of a variable, which is now the name of a slice. A program is one document. */
function nameReferences(
  document: Document,
  own: readonly ConversionOutcome[],
  moved: ConvertedObjects,
): ReturnType<FindReferences> {
  return own.flatMap((outcome) => {
    const resource = document.resources.find(({ head }) => contains(head, outcome.span));
    const reads = (resource && callEditorFor(document)?.nameReads(document, resource)) ?? [];
    const reading = { certainty: 'likely' as const, objects: [outcome] };
    return reads.map((span) => ({ span, message: nameMessage(outcome, moved), reading }));
  });
}

/** True if the access reads from the resource. Names are local to the program or to a component. */
function isResource(
  document: Document,
  { root, rootSpan }: InterpolationReference,
  place: { start: number; end: number },
): boolean {
  const resource = document.resources.find(({ span, head }) => contains(span, place) || contains(head, place));
  return resource?.name === root && componentAt(document, resource.span) === componentAt(document, rootSpan);
}

function componentAt({ root }: Document, span: Resource['span']): number {
  const components = root?.kind === 'mapping' ? keyOf(root, 'components')?.value : undefined;
  return components ? childrenOf(components).findIndex((each) => contains(each.span, span)) : -1;
}

/** Undefined if the value stays the same. */
function messageFor(
  access: InterpolationReference,
  document: Document,
  outcome: ConversionOutcome,
  moved: ConvertedObjects,
): string | undefined {
  const [first, second] = access.steps.map(({ step }) => step);
  const { from, to } = moved;
  if (!access.isClosed) return undefined;
  if (first === undefined) {
    if (isOption(document, access)) return undefined;
    return `This now refers to the ${madeText(outcome, moved)}. ${userCheck(moved)}`;
  }
  if (first === 'metadata' && (second === 'namespace' || second === 'labels' || second === 'annotations')) {
    return undefined;
  }
  if (first === 'metadata' && second === 'name') return nameMessage(outcome, moved);
  const field = String(first);
  if (kept.includes(field)) {
    return `This expression now reads from the ${madeText(outcome, moved)}, not from the ${from.kind}. ${userCheck(moved)}`;
  }
  const fields = to.kind === 'EndpointSlice' ? 'endpoints, ports and addressType' : 'subsets';
  return `${to.kind} has no field ${quote(field)}, so the program fails. Read ${fields} instead, or write out the values.`;
}

function nameMessage(outcome: ConversionOutcome, moved: ConvertedObjects): string {
  const name = isWrittenName(outcome.name) ? `, ${quote(outcome.name)}` : '';
  const [meant, use] =
    moved.to.kind === 'EndpointSlice' ? ['Service', 'use its name'] : ['old slice', 'write out its name'];
  return `This expression now returns the name of the ${madeText(outcome, moved)}. If you mean the ${meant}, ${use}${name}.`;
}

function userCheck({ to }: ConvertedObjects): string {
  return `Check that its users expect ${to.kind === 'EndpointSlice' ? 'a slice' : 'an Endpoints'}.`;
}

/** Every Kubernetes resource of Pulumi has these properties. */
const kept: readonly string[] = ['metadata', 'id', 'urn', 'kind', 'apiVersion'];

/** Options such as `dependsOn` and `parent` accept any resource. */
function isOption({ root }: Document, { rootSpan }: InterpolationReference): boolean {
  if (root?.kind !== 'mapping') return false;
  return blocks(root).some(({ value }) => {
    const options = value.kind === 'mapping' ? resourceOptions(value) : undefined;
    return options !== undefined && contains(options.span, rootSpan);
  });
}
