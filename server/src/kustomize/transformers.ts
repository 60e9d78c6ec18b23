/** Runs one document of `transformers:` whose kind is built in. */
import type { BuiltMapping, BuiltScalar, BuiltSequence } from '../tree/built.ts';
import { readFieldSpecs, type TransformContext } from './field-specs.ts';
import { addHashes } from './generators.ts';
import { writePairs } from './labels.ts';
import { renameObjects } from './names.ts';
import { setNamespaces, type NamespaceOptions } from './namespace.ts';
import { type BuildObject, builtScalarText, builtText, builtAt } from './object.ts';
import { replaceFields, type ReadDocuments } from './replacements.ts';
import { setImage, setReplica } from './workloads.ts';
import { ownValue } from '../text/own-value.ts';

type Objects = readonly BuildObject[];
type RunDocument = (
  objects: Objects,
  document: BuiltMapping,
  context: TransformContext,
  readFile: ReadDocuments,
) => Objects;

const subjectModes: Readonly<Record<string, NamespaceOptions['subjects']>> = {
  none: 'none',
  allServiceAccounts: 'service-accounts',
};

/** Such a document names its fields itself: the tables do not count. */
const runners: Readonly<Record<string, RunDocument>> = {
  NamespaceTransformer: (objects, document) => {
    const namespace = scalarAt(document, ['metadata', 'namespace']);
    const unsetOnly = builtAt(document, ['unsetOnly']);
    const options: NamespaceOptions = {
      fields: fieldsOf(document),
      unsetOnly: unsetOnly?.kind === 'scalar' && unsetOnly.value === true,
      subjects: ownValue(subjectModes, builtText(document, ['setRoleBindingSubjects'])) ?? 'named-default',
    };
    return namespace === undefined ? objects : setNamespaces(objects, namespace, options);
  },
  PrefixTransformer: (objects, document) => withAffix(objects, document, 'prefix'),
  SuffixTransformer: (objects, document) => withAffix(objects, document, 'suffix'),
  LabelTransformer: (objects, document) => withPairs(objects, document, 'labels', 'LabelTransformer'),
  AnnotationsTransformer: (objects, document) => withPairs(objects, document, 'annotations', 'AnnotationsTransformer'),
  ReplicaCountTransformer: (objects, document, { isOpen }) => {
    const replica = builtAt(document, ['replica']);
    return replica?.kind === 'mapping' ? setReplica(objects, replica, fieldsOf(document), isOpen) : objects;
  },
  ImageTagTransformer: (objects, document) => {
    const image = builtAt(document, ['imageTag']);
    return image?.kind === 'mapping' ? setImage(objects, image, fieldsOf(document)) : objects;
  },
  ReplacementTransformer: (objects, document, context, readFile) => {
    const list = sequenceAt(document, 'replacements');
    return list === undefined ? objects : replaceFields(objects, list, context, readFile);
  },
  HashTransformer: (objects) => addHashes(objects),
  // The order of the result is set at the end of the build.
  SortOrderTransformer: (objects) => objects,
};

/** Undefined for an unknown kind, and for those of patches, which the caller runs. */
export function runTransformer(
  objects: readonly BuildObject[],
  document: BuiltMapping,
  context: TransformContext,
  readFile: ReadDocuments,
): readonly BuildObject[] | undefined {
  if (builtText(document, ['apiVersion']) !== 'builtin') return undefined;
  const kind = builtText(document, ['kind']);
  return ownValue(runners, kind)?.(objects, document, context, readFile);
}

function withAffix(objects: Objects, document: BuiltMapping, affix: 'prefix' | 'suffix'): Objects {
  const text = scalarAt(document, [affix]);
  return text === undefined ? objects : renameObjects(objects, text, affix, fieldsOf(document));
}

function withPairs(objects: Objects, document: BuiltMapping, name: string, kind: string): Objects {
  const pairs = builtAt(document, [name]);
  return pairs?.kind === 'mapping' ? writePairs(objects, pairs, fieldsOf(document), kind) : objects;
}

function fieldsOf(document: BuiltMapping): ReturnType<typeof readFieldSpecs> {
  return readFieldSpecs(builtAt(document, ['fieldSpecs']));
}

function scalarAt(document: BuiltMapping, path: readonly string[]): BuiltScalar | undefined {
  const value = builtAt(document, path);
  return value?.kind === 'scalar' && builtScalarText(value) !== '' ? value : undefined;
}

function sequenceAt(document: BuiltMapping, name: string): BuiltSequence | undefined {
  const value = builtAt(document, [name]);
  return value?.kind === 'sequence' ? value : undefined;
}
