/** Finds GlusterFS volumes, which name Endpoints and read nothing else. */
import { quote } from '../../text/quote.ts';
import { valueOf } from '../../tree/value.ts';
import { namedReach, siteOf, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import type { FoundReader } from '../reader.ts';
import { entriesIn, type SearchedText } from '../searched-text.ts';

export function glusterfsReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\bendpoints/.test(text.text)) return [];
  if (text.language === 'hcl') return terraformReaders(text, estate);
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap(({ entry, owner, around }): readonly FoundReader[] => {
      const volume = entry.name === 'endpoints' ? owner : undefined;
      const isComplete = volume && (valueOf(volume, 'path') ?? valueOf(volume, 'endpointsNamespace'));
      if (!volume || !isComplete || entry.value.kind === 'sequence' || entry.value.kind === 'mapping') return [];
      const isVolume = around[1] && valueOf(around[1], 'glusterfs') === volume;
      if (isVolume !== true) return [];
      const object = around.find((each) => valueOf(each, 'kind') && valueOf(each, 'apiVersion'));
      const claimed = textAt(around[1] ?? volume, 'claimRef', 'namespace');
      const isCluster = object && textAt(object, 'kind') === 'PersistentVolume';
      const own = object && !isCluster ? siteOf(text.uri, object, estate.metadata).namespace : claimed;
      const namespace = textAt(volume, 'endpointsNamespace') ?? own;
      const name = textAt(volume, 'endpoints') ?? '';
      return [
        {
          ...namedReach(estate, text.uri, { name, namespace }),
          ...(text.isTemplate && { certainty: 'likely' as const }),
          span: tree.place(entry.key),
          kind: 'glusterfs-volume',
          change: 'person',
          message: messageFor(name),
        },
      ];
    }),
  );
}

function messageFor(name: string): string {
  const shown = name === '' ? 'Endpoints by name' : `Endpoints ${quote(name)} by name`;
  return `A GlusterFS volume reads ${shown} and no EndpointSlices, so it cannot be mounted without them. Keep the Endpoints; the volume plugin is gone since Kubernetes 1.26.`;
}

/** The block of a volume in Terraform. */
const block = /\bglusterfs\s*\{([^{}]{0,1000})\}/g;

function terraformReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  return [...text.text.matchAll(block)].flatMap(({ index, 0: all, 1: body = '' }): readonly FoundReader[] => {
    const found = /^[ \t]*endpoints_name\s*=\s*(?:"([^"\n]*)")?/m.exec(body);
    if (!found) return [];
    const start = index + all.length - 1 - body.length + found.index + found[0].indexOf('endpoints_name');
    const name = found[1] ?? '';
    return [
      {
        ...namedReach(estate, text.uri, { name, namespace: undefined }),
        span: { start, end: start + 'endpoints_name'.length },
        kind: 'glusterfs-volume',
        change: 'person',
        message: messageFor(name),
      },
    ];
  });
}
