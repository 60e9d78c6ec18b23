/**
 * Finds the slot that completion fills in a program, from the brackets around the offset alone: nothing is parsed, half-typed
 * texts work, and no grammar is needed.
 */
import { typeNamed } from '../../contract/contract.ts';
import { lineBreakOf, lineStartAt } from '../../text/line.ts';
import type { CodeLanguage } from '../../tree/document.ts';
import type { CodePlace, Slot } from '../../tree/slot.ts';
import { codeOf, mayConstruct } from '../code/languages.ts';
import { CodeNames } from './code-classes.ts';
import { keyIn, mapKey, entryPlace, type CodeSyntax, type Container, type EntryPlace } from './code-container.ts';
import { levelsAt, scalarOf, type Level, type Levels, type CodePart } from './code-levels.ts';
import { prefixOf, type CodeToken } from './code-tokens.ts';
import { csharpSyntax } from './csharp-syntax.ts';
import { goSyntax } from './go-syntax.ts';
import { builderFields, javaSyntax } from './java-syntax.ts';
import { pythonSyntax } from './python-syntax.ts';
import { scriptSyntax } from './script-syntax.ts';
import { startsStatement } from './statement-start.ts';

const syntaxes: Readonly<Record<CodeLanguage, CodeSyntax>> = {
  typescript: scriptSyntax,
  javascript: scriptSyntax,
  python: pythonSyntax,
  go: goSyntax,
  csharp: csharpSyntax,
  java: javaSyntax,
};

/** Brackets between the constructor and a value: no field of the contract is deeper, and wrappers add few. */
const deepest = 40;

/** The slot at the offset of a program; undefined where completion of ours has nothing to say. */
export function codeSlotAt(path: string, text: string, offset: number): Slot | undefined {
  const language = codeOf(path)?.language;
  if (!language || !mayConstruct(language, text)) return undefined;
  const found = levelsAt(language, text, offset);
  if (!found) return undefined;
  const names = new CodeNames(language, found.tokens);
  const inside =
    insideCall(found, { names, syntax: syntaxes[language], hasWord: found.word !== undefined }) ??
    (startsStatement(language, found, text, offset) ? statement : undefined);
  return inside && slotOf({ language, text, offset, ...found, ...inside, names });
}

interface Inside {
  /** The contract type of the resource. */
  readonly type: string;
  /** The innermost brackets. */
  readonly container: Container;
  readonly place: EntryPlace;
  /** The fields or the map that directly hold the value, and the names beside it. */
  readonly siblings: ReadonlyMap<string, string>;
}

/** Any resource can start there. */
const statement: Inside = {
  type: 'Endpoints',
  container: { kind: 'statement' },
  place: 'key',
  siblings: new Map(),
};

interface Search {
  readonly names: CodeNames;
  readonly syntax: CodeSyntax;
  readonly hasWord: boolean;
}

function insideCall({ levels, readOn }: Levels, { names, syntax, hasWord }: Search): Inside | undefined {
  const last = levels.length - 1;
  for (let i = last; i > Math.max(0, last - deepest); i--) {
    const level = levels[i];
    if (level?.open.value !== '(') continue;
    const type = names.typeOf(syntax.callee(levels[i - 1]?.lead ?? []));
    const root = type === undefined ? undefined : typeNamed(type);
    if (type === undefined || !root) continue;
    readOn(i);
    return descend({ kind: 'call', type: root, ...syntax.call }, levels.slice(i), { type, names, syntax, hasWord });
  }
  return undefined;
}

function descend(
  call: Container,
  levels: readonly Level[],
  { type, names, syntax, hasWord }: Search & { readonly type: string },
): Inside | undefined {
  let container = call;
  let siblings: ReadonlyMap<string, string> = new Map();
  let isInPair = false;
  for (const [i, level] of levels.entries()) {
    const place = entryPlace(container, level, syntax, names);
    if (!isInPair)
      siblings = container.kind === 'hole' ? siblings : namesBeside(container, level, syntax, { names, hasWord });
    const next = levels[i + 1];
    if (!next) return { type, container, place, siblings };
    const built = place !== 'key' && place ? builderFields(place.rest, level, names.language) : undefined;
    const inner =
      place === 'key'
        ? keyContainer(container, next.open.value, names.language)
        : place && syntax.enter(place.hole, place.rest, next.open.value, names);
    if (!inner) return undefined;
    if (built) siblings = built;
    isInPair = container.kind === 'map' && (inner.kind === 'pairs' || inner.kind === 'name');
    container = inner;
  }
  return undefined;
}

/** `{ "key", "value" }` and `["key"]` in the braces of a map. */
function keyContainer(container: Container, open: string, language: CodeLanguage): Container | undefined {
  if (container.kind !== 'map') return undefined;
  const { value, path } = container;
  if (open === '{' && language === 'csharp') return { kind: 'pairs', value, path };
  return open === '[' && (language === 'csharp' || language.endsWith('script')) ? { kind: 'name', path } : undefined;
}

/** The other fields or keys, by the names of the contract, with their scalars. Empty for a list. */
function namesBeside(
  container: Container,
  { at, entries, lead }: Level,
  { fieldOf }: CodeSyntax,
  { names, hasWord }: { readonly names: CodeNames; readonly hasWord: boolean },
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (name: string | undefined, parts: readonly CodePart[]): void => {
    if (name !== undefined) found.set(name, scalarOf(parts));
  };
  for (const [i, entry] of entries.entries()) {
    // A cursor before a name is in no entry of its own.
    if (i === at && (hasWord || lead.length > 0)) continue;
    const [first] = entry;
    switch (container.kind) {
      case 'pairs':
        if (i % 2 === 0 && i !== at - 1) add(mapKey(first, names), entries[i + 1] ?? []);
        break;
      case 'map':
        // `{ "key", "value" }` of C#.
        if (first?.isGroup === true && first.value === '{') add(mapKey(first.first, names), []);
        else add(mapKey(first, names), keyIn(entry, container.separator)?.[1] ?? []);
        break;
      case 'fields':
      case 'call': {
        const [name, rest] = keyIn(entry, container.separator) ?? [];
        if (name !== undefined) add(fieldOf(name, container.type), rest ?? []);
        // A shorthand of JavaScript.
        else if (entry.length === 1 && first?.kind === 'word') add(first.value, []);
        break;
      }
      default:
    }
  }
  return found;
}

