/**
 * Reads a file: decides what it is, cuts it into documents, and makes of each the tree, the resources and the ignores.
 * A document whose text was read before is the same object, so whatever was computed from it still holds.
 */
import { bareDocument } from '../tree/document.ts';
import type { Anchor, Document, Form, Issue, Reference, Remark, Resource, SourceFile } from '../tree/document.ts';
import type { Value } from '../tree/value.ts';
import { readIgnores } from './ignore.ts';
import { jsonCuts, readJson } from './json/read.ts';
import { findInManifest } from './manifest.ts';
import type { Found } from './manifest.ts';
import { neighboursInManifest, neighboursInProgram } from './neighbours.ts';
import { markExpressions } from './opaque.ts';
import { findInProgram, isNamedProgram, isProgram, namesOurType, tokenStart } from './pulumi.ts';
import { skim } from './skim.ts';
import { isForeignTemplate, maskJsonTemplates, maskTemplates } from './template.ts';
import { readYaml } from './yaml/read.ts';
import { segment } from './yaml/segment.ts';

export interface ReadOptions {
  /** True where the file is known to be a patch, because a kustomization names it. */
  readonly isPartial: boolean;
  /** The file as it was before, whose unchanged documents are used again. */
  readonly previous?: SourceFile;
}

/** The documents of a file. `path` is looked at for its name only. Never fails. */
export function readFile(path: string, text: string, options: ReadOptions): SourceFile {
  const known = new Map(options.previous?.parts.map(({ document }) => [document.text, document]));
  const isNamed = isNamedProgram(path);
  const isConcerned = mayConcern(text);
  const segments = isConcerned ? cut(text) : [{ start: 0, text, isYaml: !isJson(text) }];
  const parts: { start: number; document: Document }[] = [];
  let hasProgram = false;
  for (const { start, text: part, isYaml } of segments) {
    const same = known.get(part);
    const document: Document =
      same && isSame(same, isYaml, hasProgram)
        ? same
        : readDocument(part, {
            ...options,
            isNamedProgram: isNamed,
            isYaml,
            isLaterInProgram: hasProgram,
            isConcerned: isConcerned && part === text,
          });
    hasProgram ||= document.form === 'pulumi' && document.text.trim() !== '';
    parts.push({ start, document });
  }
  return { text, parts };
}

/** True where the text would be read to the same document again: in another place it may mean something else. */
function isSame({ syntax, form, resources, remarks }: Document, isYaml: boolean, isLater: boolean): boolean {
  if ((syntax === 'yaml') !== isYaml) return false;
  const wasLater = remarks.some(({ what }) => what === 'later-document');
  return form !== 'pulumi' || resources.length === 0 || wasLater === isLater;
}

export interface Cut {
  readonly start: number;
  readonly text: string;
  readonly isYaml: boolean;
}

/** The parts of a text, each a document of its own. */
export function cut(text: string): readonly Cut[] {
  return isJson(text) ? cutJson(text) : cutYaml(text);
}

