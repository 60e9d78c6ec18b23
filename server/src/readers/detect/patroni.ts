/** Finds Patroni's use of Endpoints: its settings and its objects. */
import { areVariants } from '../../analysis/workspace/variants.ts';
import { quote } from '../../text/quote.ts';
import type { Span } from '../../text/span.ts';
import { stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import {
  everything,
  generated,
  isWrittenName,
  namedReach,
  objectName,
  reachOf,
  siteOf,
  type Estate,
} from '../estate.ts';
import { foreignObjects, textAt } from '../foreign-objects.ts';
import type { FoundReader, Reach, ReadObject } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { patroniObjectsOf } from './patroni-estate.ts';
import {
  isTrueText,
  labelsOfPods,
  patroniNames,
  patroniSettingIn,
  patroniVariable,
  writtenText,
} from './patroni-objects.ts';

const wanted = /PATRONI_KUBERNETES_USE_ENDPOINTS|\buse_endpoints\b/;

export function patroniReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const settings = wanted.test(text.text) ? settingsIn(text, estate) : [];
  const objects = /\bEndpoints\b/.test(text.text) ? objectReaders(text, estate) : [];
  return [...settings, ...objects];
}

const patroniWayOut =
  'Keep the Endpoints, or change to ConfigMaps while the cluster has one member only: else there can be two leaders.';

function settingReader(span: Span, reach: Reach, { isTemplate }: SearchedText): FoundReader {
  const [first] = reach.objects;
  const object = first ? ` ${quote(objectName(first))}` : '';
  return {
    ...reach,
    ...(isTemplate && { certainty: 'likely' }),
    span,
    kind: 'patroni-endpoints',
    change: 'person',
    message: `Patroni keeps its leader in Endpoints${object} and never uses EndpointSlices, so it loses the leader when slices replace them. ${patroniWayOut}`,
  };
}

function settingsIn(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (text.trees.length === 0) return plainSettings(text, estate);
  return text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap((placed) => {
      const found = settingAt(placed, tree);
      if (!found) return [];
      return [settingReader(tree.place(found.span), scopeReach(found, text, estate), text)];
    }),
  );
}

interface FoundSetting {
  readonly span: Span;
  /** Empty where it is not known; an expression is its source. */
  readonly scope: string;
  readonly namespace: string | undefined;
}

function settingAt({ entry, owner, around }: PlacedEntry, tree: SearchedTree): FoundSetting | undefined {
  const { name, key, value } = entry;
  const namespaceOf = (object: Mapping | undefined): string | undefined =>
    object && textAt(object, 'metadata', 'namespace');
  const isNamed = name === 'name' && stringOf(value) === patroniVariable;
  if ((isNamed || name === 'use_endpoints') && around[1]) {
    const object = outerObject(around, tree);
    const setting = patroniSettingIn(around[1], object && labelsOfPods(object));
    const isHere = setting && (setting.word.start === key.start || setting.word.start === value.span.start);
    if (!isHere) return undefined;
    const written = setting.namespace !== undefined && isWrittenName(setting.namespace) ? setting.namespace : undefined;
    const scope = writtenText(setting.scope, tree.text);
    return { span: setting.word, scope, namespace: written ?? namespaceOf(object) };
  }
  if (name === patroniVariable && isTrueText(value)) {
    const scope = writtenText(valueOf(owner, 'PATRONI_SCOPE'), tree.text);
    return { span: key, scope, namespace: namespaceOf(outerObject(around, tree)) };
  }
  const items = value.kind === 'sequence' && !value.isAlias ? value.items : [];
  const item = items.find((each) => isTrueSetting(stringOf(each) ?? ''));
  if (!item) return undefined;
  const [scope = ''] = items.flatMap((each) => /^PATRONI_SCOPE=(.+)$/.exec(stringOf(each) ?? '')?.[1] ?? []);
  return { span: item.span, scope, namespace: namespaceOf(outerObject(around, tree)) };
}

function isTrueSetting(text: string): boolean {
  return text.startsWith(patroniVariable) && /^\w+=["']?(?:true|yes|on|1)\b/i.test(text);
}

/** The object around an entry; for a nested text, the object that has the text. */
function outerObject(around: readonly Mapping[], tree: SearchedTree): Mapping | undefined {
  const own = around.find((each) => valueOf(each, 'kind') && valueOf(each, 'apiVersion'));
  if (own || !tree.outer) return own;
  let outer = tree.outer;
  while (outer?.outer) outer = outer.outer;
  const { start } = tree.place(tree.root.span);
  const holds = ({ span }: Value): boolean => {
    const placed = outer?.place(span);
    return placed !== undefined && placed.start <= start && start < placed.end;
  };
  return outer && foreignObjects(outer).find(({ mapping }) => holds(mapping))?.mapping;
}

/** In an env file, a script, a Dockerfile or a program; not in comments. */
const plainSetting = new RegExp(
  `\\b${patroniVariable}\\b["']?[ \\t]*[,:=}]?\\s{0,20}(?:["']?value["']?[ \\t]*[:=][ \\t]*)?["']?(?:true|yes|on|1)\\b`,
  'gi',
);

function plainSettings(text: SearchedText, estate: Estate): readonly FoundReader[] {
  // A test of a program has settings only as text.
  if (/[._-](?:test|spec)s?\.\w+$/.test(text.name)) return [];
  return [...text.text.matchAll(plainSetting)].flatMap(({ index }) => {
    const line = text.text.slice(text.text.lastIndexOf('\n', index) + 1, index);
    if (/(?:^|\s)(?:#|\/\/|\*)/.test(line)) return [];
    const [, scope = ''] = /\bPATRONI_SCOPE["']?[ \t]*=[ \t]*["']?([\w.-]+)/.exec(text.text) ?? [];
    const span = { start: index, end: index + patroniVariable.length };
    return [settingReader(span, scopeReach({ span, scope, namespace: undefined }, text, estate), text)];
  });
}

/** The objects of a cluster. Of those that Patroni makes itself, none is replaced. */
function scopeReach({ scope, namespace }: FoundSetting, { uri }: SearchedText, estate: Estate): Reach {
  const isNear = (each: ReadObject): boolean =>
    (namespace === undefined || !isWrittenName(each.namespace) || each.namespace === namespace) &&
    !areVariants(uri, each.uri);
  const names = scope === '' ? [] : patroniNames(scope);
  const found =
    scope === ''
      ? patroniObjectsOf(estate)
          .map(({ object }) => object)
          .filter(isNear)
      : estate.objects.filter((each) => names.includes(each.name) && isNear(each));
  if (found.length > 0) return reachOf(found, scope === '' ? 'likely' : 'certain');
  if (estate.objects.length === 0 && !isWrittenName(scope)) return everything(estate, uri);
  return isWrittenName(scope) ? namedReach(estate, uri, { name: scope, namespace }) : generated('likely');
}

function objectReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  return patroniObjectsOf(estate).flatMap(({ object, word, mapping }): readonly FoundReader[] => {
    if (object.uri !== text.uri) return [];
    const { namespace } = siteOf(text.uri, mapping, estate.metadata);
    const shown = isWrittenName(object.namespace) ? object : { ...object, namespace: namespace ?? '' };
    return [
      {
        ...reachOf([object]),
        ...(text.isTemplate && { certainty: 'likely' }),
        span: word,
        kind: 'patroni-endpoints',
        change: 'person',
        message: `Patroni keeps its leader or its state in Endpoints ${quote(objectName(shown))} and never uses EndpointSlices. Do not convert or delete it. ${patroniWayOut}`,
      },
    ];
  });
}
