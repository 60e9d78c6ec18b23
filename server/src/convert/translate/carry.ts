/** Reads the objects of files that are written in another language: our kinds, and the Services in front of them. */
import type { NewOption } from '../../edits/code/option-texts.ts';
import { quote } from '../../text/quote.ts';
import { shift, type Span } from '../../text/span.ts';
import { mayHoldOurs } from '../../frontends/concern.ts';
import { documentColumns, type Document, type Resource } from '../../tree/document.ts';
import { resourceOptions } from '../../tree/program.ts';
import {
  emptyScalar,
  isNull,
  valueAtPath,
  valueOf,
  type Entry,
  type Mapping,
  type Opaque,
  type Value,
} from '../../tree/value.ts';
import { soleReference, type SoleReference } from './sole-reference.ts';
import { CarriedReader } from './carry-value.ts';
import { typeOfObject, untyped } from './sdk-types.ts';
import { isPulumi, isTyped, type CarriedObject, type TargetLanguage, type TranslationRemark } from './carried.ts';
import { Comments } from './comments.ts';
import { carryOptions } from './carry-options.ts';
import {
  carriedType,
  foundName,
  translatableObjects,
  type FoundObject,
  type TranslationSource,
} from './found-objects.ts';
import { translationObstacle } from './obstacles.ts';
import { ourServices } from './our-services.ts';

export interface CarryRequest {
  readonly to: TargetLanguage;
  /** True for an object that is asked for; undefined for all objects of our kinds and their Services. */
  readonly isWanted?: ((uri: string, span: Span) => boolean) | undefined;
}

export interface CarriedObjects {
  readonly objects: readonly CarriedObject[];
  readonly remarks: readonly TranslationRemark[];
  /** Objects of our kinds, and Services that are written by hand, whether they are carried over or not. */
  readonly found: number;
}

export function carry(sources: readonly TranslationSource[], request: CarryRequest): CarriedObjects {
  const all = sources.flatMap(translatableObjects);
  const { isWanted } = request;
  const wanted = isWanted
    ? all.filter(({ uri, resource, start }) => isWanted(uri, shift(resource.span, start)))
    : ourServices(all);
  const remarks = isWanted ? [] : sources.flatMap(unreadIn);
  const carrier = new Carrier(all, new Set(wanted.map(({ resource }) => resource)), request.to, remarks);
  return { objects: wanted.flatMap((found) => carrier.object(found) ?? []), remarks, found: wanted.length };
}

/** Texts that may hold objects of ours, and cannot be read. */
function unreadIn({ uri, file }: TranslationSource): TranslationRemark[] {
  const { documents, starts } = documentColumns(file);
  return documents.flatMap((document, i) => {
    const { issues, unreadLanguage, resources, neighbours, text } = document;
    if (resources.length + neighbours.length > 0 || !mayHoldOurs(text)) return [];
    const [issue] = issues;
    const span = shift(issue?.span ?? { start: 0, end: 0 }, starts[i] ?? 0);
    if (unreadLanguage !== undefined)
      return [{ uri, span, what: 'refused', message: `The text is not read, because it is in ${unreadLanguage}.` }];
    return issue ? [{ uri, span, what: 'refused', message: `The text cannot be read: ${issue.message}` }] : [];
  });
}

class Carrier {
  readonly #all: readonly FoundObject[];
  readonly #wanted: ReadonlySet<Resource>;
  readonly #to: TargetLanguage;
  readonly #remarks: TranslationRemark[];
  readonly #carried = new Map<Resource, CarriedObject | undefined>();
  readonly #comments = new Map<Document, Comments>();

  constructor(
    all: readonly FoundObject[],
    wanted: ReadonlySet<Resource>,
    to: TargetLanguage,
    remarks: TranslationRemark[],
  ) {
    this.#all = all;
    this.#wanted = wanted;
    this.#to = to;
    this.#remarks = remarks;
  }

