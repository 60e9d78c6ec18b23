/** How a program is written, for text that is added to it. */
import { fieldNames } from '../../contract/field-names.ts';
import { programSyntax } from '../../frontends/code/read-code.ts';
import type { CodeLanguage, Document } from '../../tree/document.ts';
import { ClassReferences } from './class-references.ts';
import type { CodeStyle } from './code-style.ts';

const width = 100;

/** The style of a new program. */
export function newStyle(language: CodeLanguage): CodeStyle {
  const references = new ClassReferences(language, undefined);
  return {
    language,
    references,
    indent: usualIndent(language),
    width,
    quote: '"',
    usesDictionaries: false,
    isCamelCase: false,
    end: usualEnd(language),
  };
}

function usualIndent(language: CodeLanguage): string {
  if (language === 'go') return '\t';
  return language === 'typescript' || language === 'javascript' ? '  ' : '    ';
}

function usualEnd(language: CodeLanguage): CodeStyle['end'] {
  return language === 'python' || language === 'go' ? '' : ';';
}

/** The style of a program. Its references collect the imports that new text needs: each edit has its own. */
export function programStyle(document: Document): CodeStyle {
  const { text, language = 'typescript' } = document;
  const quotes = { "'": (text.match(/'/g) ?? []).length, '"': (text.match(/"/g) ?? []).length };
  const takesBoth = language === 'typescript' || language === 'javascript' || language === 'python';
  const [, indent = usualIndent(language)] = /^(\t| +)[^\s*]/m.exec(text) ?? [];
  const keys = [...text.matchAll(/["'](\w+)["']\s*:/g)].flatMap(([, key = '']) => key);
  return {
    language,
    references: new ClassReferences(language, programSyntax(document)),
    indent,
    width,
    quote: takesBoth && quotes["'"] > quotes['"'] ? "'" : '"',
    usesDictionaries: language === 'python' && !/\b\w+Args\(/.test(text) && /[=[:(,]\s*\{/.test(text),
    isCamelCase: keys.some((key) => /[A-Z]/.test(key) && fieldNames.all.has(key)),
    // Scripts may leave it out.
    end: text.trim() === '' || /;[ \t]*$/m.test(text) ? usualEnd(language) : '',
  };
}
