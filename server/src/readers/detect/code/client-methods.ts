/** Finds the calls of generated clients that are about Endpoints, also in files without an import of the client. */
import { attachment } from '../../../text/memo.ts';
import type { CodeLanguage } from '../../../tree/document.ts';
import type { ReaderKind } from '../../catalogue.ts';
import type { Estate } from '../../estate.ts';
import { anyTarget, argumentsIn, namedText, codeText, type NamedTarget } from './code-arguments.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { codeAt, pathTo, wordsLike, type CodeSource } from './code-source.ts';

const methods =
  /^(?:(?:read|list|create|replace|patch|delete|delete_?collection)_?namespaced_?endpoints|list_?endpoints_?for_?all_?namespaces)(?:_?with_?http_?info|Call|Async|WithHttpInfoAsync)?$/i;

interface MethodSearch {
  readonly kind: ReaderKind;
  /** Whether the file imports the client. */
  readonly isClient: boolean;
  /** Words that may be methods. */
  readonly words: RegExp;
  /** What is before a method. */
  readonly marks: RegExp;
}

/** The calls of methods, as the official clients of JavaScript, Python and Java spell them. */
export function methodCalls(
  source: CodeSource,
  estate: Estate,
  { kind, isClient, words, marks }: MethodSearch,
): readonly CodeSighting[] {
  const sighting = sightings(kind);
  return wordsLike(source, words).flatMap((at) => {
    const name = codeAt(source, at);
    const isCall = methods.test(name) && marks.test(codeAt(source, at - 1)) && !isExpectation(source, at);
    if (!isCall || (!isClient && !isUnmistakable(source, at, estate))) return [];
    return [sighting(at, name, accessOfMethod(name), targetOfMethod(source, at))];
  });
}

function accessOfMethod(name: string): CodeSighting['access'] {
  return /^(?:read|list)/.test(name) ? 'read' : 'write';
}

/** The name and the namespace of the arguments: by their names, those of an object, or by their places. */
function targetOfMethod(source: CodeSource, at: number): NamedTarget {
  const open = codeAt(source, at + 1) === '(' ? at + 1 : undefined;
  const list = argumentsFor(source, at, open);
  const [first] = list;
  const name = codeAt(source, at);
  if (!first || /all_?namespaces/i.test(name)) return anyTarget;
  const object = list.length === 1 && codeAt(source, first.from) === '{' ? first.from : undefined;
  const isOfOne = /^(?:read|replace|patch|delete)(?!_?collection)/i.test(name);
  const named = (wanted: string): string | undefined => {
    if (object !== undefined) return namedText(source, object, wanted);
    const argument = list.find((each) => each.name === wanted);
    return argument && codeText(source, argument);
  };
  const placed = (index: number): string | undefined => {
    const argument = object === undefined ? list[index] : undefined;
    return argument && argument.name === undefined ? codeText(source, argument) : undefined;
  };
  return {
    name: isOfOne ? (named('name') ?? placed(0)) : undefined,
    namespace: named('namespace') ?? placed(isOfOne ? 1 : 0),
  };
}

/** Of a method that is passed on, such as `w.stream(core.list_namespaced_endpoints, "shop")`, what is behind it. */
function argumentsFor(source: CodeSource, at: number, open: number | undefined): ReturnType<typeof argumentsIn> {
  if (open !== undefined) return argumentsIn(source, open);
  const around = source.parents[at] ?? -1;
  const isPassed = codeAt(source, around) === '(' && codeAt(source, at + 1) === ',';
  return isPassed ? argumentsIn(source, around).filter(({ from }) => from > at) : [];
}

/** Whether a program of the texts has a method of its own of this name. */
function isDeclared(estate: Estate, language: CodeLanguage, name: string): boolean {
  const known = knownMethods(estate);
  const key = `${language} ${name}`;
  const found =
    known.get(key) ?? estate.texts.some((text) => isProgramOf(text.language, language) && declares(text.text, name));
  known.set(key, found);
  return found;
}

/** By language and name: Java and scripts have methods of the same names. */
const knownMethods = attachment((_estate: Estate) => new Map<string, boolean>());

function isProgramOf(language: string, wanted: CodeLanguage): boolean {
  return language === wanted || (language.endsWith('script') && wanted.endsWith('script'));
}

/** True where the name has no dot before it: then it is not only called as a method. */
function declares(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!/[.:\w]/.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** For a file that does not import the client: true if the receiver looks like one and no text declares the method. */
function isUnmistakable(source: CodeSource, at: number, estate: Estate): boolean {
  const receiver = pathTo(source, at).at(-2) ?? '';
  return /core|k8s|kube|api|^v1$/i.test(receiver) && !isDeclared(estate, source.language, codeAt(source, at));
}

/** True in a test that asks whether the method was called. */
function isExpectation(source: CodeSource, at: number): boolean {
  const around = source.parents[at] ?? -1;
  const isMock = /^(?:mock\w*|assert_\w+|return_value|side_effect|called\w*|call_\w+|bind)$/.test(
    codeAt(source, at + 2),
  );
  return (
    /^(?:expect|assertThat|verify|when|mocked)$/.test(codeAt(source, around - 1)) ||
    (codeAt(source, at + 1) === '.' && isMock)
  );
}