  /** Undefined for an object that is refused. */
  object(found: FoundObject): CarriedObject | undefined {
    const { resource } = found;
    if (this.#carried.has(resource)) return this.#carried.get(resource);
    // An object that depends on itself does so without an order.
    this.#carried.set(resource, undefined);
    const carried = this.#read(found);
    this.#carried.set(resource, carried);
    return carried;
  }

  #read(found: FoundObject): CarriedObject | undefined {
    const { document, resource } = found;
    const obstacle = translationObstacle(found, this.#to);
    if (obstacle !== undefined) {
      this.#remarks.push(remarkAt(found, resource.head, 'refused', obstacle));
      return undefined;
    }
    const comments = this.#commentsOf(document);
    const above = comments.takeAt(resource.span.start);
    const before: CarriedObject[] = [];
    const notes: TranslationRemark[] = [];
    let isRefused = false;
    const reader = new CarriedReader({
      commentsAt: (offset) => comments.takeAt(offset),
      resolve: (value) => this.#resolve(value, found, { before, notes }),
      refuse: (span, message) => {
        isRefused = true;
        this.#remarks.push(remarkAt(found, span, 'refused', message));
      },
      note: (span, message) => notes.push(remarkAt(found, span, 'note', message)),
    });
    const entries = this.#propertyEntries(found, notes);
    const type = isTyped(this.#to) ? typeOfObject(carriedType(resource)) : untyped;
    const properties = reader.map({ entries, span: resource.head }, [], type);
    const options = this.#options(found, before, notes);
    if (isRefused) return undefined;
    this.#remarks.push(...notes);
    const isAlone = document.resources.length + document.neighbours.length === 1 && document.syntax !== 'code';
    const rest = comments.takeIn(isAlone ? { start: 0, end: Infinity } : resource.span);
    return {
      type: carriedType(resource),
      place: { uri: found.uri, span: shift(resource.head, found.start) },
      logicalName: resource.form === 'pulumi' ? resource.name : undefined,
      properties,
      options,
      dependsOn: [...new Set(before)],
      comments: [...above, ...rest],
    };
  }

  /** What the API server writes is left out: a client's value is discarded. */
  #propertyEntries(found: FoundObject, notes: TranslationRemark[]): readonly Entry[] {
    const left: string[] = [];
    const keep = (entries: readonly Entry[], path: string, dropped: ReadonlySet<string>): readonly Entry[] =>
      entries.filter(({ name, value }) => {
        if (dropped.has(name) && !isNull(value)) left.push(path + name);
        return !dropped.has(name);
      });
    const { entries } = withNamespace(found, this.#to, notes);
    const kept = keep(entries, '', serverFields).flatMap((entry): readonly Entry[] => {
      if (entry.name === 'apiVersion' || entry.name === 'kind') return [];
      if (entry.name !== 'metadata' || entry.value.kind !== 'mapping') return [entry];
      const own = keep(entry.value.entries, 'metadata.', serverMetadata).map((each) => {
        if (each.name !== 'annotations' || each.value.kind !== 'mapping') return each;
        const annotations = keep(each.value.entries, 'metadata.annotations.', clientAnnotations);
        return { ...each, value: { ...each.value, entries: annotations } };
      });
      return [{ ...entry, value: { ...entry.value, entries: own } }];
    });
    if (left.length > 0) {
      const names = left.map(quote).join(', ');
      const what = left.length === 1 ? 'It is' : 'They are';
      notes.push(
        remarkAt(found, found.resource.head, 'lost', `without ${names}. ${what} set by the cluster or by kubectl.`),
      );
    }
    return kept;
  }

  #options(found: FoundObject, before: CarriedObject[], notes: TranslationRemark[]): readonly NewOption[] {
    const { resource } = found;
    for (const { name, key } of resource.terraform?.options.entries ?? [])
      if (!this.#isLeftOut(name, resource)) notes.push(remarkAt(found, key, 'lost', `${quote(name)} is left out.`));
    const written = resource.form === 'pulumi' ? resourceOptions(resource.envelope) : undefined;
    if (!written) return [];
    const carried = carryOptions(written, this.#to, {
      objectOf: (value) => {
        const target = this.#referred(value, found);
        const isWritten = target?.reference.steps.length === 0 && this.#wanted.has(target.object.resource);
        return isWritten ? this.object(target.object) : undefined;
      },
      lose: (span, message) => notes.push(remarkAt(found, span, 'lost', message)),
    });
    before.push(...carried.dependsOn);
    return carried.options;
  }

