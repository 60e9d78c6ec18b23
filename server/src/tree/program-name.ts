/** The names of fields and options in the languages of programs. */
import type { CodeLanguage } from './document.ts';

/** Options whose names no casing gives. */
const special: { readonly [language in CodeLanguage]?: Readonly<Record<string, string>> } = {
  python: { import: 'import_' },
  go: { customTimeouts: 'Timeouts' },
  csharp: { import: 'ImportId' },
  java: { import: 'importId' },
};

/** The name of a field or an option of the contract in a language. */
export function programName(name: string, language: CodeLanguage): string {
  const own = special[language];
  if (own && Object.hasOwn(own, name)) return own[name] ?? name;
  if (language === 'python') return name.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
  return language === 'go' || language === 'csharp' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
