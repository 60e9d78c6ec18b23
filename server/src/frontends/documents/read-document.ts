/** Reads one document, independent of the rest of the file: its tree, its resources, other objects and ignores. */
import { hasRepeats } from '../../tree/merge-repeats.ts';
import {
  bareDocument,
  type Document,
  type Form,
  type InterpolationReference,
  type Issue,
  type Resource,
} from '../../tree/document.ts';
import type { JsonPatch } from '../../tree/json-patch.ts';
import type { PatchRole } from '../../tree/kustomization.ts';
import type { Value } from '../../tree/value.ts';
import { branchesOf, firstBranches } from '../../text/template-actions.ts';
import { isOfOtherKind, mayConcern, namesOursInPassing, programToken } from '../concern.ts';
import { readEmbedded, type EmbeddedObjects } from '../embedded/embedded.ts';
import { dividedListsIn } from './divided-lists.ts';
import { readIgnores } from './ignore-comments.ts';
import { readJson } from '../json/parse-json.ts';
import { findAboveIgnored, findInManifest, type FoundResources, type ManifestReading } from '../resources/manifest.ts';
import { neighboursInManifest, neighboursInProgram } from '../resources/neighbour-resources.ts';
import { countPlaceholders, markExpressions, markPlaceholders, withoutSops } from '../resources/opaque.ts';
import { findInProgram, isProgram, namesOurType } from '../resources/pulumi-resources.ts';
import { patchedObjects, targetedTree } from '../patches/read-patch.ts';
import { meansOurs, outerKinds } from '../meant.ts';
import { skim } from './skim.ts';
import { keepReading, type TemplateReading } from './template-reading.ts';
import { withRendered } from '../template-values.ts';
import { foreignLanguage, maskJsonTemplates, maskTemplates, templateLanguage, type TemplateLine } from '../template.ts';
import { isCertain, unreadIssues } from './unread-issues.ts';
import type { KnownBlocks } from '../yaml/plain-blocks.ts';
import { readYaml, type YamlRead } from '../yaml/read-yaml.ts';

interface DocumentOptions {
  /** How a kustomization names the file: as a patch, or as one of a kind that it gives. */
  readonly isPartial: PatchRole;
  readonly isNamedProgram: boolean;
  /** True where Services may be parts of objects. */
  readonly isNamedAsPatch: boolean;
  readonly isYaml: boolean;
  readonly role: Document['role'];
  readonly isLaterInProgram: boolean;
  /** Whether the text may have a relevant object; undefined if that is not known. */
  readonly isConcerned: boolean | undefined;
  /** The actions that open the blocks of a template around the text. */
  readonly blocks: string;
  /** Set where long lists are divided into blocks of items. */
  readonly known: KnownBlocks | undefined;
}

/** Reads the text as one document. Never fails. */
export function readDocument(text: string, options: DocumentOptions): Document {
  const syntax = options.isYaml ? 'yaml' : 'json';
  const { role } = options;
  const isPartial = options.isPartial !== false;
  const kind = typeof options.isPartial === 'string' ? options.isPartial : '';
  if (kind === '' && !(options.isConcerned ?? mayConcern(text))) return nothingIn(text, options);
  const language = foreignLanguage(text);
  if (language !== undefined) return unread(nothingIn(text, options), language);
  const isManifest = options.isYaml && !options.isNamedProgram && kind === '';
  const isForeign = isManifest && (isOfOtherKind(text) || namesOursInPassing(text));
  const skimmed = isForeign ? skim(text) : undefined;
  if (skimmed) return { ...nothingIn(text, options), neighbours: [{ ...skimmed, isPartial }] };
  if (options.isNamedProgram || namesOurType(text) || programToken.test(text)) {
    const read = readTree(text, syntax, 'pulumi');
    if (options.isNamedProgram || isProgram(read.root)) return programOf(text, syntax, read, options);
  }
  const whole = readTree(text, syntax, 'kubernetes', options);
  const reading = {
    isPartial,
    hasRepeats: !options.isYaml && whole.root !== undefined && hasRepeats(whole.root),
  };
  if (kind !== '' && whole.root) return patchOf(text, { syntax, role, kind }, { ...whole, root: whole.root }, reading);
  const embedded = readEmbedded(whole.root, { text, isItem: role === 'item', reading, readManifest });
  const read = embedded ? { ...whole, root: embedded.root } : whole;
  const roots =
    role === 'item' && read.root?.kind === 'sequence' ? read.root.items : rootsOf(read.root, text, options.blocks);
  const remarks = read.remarks.filter(({ what }) => what === 'ignored-text');
  const ignored = remarks.flatMap(({ span }) => outerKinds(text.slice(span.start), 'yaml'));
  const found = remarks.length > 0 ? findAboveIgnored(read.root, ignored, reading) : findInManifest(roots, reading);
  const all = neighboursInManifest(roots, reading, found.resources);
  const neighbours = options.isNamedAsPatch ? all.map((each) => ({ ...each, mayBePart: true })) : all;
  const finds = { found, neighbours, remarks, references: [] };
  const head: Head = { text, form: 'kubernetes', syntax, role };
  const document = finish(head, read, embedded ? joined(finds, embedded) : finds);
  return options.known ? keepReading(document, readingIn(whole, text)) : document;
}

