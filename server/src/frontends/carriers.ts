/** Texts in other languages that hold manifests: templates, which are read as YAML where that works, and programs. */
import { bareDocument, documentsOf, type SourceFile } from '../tree/document.ts';
import { readFile } from './frontends.ts';

interface Carrier {
  readonly language: string;
  /** False for a language whose text is never YAML. */
  readonly isYaml: boolean;
}

const jinja = { language: 'Jinja', isYaml: true };
const goTemplate = { language: 'Go template', isYaml: true };
const handlebars = { language: 'Handlebars', isYaml: true };
const jsonnet = { language: 'Jsonnet', isYaml: false };

/** By the ending of the name. */
const carriers: Readonly<Record<string, Carrier | undefined>> = {
  j2: jinja,
  jinja,
  jinja2: jinja,
  tpl: goTemplate,
  tmpl: goTemplate,
  gotmpl: goTemplate,
  mustache: { language: 'Mustache', isYaml: true },
  hbs: handlebars,
  handlebars,
  tftpl: { language: 'Terraform template', isYaml: true },
  erb: { language: 'ERB', isYaml: true },
  jsonnet,
  libsonnet: jsonnet,
  cue: { language: 'CUE', isYaml: false },
};

/** Behind the ending of a manifest: as configure, Terraform, envsubst and many scripts name their templates. */
const templateName = /\.(?:ya?ml|json)\.(?:in|template|envsubst)$/i;
const template = { language: 'template', isYaml: true };

/** Undefined for the name of any other file. */
export function carrierOf(name: string): Carrier | undefined {
  if (templateName.test(name)) return template;
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(carriers, ending) ? carriers[ending] : undefined;
}

/** True for a text that plainly contains a checked object. Other texts of these languages are ignored. */
export function holdsChecked(text: string): boolean {
  return /\bkind["']?\s*:\s*["']?Endpoint(?:s|Slice)\b/.test(text);
}

/** A carrier has no relation to other files: what it renders may be among them. */
export function readCarrier(name: string, text: string): SourceFile {
  const carrier = carrierOf(name);
  if (carrier?.isYaml !== false) return readFile(name, text, { isPartial: false });
  const unreadLanguage = holdsChecked(text) ? carrier.language : undefined;
  return { text, parts: [{ start: 0, document: { ...bareDocument(text, 'yaml', 'kubernetes'), unreadLanguage } }] };
}

/** The language of the first text in a file that is not read, though it seems to hold a checked object. */
export function unreadLanguageIn(name: string, file: SourceFile): string | undefined {
  const language = documentsOf(file).find(({ unreadLanguage }) => unreadLanguage !== undefined)?.unreadLanguage;
  return language === 'template' ? (carrierOf(name)?.language ?? language) : language;
}
