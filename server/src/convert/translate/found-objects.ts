/** Finds the objects of files that can be written in another language: our kinds, and Services. */
import { apiVersions, kindOfType } from '../../contract/contract.ts';
import { documentColumns, type Document, type Resource, type SourceFile } from '../../tree/document.ts';
import { valueAtPath } from '../../tree/value.ts';

export interface TranslationSource {
  readonly uri: string;
  readonly file: SourceFile;
}

/** An object where it is written. */
export interface FoundObject {
  readonly uri: string;
  readonly document: Document;
  /** The offset of the document in the file. */
  readonly start: number;
  readonly resource: Resource;
}

/** The objects of our kinds and the Services of a file, in the order of the text. */
export function translatableObjects({ uri, file }: TranslationSource): readonly FoundObject[] {
  const { documents, starts } = documentColumns(file);
  return documents.flatMap((document, i) => {
    const services = document.neighbours.filter(({ type, apiVersion }) => type === 'Service' && apiVersion === 'v1');
    const resources = [...document.resources, ...services].sort((a, b) => a.span.start - b.span.start);
    return resources.map((resource) => ({ uri, document, start: starts[i] ?? 0, resource }));
  });
}

/** The type with `Patch` for a patch of a program. */
export function carriedType({ type, form, isPartial }: Resource): string {
  return form === 'pulumi' && isPartial && !type.endsWith('Patch') ? `${type}Patch` : type;
}

/** `Endpoints shop/orders-db`. */
export function foundName({ resource }: FoundObject): string {
  const text = (...path: readonly string[]): string => {
    const value = valueAtPath(resource.properties, path);
    return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
  };
  const namespace = text('metadata', 'namespace');
  const name = text('metadata', 'name') || (resource.name ?? '');
  const full = namespace === '' || name === '' ? name : `${namespace}/${name}`;
  return `${carriedType(resource)}${full === '' ? '' : ` ${full}`}`;
}

/** The API version of a type, with or without `Patch`. */
export function apiVersionOf(type: string): string {
  return type.startsWith('Service') ? 'v1' : apiVersions[kindOfType(type)];
}
