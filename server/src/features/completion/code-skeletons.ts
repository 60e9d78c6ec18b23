/** Proposes constructor calls of whole resources at the start of a statement of a program, in its own style, with the imports that they need. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { typeNamed, typeNames, typeTokens } from '../../contract/contract.ts';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { partOf } from '../../edits/code/print-code.ts';
import { printResource } from '../../edits/code/print-resource.ts';
import { programStyle } from '../../edits/code/program-style.ts';
import { programSyntax } from '../../frontends/code/read-code.ts';
import { lineStartAt } from '../../text/line.ts';
import type { Document } from '../../tree/document.ts';
import type { Slot } from '../../tree/slot.ts';
import type { Plain } from '../../tree/tree-edit.ts';
import { nextStop, snippetText, type Spelling } from './draft.ts';
import type { Proposal } from './proposal.ts';
import type { UnservedService } from './unserved-services.ts';

type ResourceType = (typeof typeNames)[number];

interface Skeleton {
  readonly label: string;
  readonly detail: string;
  readonly type: ResourceType;
  /** The logical name. */
  readonly name: string;
  readonly properties: { readonly [name: string]: Plain };
  /** The texts and numbers that the user fills in. What is repeated is filled in once. */
  readonly samples: readonly string[];
}

const samples = { service: 'my-service', port: 'postgresql', number: '5432', address: '10.0.0.1' } as const;
const samplePort = { name: samples.port, port: Number(samples.number), protocol: 'TCP' };

/** Empty where the program cannot be read yet, and where the language cannot write the resource. */
export function proposeStatements(
  slot: Slot,
  document: Document | undefined,
  unserved: readonly UnservedService[],
): readonly Proposal[] {
  if (!document || !programSyntax(document)) return [];
  const all = [...unserved.flatMap(skeletonsFor), ...typeNames.map(skeletonOf)];
  return all.flatMap((each) => proposalOf(each, slot, document) ?? []);
}

function skeletonOf(type: ResourceType): Skeleton {
  const { service, port, number, address } = samples;
  return {
    label: `new ${type}`,
    detail: typeTokens[type],
    type,
    name: type.endsWith('Patch') ? 'my-patch' : `my-${type === 'Endpoints' ? 'endpoints' : 'slice'}`,
    properties: propertiesOf(type, { name: service }, [samplePort]),
    samples: ['my-patch', 'my-endpoints', 'my-slice', service, port, number, address],
  };
}

/** What a Service without endpoints lacks. */
function skeletonsFor({ name, namespace, ports, detail }: UnservedService): readonly Skeleton[] {
  const own = ports.map(({ port, number }) => ({
    ...(port.name === '' ? {} : { name: port.name }),
    port: number,
    ...(port.protocol === 'TCP' ? {} : { protocol: port.protocol }),
  }));
  const metadata = { name, ...(namespace === '' ? {} : { namespace }) };
  return (['EndpointSlice', 'Endpoints'] as const).map((type) => ({
    label: `new ${type} for ${name}`,
    detail,
    type,
    name,
    properties: propertiesOf(type, metadata, own.length > 0 ? own : [samplePort]),
    samples: own.length > 0 ? [samples.address] : [samples.port, samples.number, samples.address],
  }));
}

function propertiesOf(
  type: ResourceType,
  { name, ...place }: { readonly name: string; readonly namespace?: string },
  ports: readonly Plain[],
): { readonly [name: string]: Plain } {
  const { address } = samples;
  if (!type.startsWith('EndpointSlice'))
    return { metadata: { name, ...place }, subsets: [{ addresses: [{ ip: address }], ports: [...ports] }] };
  const labels = { [serviceNameLabel]: name, [managedByLabel]: defaultManager };
  // A patch changes a slice that has the labels.
  const metadata = { name: `${name}-1`, ...place, ...(type.endsWith('Patch') ? {} : { labels }) };
  return { metadata, addressType: 'IPv4', endpoints: [{ addresses: [address] }], ports: [...ports] };
}

function proposalOf(skeleton: Skeleton, slot: Slot, document: Document): Proposal | undefined {
  const { label, detail, name } = skeleton;
  const type = typeNamed(skeleton.type);
  // The references of a style collect the imports of one edit.
  const style = programStyle(document);
  const properties = partOf(skeleton.properties, style);
  if (!type || properties?.kind !== 'map') return undefined;
  const context = contextBefore(document.text, slot.typed.start);
  const resource = { type, name, properties, options: [], variable: undefined, context };
  const lines = printResource(resource, style, slot.column);
  if (!lines) return undefined;
  const edits = style.references.edits;
  const { start } = slot.typed;
  const place = { newline: slot.layout.newline, blanks: document.text.slice(lineStartAt(document.text, start), start) };
  return {
    label,
    kind: CompletionItemKind.Snippet,
    detail,
    filter:
      slot.prefix !== '' && skeleton.type.toLowerCase().startsWith(slot.prefix.toLowerCase()) ? slot.prefix : label,
    spell: (spelling) => spellLines(lines, skeleton.samples, place, spelling),
    ...(edits.length > 0 ? { edits } : {}),
  };
}

/** In Go, what the function around the offset calls its Pulumi context. */
function contextBefore(text: string, offset: number): string {
  const all = [...text.slice(0, offset).matchAll(/(\w+)\s+\*pulumi\.Context\b/g)];
  return all.at(-1)?.[1] ?? 'ctx';
}

function spellLines(
  lines: readonly string[],
  known: readonly string[],
  { newline, blanks }: { readonly newline: string; readonly blanks: string },
  spelling: Spelling,
): string {
  const own = spelling.added > 0 ? '' : blanks;
  const text = lines.map((line, i) => (i === 0 || line === '' ? line : own + line)).join(newline);
  if (!spelling.isSnippet) return text;
  const used = known.filter((sample) => text.includes(sample)).sort((a, b) => text.indexOf(a) - text.indexOf(b));
  const pattern = new RegExp(used.map((each) => each.replaceAll('.', String.raw`\.`)).join('|') || '$^', 'g');
  const stops = new Set<string>();
  return snippetText(text, spelling).replace(pattern, (sample) => {
    const number = nextStop(spelling, sample);
    const isAgain = stops.has(sample);
    stops.add(sample);
    return isAgain ? `$${number}` : `\${${number}:${sample}}`;
  });
}
