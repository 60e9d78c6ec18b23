/** Finds the names that files write for objects that kustomizations rename. */
import type { NameBefore } from '../analysis/traffic/explain/explanation.ts';
import { objectsIn } from '../analysis/workspace/places.ts';
import type { Project } from './project.ts';

export function namesBefore({ roots }: Pick<Project['builds'], 'roots'>): NameBefore {
  return ({ uri, ordinal }) => {
    const root = roots.get(uri);
    const document = root && objectsIn(root.file)[ordinal]?.document;
    const object = root?.build.objects[root.file.parts.findIndex((part) => part.document === document)];
    return object && object.written.name !== object.name ? object.written.name : undefined;
  };
}
