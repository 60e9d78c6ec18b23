/** The languages of programs: which files they are, which texts may declare something of ours, and the readers that are loaded. */
import { bareDocument, type CodeLanguage, type Document } from '../../tree/document.ts';
import { ownValue } from '../../text/own-value.ts';
import type { Span } from '../../text/span.ts';

/** The name of a grammar; its file is `tree-sitter-NAME.wasm`. */
export type Grammar = 'typescript' | 'tsx' | 'python' | 'go' | 'c_sharp' | 'java';

interface LanguageOfFile {
  readonly language: CodeLanguage;
  readonly grammar: Grammar;
}

/** By the ending of the name. The grammar of TSX also reads JavaScript, but no type assertion such as `<T>x`. */
const byEnding: Readonly<Record<string, LanguageOfFile | undefined>> = {
  ts: { language: 'typescript', grammar: 'typescript' },
  mts: { language: 'typescript', grammar: 'typescript' },
  cts: { language: 'typescript', grammar: 'typescript' },
  tsx: { language: 'typescript', grammar: 'tsx' },
  js: { language: 'javascript', grammar: 'tsx' },
  mjs: { language: 'javascript', grammar: 'tsx' },
  cjs: { language: 'javascript', grammar: 'tsx' },
  jsx: { language: 'javascript', grammar: 'tsx' },
  py: { language: 'python', grammar: 'python' },
  go: { language: 'go', grammar: 'go' },
  cs: { language: 'csharp', grammar: 'c_sharp' },
  java: { language: 'java', grammar: 'java' },
};

/** The endings of the names of programs. */
export const programEndings: readonly string[] = Object.keys(byEnding);

/** The grammars that read files in the language. */
export function grammarsOf(language: CodeLanguage): readonly Grammar[] {
  const all = Object.values(byEnding).flatMap((each) => (each?.language === language ? each.grammar : []));
  return [...new Set(all)];
}

/** As people write them, in messages. */
export const languageNames: Readonly<Record<CodeLanguage, string>> = {
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  csharp: 'C#',
  java: 'Java',
};

/** The language of a program, by the name of its file; undefined for any other file. */
export function codeOf(path: string): LanguageOfFile | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return ownValue(byEnding, ending);
}

/** A word of the SDK's package that every program of a language with a constructor of ours has: bytes are searched for it. */
export const sdkWords: Readonly<Record<CodeLanguage, string>> = {
  typescript: '@pulumi/kubernetes',
  javascript: '@pulumi/kubernetes',
  python: 'pulumi_kubernetes',
  go: 'pulumi-kubernetes',
  csharp: 'Kubernetes',
  java: 'kubernetes',
};
const wholeNames: { readonly [language in CodeLanguage]?: RegExp } = {
  csharp: /Pulumi\s*\.\s*Kubernetes/,
  java: /com\s*\.\s*pulumi\s*\.\s*kubernetes/,
};
const ourClass = /Endpoint|Service/;

/** False for a text that cannot call a constructor of ours. Nothing is parsed to decide that. */
export function mayConstruct(language: CodeLanguage, text: string): boolean {
  return text.includes(sdkWords[language]) && wholeNames[language]?.test(text) !== false && ourClass.test(text);
}

export interface CodeReader {
  /** Reads a program as one document. Never fails. */
  (path: string, text: string): Document;
  /** The places of a document that take the value of a literal for something else than the resources that are read. */
  otherUses(document: Document, literal: Span): readonly Span[];
}

const readers = new Map<Grammar, CodeReader>();

/** What reads programs is loaded when the first one is met. The reader of each grammar is set once for the process. */
export function setCodeReader(grammar: Grammar, reader: CodeReader): void {
  readers.set(grammar, reader);
}

/** Undefined where the grammar is not loaded. */
export function codeReader(grammar: Grammar): CodeReader | undefined {
  return readers.get(grammar);
}

/** The grammar that must be loaded before the text can be read; undefined where none is missing. */
export function missingGrammar(path: string, text: string): Grammar | undefined {
  const code = codeOf(path);
  return code && !readers.has(code.grammar) && mayConstruct(code.language, text) ? code.grammar : undefined;
}

/** A program as one document. Where its grammar is not loaded, the document names the language if the text may declare something of ours. */
export function readProgram(path: string, text: string): Document {
  const code = codeOf(path);
  const reader = code && readers.get(code.grammar);
  if (reader) return reader(path, text);
  const unreadLanguage = code && missingGrammar(path, text) ? languageNames[code.language] : undefined;
  return { ...bareProgram(text, code?.language), unreadLanguage };
}

/** A program that declares nothing. */
export function bareProgram(text: string, language: CodeLanguage | undefined): Document {
  return { ...bareDocument(text, 'code', 'pulumi'), ...(language && { language }) };
}
