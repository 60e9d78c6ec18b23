/** Completes a kustomization: its fields, the paths of files and folders, and the objects of a target. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { patchedKind } from '../../analysis/workspace/family.ts';
import { folderOf, plainPath } from '../../analysis/workspace/placement.ts';
import { kustomizationType } from '../../contract/kustomization.ts';
import { uniqueBy } from '../../text/group.ts';
import type { Slot } from '../../tree/slot.ts';
import { valueProposal, type ProposalList } from '../completion/complete-values.ts';
import { snippetText, type Spelling } from '../completion/draft.ts';
import type { Proposal } from '../completion/proposal.ts';
import type { CursorPlace } from '../navigation/object-at-cursor.ts';
import { shownPlace } from '../navigation/object-words.ts';
import { proposeInPatch } from './complete-json-patch.ts';
import { proposablePaths } from './kustomization-paths.ts';
import { pathPattern, pathFields } from './kustomization-text.ts';
import { includedObjects, selectedBy, versionOf, type IncludedObject } from './kustomized-objects.ts';
import { proposeInType, spellPath, type KustomizeSlotOptions } from './propose-in-type.ts';
import { isSelectingField } from './target-at.ts';

/** The proposals for a slot of a kustomization or of a JSON patch. */
export function proposeForKustomize(slot: Slot, options: KustomizeSlotOptions): ProposalList {
  if (slot.subject.area === 'json-patch') return whole(proposeInPatch(slot, options));
  const pattern = pathPattern(slot.path);
  const list = slot.kind === 'item' || slot.kind === 'node' ? `${pattern}.*` : '';
  if (pathFields.has(list)) return pathsFor(slot, list, options.around(), slot.kind === 'node' ? '- ' : '');
  if (slot.kind !== 'key' && pathFields.has(pattern)) return pathsFor(slot, pattern, options.around(), '');
  const field = String(slot.path.at(-1));
  if (slot.kind === 'value' && isSelectingField(pattern)) return whole(selections(field, slot, options.around()));
  // A patch is in a file or inline.
  const isPatched =
    /^patches(?:Json6902)?\.\*$/.test(pattern) && ['path', 'patch'].some((name) => slot.names.has(name));
  const fields = proposeInType(kustomizationType, slot, options.minor);
  return whole(isPatched ? fields.filter(({ label }) => label !== 'path' && label !== 'patch') : fields);
}

function whole(proposals: readonly Proposal[]): ProposalList {
  return { proposals, isIncomplete: false };
}

function pathsFor(slot: Slot, field: string, around: CursorPlace, dash: string): ProposalList {
  const { paths, isCut } = proposablePaths(field, around, slot);
  // With the cursor in a complete path, the user wants to see the other ones.
  const shown = paths.some(({ path }) => path === slot.word) ? { filter: slot.word } : {};
  const proposals = paths.map(({ path, detail, isFolder }) => ({
    label: path,
    kind: isFolder ? CompletionItemKind.Folder : CompletionItemKind.File,
    detail,
    ...shown,
    spell: (spelling: Spelling) => dash + snippetText(spellPath(path, slot), spelling),
  }));
  return { proposals, isIncomplete: isCut };
}

/** The values of a field among the objects that the other fields of the target select. */
function selections(field: string, slot: Slot, { files, view }: CursorPlace): readonly Proposal[] {
  const included = includedObjects(folderOf(plainPath(view.uri)), files);
  const others = new Map([...slot.names].filter(([name]) => name !== field));
  const found = selectedBy((name) => others.get(name), included, files).flatMap((object) => {
    const value = valueIn(field, object, files);
    return value === '' ? [] : [{ value, object }];
  });
  const unique = uniqueBy(
    found.toSorted((a, b) => rank(a.object) - rank(b.object) || (a.value < b.value ? -1 : 1)),
    ({ value }) => value,
  );
  const isKnown = unique.some(({ value }) => value === slot.word);
  return unique.map(({ value, object: { entry } }) => ({
    ...valueProposal({ value, doc: '' }, slot, true),
    kind: CompletionItemKind.Reference,
    detail: `${patchedKind(entry.facts)} in ${shownPlace(entry.uri, files, view.uri)}`,
    ...(isKnown ? { filter: slot.word } : {}),
  }));
}

/** Objects of the checked kinds come first. */
function rank({ entry: { facts } }: IncludedObject): number {
  return facts.endpoints || facts.slice ? 0 : facts.service ? 1 : 2;
}

function valueIn(field: string, { entry }: IncludedObject, files: CursorPlace['files']): string {
  const { kind, group, name, namespace } = entry.facts;
  switch (field) {
    case 'kind':
      return kind;
    case 'group':
      return group;
    case 'name':
      return name.isKnown ? name.text : '';
    case 'namespace':
      return namespace ? (namespace.isKnown ? namespace.text : '') : '';
    default:
      return versionOf(entry, files);
  }
}
