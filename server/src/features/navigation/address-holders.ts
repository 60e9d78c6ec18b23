/** Finds the values that are or contain IP addresses: in Endpoints, slices, Services and JSON patches, and annotations. */
import { isLive } from '../../analysis/binding/live.ts';
import { objectsIn } from '../../analysis/workspace/places.ts';
import { kindOfType, type Kind } from '../../contract/contract.ts';
import { memo } from '../../text/memo.ts';
import { quote } from '../../text/quote.ts';
import { contains, type Span } from '../../text/span.ts';
import type { SourceFile } from '../../tree/document.ts';
import { pointerSteps } from '../../tree/json-patch.ts';
import { stringOf, valueOf, type Value } from '../../tree/value.ts';
import type { LocatedDocument } from '../view.ts';

/** An object, or a JSON patch. */
export interface AddressHolder extends LocatedDocument {
  /** In its document (UTF-16 units). */
  readonly span: Span;
  /** Such as `Endpoints "db"`. */
  readonly title: string;
  /** True for an object that a cluster printed. */
  readonly isPrinted: boolean;
  /** The values at paths of this kind of object, or only those that hold the offset of the document. */
  valuesAt(paths: 'addresses' | 'texts', at?: Span): readonly Value[];
}

type HolderPath = readonly string[];

/** `*` stands for each item of a list, and for each annotation. */
const addressPaths: Readonly<Record<string, readonly HolderPath[]>> = {
  Endpoints: [
    ['subsets', '*', 'addresses', '*', 'ip'],
    ['subsets', '*', 'notReadyAddresses', '*', 'ip'],
  ],
  EndpointSlice: [['endpoints', '*', 'addresses', '*']],
  Service: [
    ['spec', 'clusterIP'],
    ['spec', 'clusterIPs', '*'],
    ['spec', 'externalIPs', '*'],
    ['spec', 'loadBalancerIP'],
    ['status', 'loadBalancer', 'ingress', '*', 'ip'],
  ],
};

/** The values that contain addresses beside other text. */
const textPaths: readonly HolderPath[] = [
  ['metadata', 'annotations', '*'],
  ['spec', 'loadBalancerSourceRanges', '*'],
];

/** Where kubectl keeps a copy of what was applied, which it overwrites. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The objects of the file in order, then its JSON patches. */
export const addressHolders = memo((file: SourceFile): readonly AddressHolder[] => {
  const objects = objectsIn(file).flatMap(({ resource, binding, document, start }): AddressHolder[] => {
    const { type, name, span, properties, written = properties, embedding, isJsonPatch } = resource;
    if (isJsonPatch) return [];
    const paths = { addresses: addressPaths[kindNamed(type)] ?? [], texts: textPaths };
    return [
      {
        document,
        start,
        span,
        title: name === undefined ? type : `${type} ${quote(name)}`,
        isPrinted: embedding?.isLive === true || isLive(binding),
        valuesAt: (which, at) => paths[which].flatMap((path) => valuesAlong(written, path, at)),
      },
    ];
  });
  return [...objects, ...file.parts.flatMap(jsonPatchesIn)];
});

function kindNamed(type: string): string {
  const kind: Kind | undefined = type.startsWith('Endpoint') ? kindOfType(type) : undefined;
  return kind ?? type;
}

function jsonPatchesIn({ document, start }: LocatedDocument): readonly AddressHolder[] {
  return (document.jsonPatches ?? []).map(({ kind, operations }): AddressHolder => {
    // The target can be in another file.
    const addresses = kind === undefined ? Object.values(addressPaths).flat() : (addressPaths[kind] ?? []);
    const paths = { addresses, texts: textPaths };
    return {
      document,
      start,
      span: operations.span,
      title: kind === undefined ? 'a JSON patch' : `a JSON patch of ${kind}`,
      isPrinted: false,
      valuesAt: (which, at) =>
        operations.items.flatMap((item) => paths[which].flatMap((path) => valuesWritten(item, path, at))),
    };
  });
}

/** The values that an operation writes or compares at the path. */
function valuesWritten(operation: Value, path: HolderPath, at?: Span): readonly Value[] {
  if (operation.kind !== 'mapping') return [];
  const steps = pointerSteps(stringOf(valueOf(operation, 'path')) ?? '');
  const isStart = steps.length > 0 && steps.every((step, i) => isStepOf(path[i], step));
  return isStart ? valuesAlong(valueOf(operation, 'value'), path.slice(steps.length), at) : [];
}

function isStepOf(pattern: string | undefined, step: string): boolean {
  return pattern === '*' ? step !== lastApplied : pattern === step;
}

function valuesAlong(value: Value | undefined, path: HolderPath, at?: Span): readonly Value[] {
  if (!value || (at && !contains(value.span, at))) return [];
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (value.kind === 'sequence') {
    return step === '*' ? value.items.flatMap((item) => valuesAlong(item, rest, at)) : [];
  }
  if (value.kind !== 'mapping') return [];
  // A repeated member counts, too, though only the last one has an effect.
  const entries = value.entries.filter(({ name }) => isStepOf(step, name));
  return entries.flatMap((entry) => valuesAlong(entry.value, rest, at));
}
