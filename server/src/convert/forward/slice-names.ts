/** Names the slices of an Endpoints: the name of the Service with a suffix, as it is written. */
import { stringIn, type Part } from '../../edits/parts/part.ts';
import type { WritingStyle } from '../../edits/parts/write-parts.ts';
import { nameWritten, suffixedName, type NameRegistry } from '../name-registry.ts';
import type { ObjectReading } from '../reading.ts';
import { nameText } from '../value-text.ts';
import type { SliceGroup } from './slice-groups.ts';
import type { NamedGroup } from './slice-parts.ts';

export interface NamedSliceGroup extends NamedGroup {
  readonly suffix: string;
  /** The name for reports, and as a reader finds it in the new text. */
  readonly made: string;
}

interface ServiceName {
  readonly part: Part | undefined;
  readonly style: WritingStyle;
}

/** Undefined for a name that the program cannot add a suffix to. */
export function nameGroups(
  reading: ObjectReading,
  groups: readonly SliceGroup[],
  { part, style }: ServiceName,
  names: NameRegistry,
): readonly NamedSliceGroup[] | undefined {
  const service = nameText(reading.document, reading.resource);
  const written = nameWritten(part, style) ?? '';
  const known = stringIn(part);
  const named = groups.map((group, i): NamedSliceGroup | undefined => {
    const { name, suffix } = names.slice(reading, service, group.family);
    const place = { isFirst: i === 0, isLast: i === groups.length - 1 };
    if (style.program) {
      const made = part && style.program.suffixed(part, suffix, name);
      return made && { group, name: made.text, ...place, suffix, made: made.name };
    }
    const text = suffixedName(written, known, suffix, name);
    const isKnown = known !== undefined && text === name;
    return { group, name: text, ...place, suffix, made: isKnown ? name : `${service}${suffix}` };
  });
  return named.every((each) => each !== undefined) ? named : undefined;
}
