/** Writes a merge patch of an Endpoints as patches of its slices. Both replace the lists that they write. */
import { apiVersions } from '../../contract/contract.ts';
import type { IpFamily } from '../../contract/ip.ts';
import {
  barePair,
  listPart,
  pairPart,
  textPart,
  withPairs,
  type MapPart,
  type PairPart,
} from '../../edits/parts/part.ts';
import { keyText, scalarText, styleOf, type WritingStyle } from '../../edits/parts/write-parts.ts';
import { readFile } from '../../frontends/frontends.ts';
import { shift } from '../../text/span.ts';
import type { Origin } from '../../tree/built.ts';
import { mergePatchObstacles } from '../forward/endpoints-obstacles.ts';
import { sliceGroups, type SliceGroup } from '../forward/slice-groups.ts';
import { subsetsPairs, withText } from '../forward/slice-parts.ts';
import { withAbove, withMapping } from '../parts/rewrite-pairs.ts';
import { readResource, type ObjectReading } from '../reading.ts';
import { assignGroups } from './built-groups.ts';
import { PatchFault } from './targets.ts';

/** The slice that a patch is written for, with the name that the patch calls it. */
export interface NamedSlice {
  readonly name: string;
  readonly family: IpFamily;
}

/** The text around a patch: a file, or a block scalar of a kustomization. */
export interface PatchSource {
  readonly path: string;
  readonly text: string;
  /** The place of the text in its file. Line starts in a block scalar keep their blanks. */
  readonly start: number;
}

/** Reads the patch at its place. Throws where it is written in a way that cannot be replaced. */
export function readMergePatch({ path, text, start }: PatchSource, { span }: Origin): ObjectReading {
  const file = readFile(path, text, { isPartial: true });
  for (const part of file.parts)
    for (const resource of part.document.resources) {
      if (shift(resource.properties.span, part.start + start).start !== span.start) continue;
      if (resource.type.replace(/Patch$/, '') !== 'Endpoints') continue;
      const { document } = part;
      return readResource({ uri: path, path, file, document, start: part.start, resource, entry: undefined }, []);
    }
  throw new PatchFault('is written in a way that cannot be converted');
}

/** The patches in the order of the slices. */
export function slicePatches(reading: ObjectReading, slices: readonly NamedSlice[]): readonly MapPart[] {
  const root = reading.parts?.root;
  const [obstacle] = root ? mergePatchObstacles(reading, root) : [];
  if (!root || obstacle) throw new PatchFault(`cannot be converted: ${obstacle?.message ?? 'it cannot be read.'}`);
  const style = styleOf(reading.document);
  const groups = sliceGroups(root, style);
  const assigned = assignGroups(groups, slices);
  if (!assigned) throw new PatchFault(tooMany(groups, slices));
  return slices.map(({ name }, i) => {
    const part = slicePatch(root, assigned[i], { name, isFirst: i === 0, style });
    return i === slices.length - 1 ? part : { ...part, below: [] };
  });
}

function tooMany(groups: readonly SliceGroup[], slices: readonly NamedSlice[]): string {
  const family = groups.find((group) => !slices.some((slice) => slice.family === group.family))?.family;
  if (family === undefined) return 'has more sets of ports than the Endpoints';
  return `has ${family} addresses, and the Endpoints has none`;
}

interface PatchSettings {
  readonly name: string;
  readonly isFirst: boolean;
  readonly style: WritingStyle;
}

function slicePatch(root: MapPart, group: SliceGroup | undefined, { name, isFirst, style }: PatchSettings): MapPart {
  const renamed = withMapping(
    root,
    (pair) => pair.name === 'metadata',
    (metadata) =>
      withPairs(
        metadata,
        metadata.pairs.map((pair) =>
          pair.name === 'name' ? { ...pair, value: textPart(spelled(name, style)) } : pair,
        ),
      ),
  );
  const pairs = renamed.pairs.flatMap((pair): readonly PairPart[] => {
    const own = isFirst || pair.name === 'subsets' ? pair : barePair(pair);
    if (pair.name === 'apiVersion') return [withText(own, apiVersions.EndpointSlice, style)];
    if (pair.name === 'kind') return [withText(own, 'EndpointSlice', style)];
    if (pair.name !== 'subsets') return [own];
    return group
      ? listPairs(isFirst ? own : { ...own, above: [], beside: '' }, root, group, style)
      : [deletion(root, style)];
  });
  return withPairs(root, pairs);
}

function spelled(name: string, style: WritingStyle): string {
  return scalarText(name, style, false);
}

/** Without ports, the patch of the Endpoints removes those of the base. */
function listPairs(own: PairPart, root: MapPart, group: SliceGroup, style: WritingStyle): readonly PairPart[] {
  const [family, ...lists] = subsetsPairs(own, root, group, style);
  const none = pairPart('ports', keyText('ports', style, root), listPart([], { isFlow: true }));
  const [first, ...rest] = group.ports ? lists : [none, ...lists];
  return first ? [withAbove(first, family?.above ?? []), ...rest] : [];
}

function deletion(root: MapPart, style: WritingStyle): PairPart {
  const key = root.pairs[0]?.key.startsWith('"') === true ? '"$patch"' : '$patch';
  return pairPart('$patch', key, textPart(scalarText('delete', style, root.isFlow)));
}
