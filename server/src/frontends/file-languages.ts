/** Languages of files that hold manifests: templates, which are read as YAML where that works, and programs. */
import { bareDocument, documentsOf, type SourceFile } from '../tree/document.ts';
import { holdsChecked } from './concern.ts';
import { readFile } from './frontends.ts';
import { ownValue } from '../text/own-value.ts';

interface FileLanguage {
  readonly name: string;
  /** False for a language whose text is never YAML. */
  readonly isYaml: boolean;
}

const jinja = { name: 'Jinja', isYaml: true };
const goTemplate = { name: 'Go template', isYaml: true };
const handlebars = { name: 'Handlebars', isYaml: true };
const jsonnet = { name: 'Jsonnet', isYaml: false };

/** By the ending of the name. */
const languages: Readonly<Record<string, FileLanguage | undefined>> = {
  j2: jinja,
  jinja,
  jinja2: jinja,
  tpl: goTemplate,
  tmpl: goTemplate,
  gotmpl: goTemplate,
  mustache: { name: 'Mustache', isYaml: true },
  hbs: handlebars,
  handlebars,
  tftpl: { name: 'Terraform template', isYaml: true },
  erb: { name: 'ERB', isYaml: true },
  jsonnet,
  libsonnet: jsonnet,
  cue: { name: 'CUE', isYaml: false },
};

/** Behind the ending of a manifest: as configure, Terraform, envsubst and many scripts name their templates. */
const templateName = /\.(?:ya?ml|json)\.(?:in|template|envsubst)$/i;
const template = { name: 'template', isYaml: true };

/** Undefined for the name of any other file. */
export function fileLanguage(name: string): FileLanguage | undefined {
  if (templateName.test(name)) return template;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return ownValue(languages, ending);
}

/** Such a text has no relation to other files: what it renders may be among them. */
export function readInLanguage(name: string, text: string): SourceFile {
  const language = fileLanguage(name);
  if (language?.isYaml !== false) return readFile(name, text, { isPartial: false });
  const unreadLanguage = holdsChecked(text) ? language.name : undefined;
  return { text, parts: [{ start: 0, document: { ...bareDocument(text, 'yaml', 'kubernetes'), unreadLanguage } }] };
}

/** The language of the first text in a file that is not read, though it seems to hold a checked object. */
export function unreadLanguageIn(name: string, file: SourceFile): string | undefined {
  const language = documentsOf(file).find(({ unreadLanguage }) => unreadLanguage !== undefined)?.unreadLanguage;
  return language === 'template' ? (fileLanguage(name)?.name ?? language) : language;
}
