/** Reads a text for the search for readers: its language, and its trees with those of nested texts. */
import { fileNameOf, plainPath } from '../analysis/workspace/placement.ts';
import type { CodeLanguage } from '../tree/document.ts';
import { treesIn, treesWithin, type Tree } from '../frontends/trees.ts';
import { codeOf } from '../frontends/code/languages.ts';
import { childrenOf, type Entry, type Mapping, type Value } from '../tree/value.ts';

/** A text that may hold readers. */
export interface NamedText {
  readonly uri: string;
  readonly text: string;
}

/** `prose` is Markdown and other texts for people; `other` is anything that is not known. */
export type TextLanguage =
  | 'yaml'
  | 'json'
  | 'shell'
  | 'make'
  | 'docker'
  | 'groovy'
  | 'notes'
  | 'jsonnet'
  | 'hcl'
  | 'alloy'
  | CodeLanguage
  | 'prose'
  | 'other';

/** A tree, also one of a text inside of a scalar. */
export interface SearchedTree extends Tree {
  /** False where spans are those of a whole scalar, because its text has escapes. */
  readonly isExact: boolean;
  /** The tree around a nested text. */
  readonly outer: SearchedTree | undefined;
}

export interface SearchedText extends NamedText {
  /** Without scheme and escapes. */
  readonly path: string;
  readonly name: string;
  readonly language: TextLanguage;
  /** True where actions of Go templates decide, as in a chart. */
  readonly isTemplate: boolean;
  /** YAML and JSON documents that may have readers, those of nested texts behind the ones around them. Empty for other languages. */
  readonly trees: readonly SearchedTree[];
}

/** Words of every text that may have readers, or that decides how they read. */
export const readerWords =
  /endpoint|\bep\b|monitor|prometheus|scrape|image:|repository|loadbalancing|resolver|\bkinds?\b|glusterfs|patroni|\bresources\b|\bpatches|use_configmaps|enableEndpointSlices/i;

export function searchedText({ uri, text }: NamedText): SearchedText {
  const path = plainPath(uri);
  const name = fileNameOf(path);
  const language = languageOf(name, text);
  let trees: readonly SearchedTree[] | undefined;
  return {
    uri,
    text,
    path,
    name,
    language,
    isTemplate: text.includes('{{') && (language === 'notes' || /\/templates\//.test(path)),
    get trees() {
      return (trees ??= language === 'yaml' || language === 'json' ? treesOf(name, text) : []);
    },
  };
}

function treesOf(name: string, text: string): readonly SearchedTree[] {
  const isWanted = (part: string): boolean => readerWords.test(part);
  return treesIn(name, text, isWanted).flatMap((tree) =>
    withNested({ ...tree, isExact: true, outer: undefined }, isWanted),
  );
}

function withNested(tree: SearchedTree, isWanted: (part: string) => boolean): readonly SearchedTree[] {
  const nested = scalarsOf(tree.root).flatMap((value) => {
    if ((value.kind !== 'scalar' && value.kind !== 'opaque') || value.span.end - value.span.start < shortest) return [];
    const isExact = tree.isExact && tree.text[value.span.start] === '|';
    return treesWithin(tree, value, isWanted).flatMap((inner) =>
      withNested({ ...inner, isExact, outer: tree }, isWanted),
    );
  });
  return [tree, ...nested];
}

/** The shortest nested text that can have a reader. */
const shortest = 20;

function scalarsOf(value: Value): readonly Value[] {
  if (value.kind === 'scalar' || value.kind === 'opaque') return [value];
  return value.isAlias ? [] : childrenOf(value).flatMap(scalarsOf);
}

const byName: readonly (readonly [RegExp, TextLanguage])[] = [
  [/^notes\.txt$/i, 'notes'],
  [/^(?:gnu)?makefile|\.mk$|^makefile\./i, 'make'],
  [/^(?:docker|container)file|\.(?:docker|container)file$/i, 'docker'],
  [/^jenkinsfile|\.(?:groovy|gradle)$/i, 'groovy'],
  [
    /\.(?:sh|bash|zsh|ksh|fish|bats|ps1|psm1|bat|cmd|envrc|just)$|^\.?justfile$|^\.(?:bashrc|zshrc|profile|bash_aliases)$/i,
    'shell',
  ],
  [/\.(?:ya?ml)(?:\.(?:tmpl|tpl|gotmpl|j2|in|dist))?$|^\.?(?:prettier|yamllint)rc$/i, 'yaml'],
  [/\.json(?:\.(?:tmpl|tpl|gotmpl|j2))?$/i, 'json'],
  [/\.(?:jsonnet|libsonnet)$/i, 'jsonnet'],
  [/\.(?:tf|tofu|tfvars|hcl)$/i, 'hcl'],
  [/\.(?:alloy|river)$/i, 'alloy'],
  [/\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt|html?|tex|svg|csv)$/i, 'prose'],
  [/^(?:readme|changelog|license|authors|codeowners|todo)$/i, 'prose'],
];

/** By the name of the file, or by the first line of a file without an ending. */
function languageOf(name: string, text: string): TextLanguage {
  const known = byName.find(([pattern]) => pattern.test(name))?.[1] ?? codeOf(name)?.language;
  if (known) return known;
  const first = /^#![^\n]*/.exec(text)?.[0] ?? '';
  if (/\b(?:ba|da|z|k)?sh\b|\bbats\b|\bfish\b/.test(first)) return 'shell';
  if (/\bpython/.test(first)) return 'python';
  return /\bnode\b/.test(first) ? 'javascript' : 'other';
}

export interface PlacedEntry {
  readonly entry: Entry;
  /** The mapping that has the entry. */
  readonly owner: Mapping;
  /** The names of the entries above, and `*` for an item of a list. */
  readonly path: readonly string[];
  /** The mappings around it, the innermost first, `owner` included. */
  readonly around: readonly Mapping[];
}

/** All entries below a value in the order of the text, but not those of aliases and merge keys. */
export function* entriesBelow(
  value: Value,
  path: readonly string[] = [],
  around: readonly Mapping[] = [],
): Generator<PlacedEntry> {
  if (value.kind === 'sequence' && !value.isAlias) {
    for (const item of value.items) yield* entriesBelow(item, [...path, '*'], around);
  }
  if (value.kind !== 'mapping' || value.isAlias) return;
  const all = [value, ...around];
  for (const entry of value.entries) {
    if (entry.isMerged) continue;
    yield { entry, owner: value, path, around: all };
    yield* entriesBelow(entry.value, [...path, entry.name], all);
  }
}
