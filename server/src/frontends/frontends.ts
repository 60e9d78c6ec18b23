/** Reads a file. A document whose text was read before stays the same object, so cached results stay valid. */
import { growthOf, type TextChange } from '../text/edit.ts';
import { isPlan, type Document, type SourceFile } from '../tree/document.ts';
import { openBlocksOf } from '../text/template-actions.ts';
import { chartValuesName, type PatchRole } from '../tree/kustomization.ts';
import { withChartValues } from './chart-values.ts';
import { codeOf, missingGrammar, readProgram } from './code/languages.ts';
import { mayConcern } from './concern.ts';
import { cut, cutByItem, isJson } from './documents/cut.ts';
import type { Cut } from './documents/list-items.ts';
import { isNamedProgram } from './resources/pulumi-resources.ts';
import { readDocument } from './documents/read-document.ts';
import { keepReading, templateReading } from './documents/template-reading.ts';
import type { Siblings } from './terraform/module.ts';
import { isTerraformPath } from './terraform/module-file.ts';
import { filesBeside, isReadBeside, readTerraform } from './terraform/read-document.ts';
import { readPlan } from './terraform/plan/read-plan.ts';
import { KnownBlocks } from './yaml/plain-blocks.ts';

export interface ReadOptions {
  /** How a kustomization names the file: as a patch, or as one of a kind that it gives. */
  readonly isPartial: PatchRole;
  /** Reads each item of a long List as a document, so that an edit re-reads one item only. Default: as before. */
  readonly isByItem?: boolean;
  /** For a file of Terraform, the other files of its module, in the order of their names. Default: as before. */
  readonly siblings?: Siblings;
  /** The file before a change. Its unchanged documents are reused. */
  readonly previous?: SourceFile;
  /** The change since then, where it is known: the long lists of the document around it are reused. */
  readonly change?: TextChange;
}

/** The documents of a file. Only the name in `path` matters. Never fails. */
export function readFile(path: string, text: string, options: ReadOptions): SourceFile {
  const { cuts, read } = prepared(path, text, options);
  return { text, parts: cuts.map((each) => read(each)) };
}

/** Reads one document at a time, so that the caller can yield in between. */
export function* readInSteps(path: string, text: string, options: ReadOptions): Generator<SourceFile['parts'][number]> {
  const { cuts, read } = prepared(path, text, options);
  for (const each of cuts) yield read(each);
}

interface Prepared {
  readonly cuts: readonly Cut[];
  readonly read: (cut: Cut) => SourceFile['parts'][number];
}

/** What to read and with which reader. An irrelevant text is not even cut. */
function prepared(
  path: string,
  text: string,
  { isPartial, previous, change, siblings = siblingsBefore(previous), isByItem = isReadByItem(previous) }: ReadOptions,
): Prepared {
  if (codeOf(path)) return program(path, text, previous);
  if (isTerraformPath(path)) return terraform(path, text, { siblings, previous });
  const plan = previous && isPlan(previous) && previous.text === text ? previous.parts[0]?.document : readPlan(text);
  if (plan)
    return {
      cuts: [{ start: 0, text, isYaml: false, role: 'document' }],
      read: () => ({ start: 0, document: plan }),
    };
  const isConcerned = mayConcern(text) || typeof isPartial === 'string';
  const known = previous ? new Map(previous.parts.map(({ document }) => [document.text, document])) : nothingKnown;
  const isProgram = isNamedProgram(path);
  const read = partReader(known, {
    isPartial,
    isNamedProgram: isProgram,
    isChartValues: isChartValues(path),
    isNamedAsPatch: isNamedAsPatch(path),
    knownBlocks: isByItem ? blocksAfter(previous?.parts, change) : undefined,
  });
  if (!isConcerned)
    return {
      cuts: [{ start: 0, text, isYaml: !isJson(text), role: 'document' }],
      read: (each) => read(each, false),
    };
  const cuts = isByItem && !isProgram ? cutByItem(text) : cut(text);
  return { cuts, read: cuts.length === 1 ? (each) => read(each, true) : read };
}

/** A program is one document. */
function program(path: string, text: string, previous: SourceFile | undefined): Prepared {
  // A program that could not be read before its grammar was loaded is read again.
  const isReadable = missingGrammar(path, text) === undefined;
  const known = previous?.parts.find(
    ({ document }) => document.text === text && !(isReadable && document.unreadLanguage),
  );
  return {
    cuts: [{ start: 0, text, isYaml: false, role: 'document' }],
    read: () => known ?? { start: 0, document: readProgram(path, text) },
  };
}

/** For a file of Terraform, the other files of its module that it was read with. */
export function siblingsBefore(previous: SourceFile | undefined): Siblings {
  return () => previous?.parts.flatMap(({ document }) => filesBeside(document)) ?? [];
}

