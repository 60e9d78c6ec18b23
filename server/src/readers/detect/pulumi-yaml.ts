/** Finds the Endpoints of Pulumi YAML programs. */
import { blocks, keyOf } from '../../tree/program.ts';
import { stringOf } from '../../tree/value.ts';
import { namedReach, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import type { FoundReader } from '../reader.ts';
import type { SearchedText } from '../searched-text.ts';

export function pulumiYamlObjects(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\b(?:kubernetes|provider):core\/v1:Endpoints\b/.test(text.text)) return [];
  return text.trees.flatMap(({ root, place, outer }) =>
    outer || root.kind !== 'mapping'
      ? []
      : blocks(root).flatMap(({ value }): readonly FoundReader[] => {
          const type = value.kind === 'mapping' ? keyOf(value, 'type')?.value : undefined;
          const properties = value.kind === 'mapping' ? keyOf(value, 'properties')?.value : undefined;
          if (!type || !/^\w+:core\/v1:Endpoints$/.test(stringOf(type) ?? '')) return [];
          const name = properties ? (textAt(properties, 'metadata', 'name') ?? '') : '';
          const namespace = properties && textAt(properties, 'metadata', 'namespace');
          return [
            {
              ...namedReach(estate, text.uri, { name, namespace }),
              span: place(type.span),
              kind: 'program-object',
              change: 'person',
              message:
                'This program makes an Endpoints, and what reads it loses it once slices replace it. "endpoints convert" writes the slices; delete the Endpoints last.',
            },
          ];
        }),
  );
}
