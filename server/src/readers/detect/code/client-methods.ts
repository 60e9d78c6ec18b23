/** Decides which methods of generated clients are about Endpoints, and whether a file without an import may call them. */
import type { CodeLanguage } from '../../../tree/document.ts';
import type { Estate } from '../../estate.ts';
import { anyTarget, argumentsIn, namedText, codeText, type NamedTarget } from './code-arguments.ts';
import { codeAt, pathTo, type CodeSource } from './code-source.ts';
import type { CodeSighting } from './code-sighting.ts';

const methods =
  /^(?:(?:read|list|create|replace|patch|delete|delete_?collection)_?namespaced_?endpoints|list_?endpoints_?for_?all_?namespaces)(?:_?with_?http_?info|Call|Async|WithHttpInfoAsync)?$/i;

/** As the official clients of JavaScript, Python and Java spell them. */
export function isClientMethod(name: string): boolean {
  return methods.test(name);
}

export function accessOfMethod(name: string): CodeSighting['access'] {
  return /^(?:read|list)/.test(name) ? 'read' : 'write';
}

/** The name and the namespace of the arguments: by their names, those of an object, or by their places. */
export function targetOfMethod(source: CodeSource, at: number): NamedTarget {
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

const declared = new WeakMap<Estate, Map<string, boolean>>();

/** Whether a program of the texts has a method of its own of this name. */
function isDeclared(estate: Estate, language: CodeLanguage, name: string): boolean {
  const known = declared.get(estate) ?? new Map<string, boolean>();
  declared.set(estate, known);
  const found =
    known.get(name) ?? estate.texts.some((text) => isProgramOf(text.language, language) && declares(text.text, name));
  known.set(name, found);
  return found;
}

function isProgramOf(language: string, wanted: CodeLanguage): boolean {
  return language === wanted || (language.endsWith('script') && wanted.endsWith('script'));
}

/** A name without a dot before it is not only called. */
function declares(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!/[.:\w]/.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** Whether a call without an import of the client is one of it: by its receiver, and as nobody else has the method. */
export function isUnmistakable(source: CodeSource, at: number, estate: Estate): boolean {
  const receiver = pathTo(source, at).at(-2) ?? '';
  return /core|k8s|kube|api|^v1$/i.test(receiver) && !isDeclared(estate, source.language, codeAt(source, at));
}

/** The parts of a test that ask whether a method was called. */
export function isExpectation(source: CodeSource, at: number): boolean {
  const around = source.parents[at] ?? -1;
  const isMock = /^(?:mock\w*|assert_\w+|return_value|side_effect|called\w*|call_\w+|bind)$/.test(
    codeAt(source, at + 2),
  );
  return (
    /^(?:expect|assertThat|verify|when|mocked)$/.test(codeAt(source, around - 1)) ||
    (codeAt(source, at + 1) === '.' && isMock)
  );
}
