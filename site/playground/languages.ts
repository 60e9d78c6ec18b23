/** The languages of files, by their endings. What colours a language is loaded with its first file. */
import type { Extension } from '@codemirror/state';

interface FileLanguage {
  readonly id: string;
  readonly load: () => Promise<Extension>;
}

const yaml: FileLanguage = { id: 'yaml', load: async () => (await import('@codemirror/lang-yaml')).yaml() };

const script = (id: string, typescript: boolean): FileLanguage => ({
  id,
  load: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript, jsx: true }),
});

/** The editor has no colours for it. */
const terraform: FileLanguage = { id: 'terraform', load: () => Promise.resolve([]) };

const languages: Readonly<Record<string, FileLanguage>> = {
  yaml,
  yml: yaml,
  json: { id: 'json', load: async () => (await import('@codemirror/lang-json')).json() },
  tf: terraform,
  tofu: terraform,
  ts: script('typescript', true),
  tsx: script('typescriptreact', true),
  js: script('javascript', false),
  jsx: script('javascriptreact', false),
  py: { id: 'python', load: async () => (await import('@codemirror/lang-python')).python() },
  go: { id: 'go', load: async () => (await import('@codemirror/lang-go')).go() },
  java: { id: 'java', load: async () => (await import('@codemirror/lang-java')).java() },
  cs: {
    id: 'csharp',
    load: async () => {
      const [{ StreamLanguage }, { csharp }] = await Promise.all([
        import('@codemirror/language'),
        import('@codemirror/legacy-modes/mode/clike'),
      ]);
      return StreamLanguage.define(csharp);
    },
  },
};

/** The name of the language in the protocol; `yaml` for an unknown ending. */
export function languageOf(name: string): string {
  return languageWith(name).id;
}

export function loadLanguage(name: string): Promise<Extension> {
  return languageWith(name).load();
}

function languageWith(name: string): FileLanguage {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return (Object.hasOwn(languages, ending) ? languages[ending] : undefined) ?? yaml;
}