/** A file of Terraform is one document, which changes with what the other files of its module declare. */
function terraform(
  path: string,
  text: string,
  { siblings, previous }: { readonly siblings: Siblings; readonly previous: SourceFile | undefined },
): Prepared {
  const known = previous?.parts.find(({ document }) => document.text === text && isReadBeside(document, siblings));
  return {
    cuts: [{ start: 0, text, isYaml: false, role: 'document' }],
    read: () => known ?? { start: 0, document: readTerraform(path, text, siblings) },
  };
}

/** True for the name of a file with the default values of a chart. Only the name in `path` matters. */
export function isChartValues(path: string): boolean {
  return path.endsWith(chartValuesName) && /(?:^|[/\\])values\.yaml$/.test(path);
}

/** True for a name such as `db-patch.yaml`. If no kustomization names the file, its Services may be parts of objects. */
export function isNamedAsPatch(path: string): boolean {
  return /(?:^|[-_./\\])patch(?:es)?(?:[-_.][^/\\]*)?\.(?:ya?ml|json)$/.test(path);
}

const nothingKnown: ReadonlyMap<string, Document> = new Map();

function isReadByItem(file: SourceFile | undefined): boolean {
  return file?.parts.some(({ document }) => document.role === 'item') ?? false;
}

export function partReader(
  known: ReadonlyMap<string, Document>,
  options: {
    readonly isPartial: PatchRole;
    readonly isNamedProgram: boolean;
    readonly isChartValues?: boolean;
    readonly isNamedAsPatch?: boolean;
    readonly knownBlocks?: BlocksIn | undefined;
  },
): (cut: Cut, isConcerned?: boolean) => SourceFile['parts'][number] {
  const {
    isPartial,
    isNamedProgram: isProgram,
    isChartValues: isValues = false,
    isNamedAsPatch: isNamed = false,
    knownBlocks,
  } = options;
  let hasProgram = false;
  let outer = '';
  return ({ start, text, isYaml, role }, isConcerned) => {
    // A look-up would hash the whole text.
    const same = known.size > 0 ? known.get(text) : undefined;
    const isLaterInProgram = hasProgram;
    const blocks = outer;
    if (isYaml && text.includes('{{')) outer = openBlocksOf(outer + text);
    const hasValues = isValues && start === 0;
    const place = { isYaml, role, isLater: isLaterInProgram, blocks, hasValues };
    const document =
      same && isSame(same, place)
        ? same
        : readAt(text, place, {
            isPartial,
            isProgram,
            isConcerned,
            isNamedAsPatch: isNamed,
            known: knownBlocks?.({ start, text }),
          });
    hasProgram ||= document.form === 'pulumi' && text.trim() !== '';
    return { start, document };
  };
}

/** The blocks of long lists that are known of a part of the text. */
type BlocksIn = (part: Pick<Cut, 'start' | 'text'>) => KnownBlocks;

/** After a change inside of one document, that one keeps the blocks of its long lists that the change leaves alone. */
export function blocksAfter(parts: SourceFile['parts'] = [], change: TextChange | undefined): BlocksIn {
  const changed = change && parts.find(({ start, document }) => change.end <= start + document.text.length);
  const root = changed?.document.root;
  if (!change || !changed || !root || change.start < changed.start) return () => KnownBlocks.none();
  const { start, document } = changed;
  const length = document.text.length + growthOf(change);
  const inPart = { ...change, start: change.start - start, end: change.end - start };
  const { masked } = templateReading(document) ?? { masked: document.text };
  const known = KnownBlocks.after({ root, text: document.text, masked }, inPart);
  return (part) => (part.start === start && part.text.length === length ? known : KnownBlocks.none());
}

interface Place extends Pick<Cut, 'isYaml' | 'role'> {
  readonly isLater: boolean;
  /** The actions that open the blocks of a template around the document. */
  readonly blocks: string;
  readonly hasValues: boolean;
}

function readAt(
  text: string,
  { isYaml, role, isLater, blocks, hasValues }: Place,
  options: {
    readonly isPartial: PatchRole;
    readonly isProgram: boolean;
    readonly isConcerned: boolean | undefined;
    readonly isNamedAsPatch: boolean;
    readonly known: KnownBlocks | undefined;
  },
): Document {
  const { isProgram: isNamedProgram, ...more } = options;
  const asked = { ...more, isNamedProgram, isYaml, role, isLaterInProgram: isLater, blocks };
  const document = readDocument(text, asked);
  const placed = blocks === '' ? document : keepReading({ ...document, blocks }, templateReading(document));
  return hasValues ? withChartValues(placed) : placed;
}

/** True if the text would be read as the same document again; its position in the file may change its meaning. */
function isSame(document: Document, { isYaml, role, isLater, blocks, hasValues }: Place): boolean {
  const { syntax, form, resources, remarks } = document;
  if ((syntax === 'yaml') !== isYaml || document.role !== role) return false;
  if ((document.blocks ?? '') !== blocks || (document.chartValues !== undefined) !== hasValues) return false;
  const wasLater = remarks.some(({ what }) => what === 'later-document');
  return form !== 'pulumi' || resources.length === 0 || wasLater === isLater;
}
