/** What a check reports for the objects of a project, for pictures: the findings that no ignore silences. */
import {
  emptyFindings,
  objectFindings,
  type FindingsOf,
  type ObjectFindings,
} from '../analysis/picture/reported-rules.ts';
import { indexKey } from '../analysis/workspace/file-around.ts';
import { objectsIn } from '../analysis/workspace/places.ts';
import { checkDocuments, type CheckSettings } from '../lint/check-documents.ts';
import { shownIn } from '../lint/check-file.ts';
import { groupBy } from '../text/group.ts';
import type { Project } from './project.ts';

type CheckedProject = Pick<Project, 'treeOf'> & {
  readonly builds: Pick<Project['builds'], 'roots'>;
  readonly workspace: Pick<Project['workspace'], 'aroundForRules'>;
};

/** Checks a file when it is first asked for. `noteKey` is called with the keys of the index on which the findings depend. */
export function reportedFindings(
  project: CheckedProject,
  settingsOf: (uri: string) => CheckSettings,
  noteKey: (key: string) => void = () => {},
): FindingsOf {
  const known = new Map<string, readonly ObjectFindings[]>();
  const check = (uri: string): readonly ObjectFindings[] => {
    const { builds, workspace } = project;
    const file = builds.roots.get(uri)?.file ?? project.treeOf(uri);
    if (!file) return [];
    const checked = checkDocuments(file, settingsOf(uri), workspace.aroundForRules(uri));
    for (const { related } of checked.documentFindings)
      for (const key of related.answers.keys()) noteKey(indexKey(key));
    const found = groupBy(
      file.parts.flatMap((_, i) => shownIn(checked, i)),
      ({ diagnostic }) => diagnostic.resource,
    );
    return objectsIn(file).map(({ resource }) => {
      const own = found.get(resource);
      if (!own) return emptyFindings;
      return objectFindings(
        own.map(({ diagnostic: { rule, path = [] } }) => ({ rule: rule.code, explains: rule.explains ?? [], path })),
      );
    });
  };
  return ({ uri, ordinal }) => {
    const all = known.get(uri) ?? check(uri);
    known.set(uri, all);
    return all[ordinal] ?? emptyFindings;
  };
}
