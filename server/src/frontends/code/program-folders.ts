/** Which programs a search reads: those below a Pulumi.yaml, in the languages of its runtime, without tests and compiled copies. */
import type { CodeLanguage } from '../../tree/document.ts';
import { stringOf, valueOf, type Value } from '../../tree/value.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { codeOf } from './languages.ts';
import { ownValue } from '../../text/own-value.ts';

/** What the Pulumi.yaml of a folder says of its program. */
export interface ProgramFolder {
  /** True for the name of a file that belongs to the program; `has` is true for the name of another file in its folder. */
  readonly isSource: (name: string, has: (name: string) => boolean) => boolean;
  /** The path of the program's folder or file, relative to the folder; undefined for the folder itself. */
  readonly main: string | undefined;
  /** Equal for equal answers. */
  readonly summary: string;
}

/** The first of these in a folder counts, as for Pulumi. */
export const projectFileNames = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json'];

const languagesByRuntime: Readonly<Record<string, readonly CodeLanguage[] | undefined>> = {
  nodejs: ['typescript', 'javascript'],
  python: ['python'],
  go: ['go'],
  dotnet: ['csharp'],
  java: ['java'],
};

/** How a search finds programs. */
export const programRules = {
  fileNames: projectFileNames,
  mayBeSource: (name: string): boolean => codeOf(name) !== undefined,
  read: readProgramFolder,
};

export function isProjectFile(path: string): boolean {
  return projectFileNames.some((name) => path.endsWith(name) && /^[\\/]?$/.test(path.at(-name.length - 1) ?? ''));
}

/** Reads a Pulumi.yaml. For another runtime, such as YAML, no file is a source. */
export function readProgramFolder(text: string): ProgramFolder {
  const { root } = readYaml(text, 'pulumi', []);
  const member = (name: string): Value | undefined => (root?.kind === 'mapping' ? valueOf(root, name) : undefined);
  const runtime = member('runtime');
  const name = stringOf(runtime?.kind === 'mapping' ? valueOf(runtime, 'name') : runtime) ?? '';
  const languages = ownValue(languagesByRuntime, name) ?? [];
  const main = languages.length > 0 ? stringOf(member('main')) : undefined;
  return {
    isSource: (file, has) => {
      const language = codeOf(file)?.language;
      return language !== undefined && languages.includes(language) && !isTestOrCopy(file, has);
    },
    main,
    summary: languages.length > 0 ? JSON.stringify([name, main]) : '',
  };
}

/** Names of tests by the conventions of Jest, Vitest, pytest and go test: no cluster gets their resources. */
const test = /\.(?:test|spec)\.\w+$|^(?:test_.*|.*_test|conftest)\.py$|_test\.go$/i;

/** Declares nothing that runs. */
const typesOnly = /\.d\.[cm]?ts$/i;

/** The endings of the sources that a file with this ending may be compiled from. */
const compiledFrom: Readonly<Record<string, readonly string[] | undefined>> = {
  js: ['ts', 'tsx'],
  jsx: ['tsx'],
  mjs: ['mts'],
  cjs: ['cts'],
};

function isTestOrCopy(file: string, has: (name: string) => boolean): boolean {
  if (test.test(file) || typesOnly.test(file)) return true;
  const dot = file.lastIndexOf('.') + 1;
  const ending = file.slice(dot);
  const sources = ownValue(compiledFrom, ending);
  return sources?.some((each) => has(file.slice(0, dot) + each)) === true;
}
