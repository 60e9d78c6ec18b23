/** Finds why the API server rejects an object of a project, whatever ignore comments say. */
import type { Rejection, RejectionsOf } from '../analysis/traffic/explain/explanation.ts';
import { objectsIn } from '../analysis/workspace/places.ts';
import { throwBug } from '../lint/check-file.ts';
import { diagnose } from '../lint/diagnose.ts';
import { enforcerOf } from '../lint/rules-in-programs.ts';
import type { Diagnostic } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { groupBy } from '../text/group.ts';
import { memoBy } from '../text/memo.ts';
import type { Document, Resource, SourceFile } from '../tree/document.ts';
import type { Project } from './project.ts';

const enforced = rules.filter(({ enforcedBy }) => enforcedBy === 'server' || enforcedBy === 'strict');

type Trees = Pick<Project, 'treeOf'> & { readonly builds: Pick<Project['builds'], 'roots'> };

/** In the order of the text. `minor` is the Kubernetes version. */
export function rejectionsIn(project: Trees, minor: number): RejectionsOf {
  const files = new Map<string, SourceFile | undefined>();
  return ({ uri, ordinal }) => {
    if (!files.has(uri)) files.set(uri, project.builds.roots.get(uri)?.file ?? project.treeOf(uri));
    const file = files.get(uri);
    const object = file && objectsIn(file)[ordinal];
    if (!object) return [];
    const { document, resource } = object;
    return (diagnosed(document, minor).get(resource) ?? [])
      .toSorted((a, b) => a.span.start - b.span.start)
      .flatMap((each) => rejectionOf(each, document));
  };
}

const diagnosed = memoBy(
  (document: Document, minor: number): ReadonlyMap<Resource | undefined, readonly Diagnostic[]> =>
    groupBy(diagnose(document, { rules: enforced, minor, onBug: throwBug }), (each) => each.resource),
);

function rejectionOf({ rule, message, path = [] }: Diagnostic, { language }: Document): readonly Rejection[] {
  const enforcer = enforcerOf(rule, language);
  return enforcer === 'server' || enforcer === 'strict'
    ? [{ rule: rule.code, message, path, isCertain: enforcer === 'server' }]
    : [];
}