function isJson(text: string): boolean {
  return /^\uFEFF?\s*\{(?!\{)/.test(text);
}

function cutYaml(text: string): Cut[] {
  return segment(text).map((part) => ({ ...part, isYaml: true }));
}

/** JSON values in a row; what follows a YAML document marker is YAML again. */
function cutJson(text: string): Cut[] {
  return segment(text).flatMap((part, i): Cut[] => {
    if (i > 0) return [{ ...part, isYaml: true }];
    const cuts = [0, ...jsonCuts(part.text)];
    return cuts.map((cut, j) => ({
      start: cut,
      text: part.text.slice(cut, cuts[j + 1] ?? part.text.length),
      isYaml: false,
    }));
  });
}

interface DocumentOptions extends ReadOptions {
  readonly isNamedProgram: boolean;
  readonly isYaml: boolean;
  readonly isLaterInProgram: boolean;
  /** True where it is known that the text may concern us. */
  readonly isConcerned: boolean;
}

/** Every text that holds one of ours names our kind, or at least the field that nobody else has. */
const ours = /end-?point|subsets/i;

/** Kubernetes objects say what they are. Anything else is dismissed before it is read. */
const object = /\bapiVersion\b/;
const programToken = /\b(?:kubernetes|provider):[a-z0-9.]+\/v\w+:\w/;

/** Kinds of which more than the head is looked at, and those that may hold others. */
const wholeKind = /\bkind["']?[ \t]*:[ \t]*["']?(?:Service|EndpointSlice|ConfigMap|\w*List)\b/;

/** False for a text in which there can be no object that matters here: a search, no reading. */
export function mayConcern(text: string): boolean {
  return ours.test(text) || (object.test(text) && text.includes('kind')) || programToken.test(text);
}
const wholeToken = new RegExp(`\\b${tokenStart}\\S*endpoint(s|slices?)?(patch|list)?\\b`, 'i');

function readDocument(text: string, options: DocumentOptions): Document {
  const syntax = options.isYaml ? 'yaml' : 'json';
  const nothing = bareDocument(text, syntax, options.isNamedProgram ? 'pulumi' : 'kubernetes');
  if ((!options.isConcerned && !mayConcern(text)) || isForeignTemplate(text)) return nothing;
  const isForeign = options.isYaml && !options.isNamedProgram && !ours.test(text) && !wholeKind.test(text);
  const head = isForeign ? skim(text) : undefined;
  if (head) return { ...nothing, neighbours: [{ ...head, isPartial: options.isPartial }] };
  if (options.isNamedProgram || namesOurType(text) || programToken.test(text)) {
    const read = readTree(text, syntax, 'pulumi');
    if (options.isNamedProgram || isProgram(read.root)) return programOf(text, syntax, read, options);
  }
  const read = readTree(text, syntax, 'kubernetes');
  const found = findInManifest(read.root, options.isPartial);
  const neighbours = neighboursInManifest(read.root, options.isPartial, found.resources);
  return finish(text, 'kubernetes', syntax, { ...read, remarks: [], references: [] }, { ...found, neighbours });
}

function programOf(text: string, syntax: Document['syntax'], read: TreeRead, options: DocumentOptions): Document {
  const remarks = [...read.remarks];
  const references: Reference[] = [];
  const root = read.root && markExpressions(read.root, { text: read.masked, remarks, references });
  const found = findInProgram(root);
  const first = found.resources[0];
  if (options.isLaterInProgram && first) remarks.push({ what: 'later-document', span: first.head, written: '' });
  const neighbours = neighboursInProgram(root);
  return finish(text, 'pulumi', syntax, { ...read, remarks, references, root }, { ...found, neighbours });
}

export interface TreeRead {
  /** The text as it was read, its templates masked. */
  readonly masked: string;
  readonly root: Value | undefined;
  readonly issues: readonly Issue[];
  readonly remarks: readonly Remark[];
  readonly anchors: readonly Anchor[];
}

/** A tree with what its expressions mean. */
interface MarkedRead extends TreeRead {
  readonly references: readonly Reference[];
}

/** The tree of one part of a text, whatever it holds. */
export function readTree(text: string, syntax: Document['syntax'], form: Form): TreeRead {
  if (syntax === 'json') {
    const masked = maskJsonTemplates(text, form);
    return { ...readJson(masked.replace(/^\uFEFF/, ' ')), remarks: [], anchors: [], masked };
  }
  const masked = maskTemplates(text, form);
  return { ...readYaml(masked.text, form, masked.lines), masked: masked.text };
}

interface FoundObjects extends Found {
  readonly neighbours: readonly Resource[];
}

function finish(text: string, form: Form, syntax: Document['syntax'], read: MarkedRead, found: FoundObjects): Document {
  // What does not read as YAML before a template is rendered may well do so afterwards.
  const isUnreadable = read.issues.length > 0 && read.masked !== text && text.includes('{{');
  const isFound = !isUnreadable && (found.resources.length > 0 || found.misnamed.length > 0);
  const isOurs = isFound || (!isUnreadable && read.issues.length > 0 && namesOurs(text, form, syntax));
  const neighbours = isUnreadable ? [] : found.neighbours;
  const isKept = isOurs || neighbours.length > 0;
  return {
    text,
    form,
    syntax,
    root: read.root,
    resources: isFound ? found.resources : [],
    // What is half typed may say more.
    neighbours: read.issues.length === 0 ? neighbours : neighbours.map(opened),
    misnamed: isFound ? found.misnamed : [],
    issues: isOurs ? read.issues : [],
    remarks: isFound && found.resources.length > 0 ? read.remarks : [],
    anchors: isKept ? read.anchors : [],
    references: isOurs ? read.references : [],
    ignores: isKept ? readIgnores(text, read.root, [...found.resources, ...neighbours]) : [],
  };
}

function opened(neighbour: Resource): Resource {
  return { ...neighbour, properties: { ...neighbour.properties, isOpen: true } };
}

/** For a text too broken to find resources in: does it say that it holds one, or a list that may? */
function namesOurs(text: string, form: Form, syntax: Document['syntax']): boolean {
  if (form === 'pulumi') return wholeToken.test(text);
  const isKind =
    syntax === 'json' || /^\s*\{/.test(text)
      ? /["']?\bkind["']?\s*:\s*["']?(\w+)/
      : /^\uFEFF?["']?kind["']?\s*:\s*["']?(\w+)/m;
  const kind = isKind.exec(text)?.[1] ?? '';
  return (
    /^endpoint(s|slices?)?(list|patch)?$/i.test(kind) ||
    (kind === 'List' && /\bkind["']?\s*:\s*["']?Endpoint(?:s|Slice)\b/.test(text))
  );
}