/** Undefined where no list is divided, or nothing is masked. */
function readingIn({ masked, lines, plainRoot: root }: TreeRead, text: string): TemplateReading | undefined {
  return root && lines && masked !== text && dividedListsIn(root).length > 0 ? { masked, lines, root } : undefined;
}

interface PatchHead extends Pick<Document, 'syntax' | 'role'> {
  readonly kind: string;
}

/** A patch of an object of that kind. */
function patchOf(
  text: string,
  { syntax, role, kind }: PatchHead,
  read: TreeRead & { readonly root: Value },
  reading: ManifestReading,
): Document {
  const target = { isGiven: true, kind };
  const root = targetedTree(read.root, target);
  const { resources, misnamed, neighbours, jsonPatches } = patchedObjects(root, target, reading);
  const found = { resources: [...resources], misnamed: [...misnamed] };
  const finds = { found, neighbours, remarks: [], references: [], jsonPatches };
  return finish({ text, form: 'kubernetes', syntax, role }, { ...read, root }, finds);
}

function readManifest(text: string): TreeRead {
  return readTree(text, 'yaml', 'kubernetes');
}

/** The branches of a template may each have a kind, and are read one by one. */
function rootsOf(root: Value | undefined, text: string, outer: string): readonly (Value | undefined)[] {
  if (root?.kind !== 'mapping' || !root.isOpen || !text.includes('{{')) return [root];
  if (root.entries.filter(({ name }) => name === 'kind').length < 2) return [root];
  const branches = branchesOf(text, (branch) => /^kind:/m.test(branch));
  return branches.length === 0
    ? [root]
    : branches.map((branch) => readTree(branch, 'yaml', 'kubernetes', { blocks: outer }).root);
}

function nothingIn(text: string, { isYaml, isNamedProgram, role }: DocumentOptions): Document {
  const form = isNamedProgram ? 'pulumi' : 'kubernetes';
  return { ...bareDocument(text, isYaml ? 'yaml' : 'json', form), role };
}

/** A text of another kind is not missed. */
function unread(document: Document, language: string): Document {
  return meansOurs(document) ? { ...document, unreadLanguage: language } : document;
}

function programOf(text: string, syntax: Document['syntax'], read: TreeRead, options: DocumentOptions): Document {
  const remarks = [...read.remarks];
  const references: InterpolationReference[] = [];
  const root = read.root && markExpressions(read.root, { text: read.masked, remarks, references });
  const found = findInProgram(root);
  const first = found.resources[0];
  if (options.isLaterInProgram && first) remarks.push({ what: 'later-document', span: first.head, written: '' });
  const neighbours = neighboursInProgram(root);
  const head = { text, form: 'pulumi', syntax, role: options.role } as const;
  return finish(head, { ...read, root }, { found, neighbours, remarks, references });
}

interface TreeRead extends YamlRead {
  readonly masked: string;
  /** Undefined in JSON. */
  readonly lines?: readonly TemplateLine[];
}

