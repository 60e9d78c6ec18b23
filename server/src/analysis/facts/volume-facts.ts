/** Finds GlusterFS volumes: they read the addresses of Endpoints by name, without a Service. */
import { attachment } from '../../text/memo.ts';
import type { Document, Resource } from '../../tree/document.ts';
import { frameOf } from '../../tree/item-blocks.ts';
import { childrenOf, entryOf, stringOf, valueOf, type Value } from '../../tree/value.ts';

export interface VolumeFacts {
  /** The name of the Endpoints. */
  readonly endpoints: string;
  /** The namespace of the Endpoints, where the volume writes it; empty where the object or a claim decides on it. */
  readonly namespace: string;
}

/** The volumes in a PersistentVolume, a Pod or the template of one, wherever the object has them. */
export function volumesOf({ properties, isPartial }: Resource, document: Document): readonly VolumeFacts[] {
  return isPartial || !mayNameVolumes(document) ? none : [...volumesIn(properties)];
}

function mayNameVolumes(document: Document): boolean {
  const frame = searchIn(frameOf(document));
  return (frame.hasVolumes ??= document.text.includes('glusterfs'));
}

/** Searching a long text takes time, and an edit in a long list cannot write a volume (see `reread-inside.ts`). */
const searchIn = attachment((_frame: object): { hasVolumes: boolean | undefined } => ({ hasVolumes: undefined }));

const none: readonly VolumeFacts[] = [];

function* volumesIn(value: Value): Generator<VolumeFacts> {
  const source = value.kind === 'mapping' ? entryOf(value, 'glusterfs')?.value : undefined;
  const endpoints = source?.kind === 'mapping' ? stringOf(valueOf(source, 'endpoints')) : undefined;
  if (source?.kind === 'mapping' && endpoints)
    yield { endpoints, namespace: stringOf(valueOf(source, 'endpointsNamespace')) ?? '' };
  for (const child of childrenOf(value)) yield* volumesIn(child);
}
