/** Reads the text of a patch, which is a list of operations (JSON patch) or objects (merge patches). */
import { readJson } from '../frontends/json/parse-json.ts';
import type { Form } from '../tree/document.ts';
import type { BuiltMapping, BuiltScalar, BuiltSequence } from '../tree/built.ts';
import { BuildError } from './build-error.ts';
import type { Folder } from './folder.ts';
import { originOf, type BuildObject } from './object.ts';
import { scalarAt } from './read-kustomization.ts';
import { objectsOf, readDocuments, readInnerDocuments, type WrittenDocument } from './read-objects.ts';

export interface ReadPatch {
  /** Undefined for merge patches. */
  readonly operations: BuiltSequence | undefined;
  /** Several only in a file. */
  readonly merges: readonly BuildObject[];
}

/** Undefined where the file was not read. Throws for a text that is not a patch. */
export function readPatch(entry: BuiltMapping, folder: Folder): ReadPatch | undefined {
  const written = scalarAt(entry, 'patch');
  const patch = String(written?.value ?? '').trim() === '' ? undefined : written;
  const path = scalarAt(entry, 'path');
  if (patch && path)
    throw new BuildError(
      'other',
      'This entry has both path and patch, so kustomize rejects it. Remove one of them.',
      originOf(path),
    );
  const source = patch ?? path;
  if (!source)
    throw new BuildError(
      'other',
      'This entry has neither path nor patch, so kustomize rejects it. Write one of them.',
      entry.origin,
    );
  const text = patch ? embeddedText(patch, folder) : fileText(source, folder);
  return text && patchOf(text, source);
}

interface PatchText {
  readonly text: string;
  readonly read: (form: Form) => readonly WrittenDocument[];
}

function embeddedText(patch: BuiltScalar, folder: Folder): PatchText {
  const outer = folder.textOf(originOf(patch).path);
  return { text: String(patch.value), read: (form) => readInnerDocuments(patch, outer, form) };
}

function fileText(path: BuiltScalar, folder: Folder): PatchText | undefined {
  const file = folder.load(path);
  return file && { text: file.text, read: (form) => readDocuments(file.path, file.text, form) };
}

function patchOf({ text, read }: PatchText, source: BuiltScalar): ReadPatch {
  const documents = read('pulumi');
  if (documents[0]?.root.kind !== 'sequence') return { operations: undefined, merges: objectsOf(documents, 'patch') };
  if (text.trim().startsWith('[') && readJson(text.trim()).issues.length > 0) {
    const message =
      'kustomize reads a patch that starts with "[" as JSON, and this is not JSON. Write keys and texts in double quotes.';
    throw new BuildError('json-patch', message, originOf(source));
  }
  // Operations are read with the YAML 1.1 words for true and false.
  const root = read('kubernetes')[0]?.root;
  return { operations: root?.kind === 'sequence' ? root : undefined, merges: [] };
}
