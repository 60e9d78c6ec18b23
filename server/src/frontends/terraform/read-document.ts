/** Reads a file of a Terraform module as one document. */
import { apiVersions, kinds } from '../../contract/contract.ts';
import { attachment } from '../../text/memo.ts';
import { bareDocument, type Document, type Resource } from '../../tree/document.ts';
import type { Entry } from '../../tree/value.ts';
import { programIgnores } from '../documents/ignore-comments.ts';
import { compareFileNames, moduleOf, type ModuleFile, type Siblings } from './module.ts';
import { mayDeclareOurs, moduleFile } from './module-file.ts';
import { terraformResources } from './read-terraform.ts';
import { mapping } from './values.ts';

/** Only the name in `path` matters. Without a resource of ours, nothing is parsed. Never fails. */
export function readTerraform(path: string, text: string, siblingsOf: Siblings): Document {
  const bare = bareDocument(text, 'code', 'terraform');
  if (!mayDeclareOurs(text)) return bare;
  const file = moduleFile(path, text);
  const siblings = siblingsOf();
  if (!siblings) return { ...bare, unreadLanguage: replacedWords };
  const module = moduleOf([...siblings, file].sort((a, b) => compareFileNames(a.path, b.path)));
  const { resources: all, issues, remarks, unread } = terraformResources(file, module);
  const root = mapping({ start: 0, end: text.length }, all.map(blockEntry));
  const resources = all.filter(isChecked);
  const neighbours = all.filter((each) => !isChecked(each));
  const ignores = programIgnores(text, file.hcl.comments, root, resources, neighbours);
  const document = {
    ...bare,
    root,
    resources,
    neighbours,
    issues: [...file.hcl.issues, ...issues],
    ignores,
    remarks,
    unreadLanguage: unread,
  };
  const reading = readingOf(document);
  reading.file = file;
  reading.siblings = siblings;
  return document;
}

const replacedWords = 'replaced by a .tofu file';

interface Reading {
  file: ModuleFile | undefined;
  /** Undefined for a file that another one replaces. */
  siblings: readonly ModuleFile[] | undefined;
}

const readingOf = attachment((_document: Document): Reading => ({ file: undefined, siblings: undefined }));

/** The syntax of a document; undefined for one that declares nothing of ours, and for other languages. */
export function terraformSyntax(document: Document): ModuleFile | undefined {
  return readingOf(document).file;
}

/** The other files of the module that the document was read with. */
export function filesBeside(document: Document): readonly ModuleFile[] {
  return readingOf(document).siblings ?? [];
}

/** True where the document would be read in the same way with these other files. */
export function isReadBeside(document: Document, siblingsOf: Siblings): boolean {
  if (!mayDeclareOurs(document.text)) return true;
  const siblings = siblingsOf();
  const before = readingOf(document).siblings;
  if (!before || !siblings) return before === siblings;
  return before.length === siblings.length && before.every((file, i) => isSameFile(file, siblings[i]));
}

function isSameFile({ path, text }: ModuleFile, other: ModuleFile | undefined): boolean {
  return path === other?.path && text === other.text;
}

export function isChecked({ type, apiVersion }: Resource): boolean {
  return kinds.some((kind) => kind === type && apiVersions[kind] === apiVersion);
}

/** The block of a resource around its properties. */
export function blockEntry({ key = '', span, properties }: Resource): Entry {
  const at = { start: span.start, end: span.start };
  const own: Entry = {
    name: 'properties',
    keyText: '',
    key: at,
    value: properties,
    isMerged: true,
    isOpaqueKey: false,
  };
  return { ...own, name: key, value: mapping(span, [own]) };
}