/** The tree of one part of a text, whatever it contains. */
export function readTree(
  text: string,
  syntax: Document['syntax'],
  form: Form,
  { blocks = '', known }: Partial<Pick<DocumentOptions, 'blocks' | 'known'>> = {},
): TreeRead {
  const read = syntax === 'json' ? readJsonTree(text, form, known !== undefined) : readYamlTree(text, form, known);
  if (read.masked === text || !read.root) return read;
  const root = withoutSops(markPlaceholders(read.root, text), text);
  return { ...read, root: form === 'kubernetes' && text.includes('{{') ? withRendered(root, text, blocks) : root };
}

function readJsonTree(text: string, form: Form, isDivided: boolean): TreeRead {
  const masked = maskJsonTemplates(text, form);
  const isMasked = masked !== text;
  const options = { isTemplate: isMasked && text.includes('{{'), isDivided: isDivided && !isMasked };
  const { root, issues } = readJson(masked, options);
  return { masked, root, issues, remarks: [], anchors: [] };
}

/** Together, the branches of a template may be no YAML. Then the first ones are read. */
function readYamlTree(text: string, form: Form, known: KnownBlocks | undefined): TreeRead {
  const whole = readMasked(text, form, known);
  const first = whole.issues.length > 0 && text.includes('{{') ? firstBranches(text) : text;
  const again = first === text ? whole : readMasked(first, form);
  return again.issues.length === 0 ? again : whole;
}

function readMasked(text: string, form: Form, known?: KnownBlocks): TreeRead {
  const { text: masked, lines } = maskTemplates(text, form);
  const { root, issues, remarks, anchors, plainRoot } = readYaml(masked, form, lines, known?.inMasked(masked, text));
  return { masked, lines, root, issues, remarks, anchors, plainRoot };
}

interface Finds extends Pick<Document, 'neighbours' | 'remarks' | 'references'> {
  readonly found: FoundResources;
  /** Of texts inside of the document. */
  readonly issues?: readonly Issue[];
  readonly jsonPatches?: readonly JsonPatch[];
  readonly unreadLanguage?: string | undefined;
}

function joined(finds: Finds, { found, neighbours, issues, jsonPatches, unreadLanguage }: EmbeddedObjects): Finds {
  const resources = [...finds.found.resources, ...found.resources];
  const misnamed = [...finds.found.misnamed, ...found.misnamed];
  const all = [...finds.neighbours, ...neighbours];
  return { ...finds, found: { resources, misnamed }, neighbours: all, issues, jsonPatches, unreadLanguage };
}

type Head = Pick<Document, 'text' | 'form' | 'syntax' | 'role'>;

/** Each object is created at once: copying from other objects takes ten times as long. */
function finish(head: Head, read: TreeRead, finds: Finds): Document {
  const { found, neighbours: all, remarks, references, issues: inner = [], jsonPatches = [] } = finds;
  const { text, form, syntax, role } = head;
  const issues = unreadIssues(head, read);
  const isUnreadable = issues.length > 0 && !isCertain(issues, head, read);
  const isFound = !isUnreadable && (found.resources.length > 0 || found.misnamed.length > 0);
  const isOurs = isFound || (!isUnreadable && issues.length > 0 && meansOurs(head));
  const neighbours = isUnreadable ? [] : all;
  const isUnread = isUnreadable && meansOurs(head);
  const isPatch = !isUnreadable && jsonPatches.length > 0;
  const isKept = isOurs || isPatch || neighbours.length > 0;
  return {
    text,
    form,
    syntax,
    role,
    root: read.root,
    resources: isFound ? found.resources : [],
    // A half-typed text may contain more.
    neighbours: read.issues.length === 0 ? neighbours : neighbours.map(opened),
    misnamed: isFound ? found.misnamed : [],
    issues: isOurs ? [...issues, ...inner] : inner,
    remarks: isFound && found.resources.length > 0 ? remarks : [],
    anchors: isKept ? read.anchors : [],
    references: isOurs ? references : [],
    placeholderCount: isFound && read.masked !== text ? countPlaceholders(found.resources, text) : 0,
    unreadLanguage: isUnread ? templateLanguage(text) : finds.unreadLanguage,
    ignores: isKept ? readIgnores(text, read.root, found.resources, neighbours) : [],
    ...(isPatch && { jsonPatches }),
  };
}

function opened(neighbour: Resource): Resource {
  return { ...neighbour, properties: { ...neighbour.properties, isOpen: true, hasAllEntries: false } };
}