  /** The value that an expression of a program stands for: that of another object of the same program. */
  #resolve(
    value: Opaque,
    found: FoundObject,
    reading: { before: CarriedObject[]; notes: TranslationRemark[] },
  ): Value | undefined {
    const target = this.#referred(value, found);
    const steps = target?.reference.steps ?? [];
    if (!target || steps.length === 0 || target.object.resource === found.resource) return undefined;
    const known = valueAtPath(target.object.resource.properties, steps);
    if (!known || known.kind === 'opaque') return known;
    const carried = this.#wanted.has(target.object.resource) ? this.object(target.object) : undefined;
    if (carried) reading.before.push(carried);
    else if (isPulumi(this.#to)) {
      const name = quote(target.object.resource.name ?? '');
      const message = `The output of ${name} is written as its value. Pulumi no longer knows that ${name} comes first.`;
      reading.notes.push(remarkAt(found, value.span, 'note', message));
    }
    return known;
  }

  #referred(
    value: Value,
    { document }: FoundObject,
  ): { readonly reference: SoleReference; readonly object: FoundObject } | undefined {
    const reference = soleReference(value, document);
    const object =
      reference &&
      this.#all.find((each) => {
        const { key = each.resource.name, form } = each.resource;
        return each.document === document && form === 'pulumi' && key === reference.root;
      });
    return object && { reference, object };
  }

  /** What decides nothing about the object, or is refused elsewhere. */
  #isLeftOut(name: string, { terraform }: Resource): boolean {
    return name === 'count' || name === 'for_each' || (terraform?.isManifest === true && name === 'computed_fields');
  }

  #commentsOf(document: Document): Comments {
    const known = this.#comments.get(document) ?? new Comments(document);
    this.#comments.set(document, known);
    return known;
  }
}

/** Terraform sends `default` for a namespace that a resource does not have. */
function withNamespace(found: FoundObject, to: TargetLanguage, notes: TranslationRemark[]): Mapping {
  const { properties, terraform, head } = found.resource;
  const isDefault = terraform !== undefined && !terraform.isManifest;
  const metadata = valueOf(properties, 'metadata');
  if ((!isDefault && to !== 'terraform') || metadata?.kind !== 'mapping' || valueOf(metadata, 'namespace'))
    return properties;
  if (!isDefault)
    notes.push(remarkAt(found, head, 'note', 'it has no namespace. In Terraform it gets the namespace "default".'));
  const value: Value = { ...emptyScalar(metadata.span.start), value: 'default' };
  const own = { keyText: 'namespace', key: value.span, value, isMerged: true, isOpaqueKey: false };
  const at = metadata.entries.findIndex(({ name }) => name === 'name') + 1;
  const entries = metadata.entries.toSpliced(at, 0, { ...own, name: 'namespace' });
  return {
    ...properties,
    entries: properties.entries.map((each) =>
      each.value === metadata ? { ...each, value: { ...metadata, entries } } : each,
    ),
  };
}

function remarkAt(found: FoundObject, span: Span, what: TranslationRemark['what'], message: string): TranslationRemark {
  return { uri: found.uri, span: shift(span, found.start), what, message: `${foundName(found)}: ${message}` };
}

const serverFields: ReadonlySet<string> = new Set(['status']);
const serverMetadata: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'selfLink',
  'clusterName',
]);
const clientAnnotations: ReadonlySet<string> = new Set(['kubectl.kubernetes.io/last-applied-configuration']);
