/** Finds filters of Velero's backups and restores that name endpoints and not endpointslices. */
import { quote } from '../../text/quote.ts';
import { stringOf, valueOf } from '../../tree/value.ts';
import type { Estate } from '../estate.ts';
import { textAt, textsAt } from '../foreign-objects.ts';
import { inValuesFile } from '../helm-values.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { addWord, filterReach, isShared, literalTexts } from './api-objects.ts';

const listName = /^(included|excluded)(?:NamespaceScoped)?Resources$/;

export function veleroReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\b(?:endpoints?|ep)\b/i.test(text.text)) return [];
  const hasLists = /cluded(?:NamespaceScoped)?Resources\b/.test(text.text);
  const inLists = hasLists
    ? text.trees.flatMap((tree) => entriesIn(tree.root).flatMap((placed) => listReader(placed, tree, text, estate)))
    : [];
  return [...inLists, ...commandReaders(text, estate)];
}

function listReader(
  { entry, owner, around }: PlacedEntry,
  tree: SearchedTree,
  text: SearchedText,
  estate: Estate,
): readonly FoundReader[] {
  const { name, value } = entry;
  const [, way] = listName.exec(name) ?? [];
  if (way === undefined || value.kind !== 'sequence' || value.isAlias) return [];
  const item = value.items.find((each) => isEndpointsName(stringOf(each) ?? ''));
  if (!item || value.items.some((each) => coversSlicesName(stringOf(each) ?? ''))) return [];
  const scope = filterReach(estate, text.uri, { namespaces: literalTexts(valueOf(owner, 'includedNamespaces')) });
  const reach = scope && withoutNamespaces(scope, textsAt(owner, 'excludedNamespaces') ?? []);
  if (!reach) return [];
  const object = around.find((each) => /^(?:Backup|Schedule|Restore)$/.test(textAt(each, 'kind') ?? ''));
  const title = object
    ? `${textAt(object, 'kind') ?? ''} ${quote(textAt(object, 'metadata', 'name') ?? '')}`.replace(/ ""$/, '')
    : 'Velero';
  const isPlain = way === 'included' && !text.isTemplate && !inValuesFile(text) && !isShared(tree, value);
  const edits = isPlain ? addWord(tree, value, sliceResource, item) : undefined;
  return [
    {
      ...reach,
      ...(text.isTemplate && { certainty: 'likely' as const }),
      span: tree.place(item.span),
      kind: 'velero-filter',
      change: edits ? 'rewrite' : 'person',
      message: messageFor(title, name, way),
      fix: edits && { title: 'Include endpointslices too', edits },
    },
  ];
}

const sliceResource = 'endpointslices.discovery.k8s.io';

function isEndpointsName(name: string): boolean {
  return /^(?:endpoints?|ep)(?:\.v1)?$/i.test(name.trim());
}

function coversSlicesName(name: string): boolean {
  return /^(?:\*|endpointslices?(?:\.discovery\.k8s\.io)?|\*\.discovery\.k8s\.io)$/i.test(name.trim());
}

function withoutNamespaces(reach: Reach, excluded: readonly string[]): Reach | undefined {
  const objects = reach.objects.filter(({ namespace }) => !excluded.includes(namespace));
  if (objects.length === reach.objects.length) return reach;
  if (objects.length === 0) return undefined;
  return { ...reach, objects, for: [...new Set(objects.map(({ namespace, name }) => `${namespace}/${name}`))] };
}

function messageFor(title: string, list: string, way: string): string {
  return way === 'included'
    ? `${list} of ${title} names endpoints but not endpointslices, so the slices that replace them are not saved or restored. Add ${sliceResource}.`
    : `${list} of ${title} names endpoints but not endpointslices, so the slices that replace them are saved or restored. Add ${sliceResource} if they must stay out.`;
}

/** In a command or in its list of arguments. */
const flag = /--(in|ex)clude(?:-namespace-scoped)?-resources(?:=|["']?,?[ \t]+)["']?([\w.,*-]{1,500})/g;

const languages: ReadonlySet<string> = new Set(['shell', 'make', 'docker', 'groovy', 'yaml', 'json']);

/** `velero backup create --include-resources services,endpoints`. */
function commandReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!languages.has(text.language) || !text.text.includes('clude-') || !/\bvelero\b/.test(text.text)) return [];
  return [...text.text.matchAll(flag)].flatMap(({ index, 0: all, 1: way = '', 2: names = '' }) => {
    const list = names.split(',');
    const word = list.find(isEndpointsName);
    const line = text.text.slice(text.text.lastIndexOf('\n', index) + 1, index);
    if (word === undefined || list.some(coversSlicesName) || /(?:^|\s)(?:#|\/\/|echo\b)/.test(line)) return [];
    const near = text.text.slice(Math.max(0, index - 500), index + 500);
    const [, written] = /--include-namespaces(?:=|["']?,?[ \t]+)["']?([\w,-]+)/.exec(near) ?? [];
    const reach = filterReach(estate, text.uri, { namespaces: written?.split(',') });
    if (!reach) return [];
    const before = list.slice(0, list.indexOf(word)).reduce((sum, each) => sum + each.length + 1, 0);
    const start = index + all.length - names.length + before;
    return [
      {
        ...reach,
        span: { start, end: start + word.length },
        kind: 'velero-filter' as const,
        change: 'person' as const,
        message: messageFor('velero', `--${way}clude-resources`, way === 'in' ? 'included' : 'excluded'),
      },
    ];
  });
}