interface SlotFacts extends Levels, Inside {
  readonly language: CodeLanguage;
  readonly text: string;
  readonly offset: number;
  readonly names: CodeNames;
}

function slotOf(facts: SlotFacts): Slot | undefined {
  const { container, place, language, text, offset, word, next } = facts;
  if (!place || (place !== 'key' && place.rest.length > 0)) return undefined;
  const isKey = place === 'key';
  const isEnded = isKey || endsValue(facts);
  const holds = isKey ? holding(container, language) : 'fields';
  if (!holds || !isEnded || (isKey && word?.kind === 'number')) return undefined;
  const separator = 'separator' in container ? container.separator : ',';
  const isSeparated = next?.value === separator && next.kind === 'mark';
  const typed = word ?? { start: offset, end: offset };
  const indent = /^[ \t]*/.exec(text.slice(lineStartAt(text, offset)))?.[0].length ?? 0;
  const isTight =
    !isKey && !word && /[:=,]/.test(text[offset - 1] ?? '') && (separator === ':' || language !== 'python');
  return {
    subject: { area: 'code', type: facts.type, code: placeOf(facts, holds) },
    kind: holds === 'statement' ? 'node' : isKey ? 'key' : 'value',
    path: isKey ? pathOf(container) : place.hole.path,
    names: facts.siblings,
    style: 'flow',
    typed: { start: typed.start, end: typed.end },
    word: word?.value ?? '',
    prefix: word ? prefixOf(word, text, offset) : '',
    quote: word?.literal?.opening ?? '',
    lead: isTight ? ' ' : '',
    tail: isKey && !isSeparated && holds !== 'statement' ? commaBefore(facts) : '',
    edits: [],
    isShifted: false,
    follows: isKey && isSeparated ? 'colon' : 'nothing',
    adopted: undefined,
    indent,
    column: indent,
    layout: { step: 2, isCompact: false, newline: lineBreakOf(text) },
  };
}

/** A name before another one needs a comma. */
function commaBefore({ next, word, text, offset }: SlotFacts): string {
  if (!next || /^[,;)\]}]$/.test(next.value)) return '';
  return /\s/.test(text.charAt(word?.end ?? offset)) ? ',' : ', ';
}

function pathOf(container: Container): Slot['path'] {
  return 'path' in container ? container.path : [];
}

/** Names of fields are offered where the server of the language knows none: in dictionaries of Python and objects of JavaScript. */
function holding(container: Container, language: CodeLanguage): CodePlace['holds'] | undefined {
  if (/^(?:map|pairs|name|statement)$/.test(container.kind)) return container.kind as CodePlace['holds'];
  const isOurs = container.kind === 'fields' && container.isDictionary === true && language !== 'typescript';
  if (!isOurs) return undefined;
  return container.separator === '=' ? 'keyword fields' : 'fields';
}

/** False for a part of a longer expression. */
function endsValue({ word, next, text, offset }: SlotFacts): boolean {
  if (!next || /^[,;)\]}]$/.test(next.value)) return true;
  const isOnLine = !text.slice(word?.end ?? offset, next.start).includes('\n');
  const isContinued = next.value === '+' || (next.value === '.' && word?.kind === 'word');
  return !isOnLine && !(isContinued && word && word.literal?.isClosed !== false);
}

function placeOf(facts: SlotFacts, holds: CodePlace['holds']): CodePlace {
  const { language, text, word, tokens, names, place } = facts;
  const { literal } = word ?? {};
  const isBare = place === 'key' || place === undefined || place.hole.isBare === true;
  const written = text.slice(word?.start ?? 0, word?.end ?? 0);
  const closing = literal?.isClosed === false ? literal.opening.replace(/^[^"'`]+/, '') : '';
  return {
    language,
    literal: literal && written + closing,
    quote: quoteIn(language, tokens, facts.offset),
    wrapper: language === 'go' && (!isBare || place === 'key') && !literal ? packageIn(names) : '',
    holds,
    isSnake: language === 'python' && isSnake(tokens, facts),
  };
}

/** The quotes of the text before. */
function quoteIn(language: CodeLanguage, tokens: readonly CodeToken[], offset: number): '"' | "'" {
  if (language !== 'python' && !language.endsWith('script')) return '"';
  const near = tokens.findLast(({ literal, end }) => end <= offset && /^["']$/.test(literal?.opening ?? ''));
  return near?.literal?.opening === "'" ? "'" : '"';
}

/** What the program calls Pulumi's package. */
function packageIn({ modules }: CodeNames): string {
  for (const [name, module] of modules) if (module === 'pulumi') return name;
  return 'pulumi';
}

/** As the dictionary names its other fields, or the last dictionary before that has names of several words. */
function isSnake(tokens: readonly CodeToken[], { offset }: SlotFacts): boolean {
  const named = tokens.filter(
    ({ kind, value }, i) => kind === 'text' && tokens[i + 1]?.value === ':' && several.test(value),
  );
  const near = named.findLast(({ end }) => end <= offset) ?? named[0];
  return near === undefined || near.value.includes('_');
}

const several = /^[a-z]+(?:_[a-z]+|[A-Z])\w*$/;
