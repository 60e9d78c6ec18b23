/** Finds configurations of Zalando's Postgres Operator with which Patroni keeps its leaders in Endpoints. */
import { areVariants } from '../../analysis/workspace/variants.ts';
import type { Span } from '../../text/span.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import { everything, generated, isWrittenName, documentObjects, reachOf, siteOf, type Estate } from '../estate.ts';
import { textAt } from '../foreign-objects.ts';
import { parseProgramVersion } from '../../contract/platform.ts';
import { imageText } from '../platform.ts';
import type { FoundReader, Reach, ReadObject } from '../reader.ts';
import { entriesIn, type SearchedText } from '../searched-text.ts';
import { apiObjects, type ApiObject } from './api-objects.ts';
import { patroniObjectsOf } from './patroni-estate.ts';
import { patroniNames } from './patroni-objects.ts';

const setting = 'kubernetes_use_configmaps';

export function zalandoReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const isWritten = text.text.includes(setting);
  const written = isWritten
    ? text.trees.flatMap((tree) =>
        entriesIn(tree.root).flatMap(({ entry, owner, around }) => {
          if (entry.name !== setting || !isFalse(entry.value)) return [];
          const object = around.find((each) => valueOf(each, 'kind') && valueOf(each, 'apiVersion'));
          const scope = { settings: owner, object };
          return [operatorReader(tree.place(entry.key), scope, `${setting} is false`, text, estate)];
        }),
      )
    : [];
  return [...written, ...unsetReaders(text, estate)];
}

function isFalse(value: Value): boolean {
  return value.kind === 'scalar' && /^(?:false|no|off)$/i.test(String(value.value));
}

interface OperatorSettings {
  readonly settings: Mapping;
  readonly object: Mapping | undefined;
}

/** A configuration without the setting, which was false before 2.0. */
function unsetReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  const facts = operatorFacts(estate);
  if (!facts.isOld) return [];
  const objects = apiObjects(text).flatMap((object): readonly FoundReader[] => {
    const settings = settingsOf(object, facts);
    if (!settings || settings.isOpen || valueOf(settings, setting)) return [];
    const scope = { settings, object: object.mapping };
    return [operatorReader(object.tree.place(object.kindValue.span), scope, unset, text, estate)];
  });
  const values = text.trees.flatMap((tree) =>
    entriesIn(tree.root).flatMap(({ entry: { name, key, value }, owner }) => {
      const isGeneral = name === 'configGeneral' && value.kind === 'mapping' && !value.isOpen;
      const lacks =
        isGeneral && !valueOf(value, setting) && nestedValue(owner, ['configKubernetes', setting]) === undefined;
      if (!lacks) return [];
      return [operatorReader(tree.place(key), { settings: value, object: undefined }, unset, text, estate)];
    }),
  );
  return [...objects, ...values];
}

const unset = `${setting} is not set, and is false before 2.0`;

/** The settings in a ConfigMap that an operator names, or in an OperatorConfiguration. */
function settingsOf({ kind, apiVersion, mapping }: ApiObject, { configMaps }: OperatorFacts): Mapping | undefined {
  const isCustom = kind === 'OperatorConfiguration' && apiVersion.startsWith('acid.zalan.do/');
  const settings = valueOf(mapping, isCustom ? 'configuration' : 'data');
  if (settings?.kind !== 'mapping' || (!isCustom && kind !== 'ConfigMap')) return undefined;
  const isNamed = configMaps.has(textAt(mapping, 'metadata', 'name') ?? '');
  const isKnown = ['cluster_labels', 'cluster_name_label', 'pod_service_account_name', 'super_username'].some((name) =>
    valueOf(settings, name),
  );
  return isCustom || isNamed || isKnown ? settings : undefined;
}

interface OperatorFacts {
  /** True where all images of the operator in sight are older than 2.0, and there is one. */
  readonly isOld: boolean;
  /** The names in `CONFIG_MAP_NAME` of the operators. */
  readonly configMaps: ReadonlySet<string>;
}

const factsByEstate = new WeakMap<Estate, OperatorFacts>();

function operatorFacts(estate: Estate): OperatorFacts {
  const known = factsByEstate.get(estate);
  if (known) return known;
  const majors: number[] = [];
  const configMaps = new Set<string>();
  for (const text of estate.texts) {
    if (!text.text.includes('postgres-operator')) continue;
    for (const { root } of text.trees) {
      for (const { entry, owner } of entriesIn(root)) {
        const version = entry.name === 'image' ? operatorVersion(imageText(entry.value)) : undefined;
        if (version) majors.push(version[0]);
        const isName = entry.name === 'name' && stringOf(entry.value) === 'CONFIG_MAP_NAME';
        const name = isName ? textAt(owner, 'value') : undefined;
        if (name !== undefined) configMaps.add(name);
      }
    }
  }
  const found = { isOld: majors.length > 0 && majors.every((major) => major < 2), configMaps };
  factsByEstate.set(estate, found);
  return found;
}

/** Other operators have the same name. */
function operatorVersion(image: string): ReturnType<typeof parseProgramVersion> {
  const [plain = ''] = image.trim().split('@');
  const colon = plain.lastIndexOf(':');
  const [name, tag] = [plain.slice(0, Math.max(0, colon)), plain.slice(colon + 1)];
  const isOther = /crunchy|percona|movetokube|ongres/.test(name);
  return /(?:^|\/)postgres-operator$/.test(name) && !isOther ? parseProgramVersion(tag) : undefined;
}

function operatorReader(
  span: Span,
  scope: OperatorSettings,
  reason: string,
  text: SearchedText,
  estate: Estate,
): FoundReader {
  return {
    ...operatorReach(scope, text, estate),
    ...(text.isTemplate && { certainty: 'likely' }),
    span,
    kind: 'patroni-endpoints',
    change: 'person',
    message: `With this configuration (${reason}), Patroni keeps its leaders in Endpoints and never uses EndpointSlices. Keep the Endpoints, or scale each cluster to one member before you set it to true: else there can be two leaders.`,
  };
}

/** The objects of the clusters in the watched namespace. Those that Patroni makes itself are not replaced. */
function operatorReach({ settings, object }: OperatorSettings, { uri }: SearchedText, estate: Estate): Reach {
  if (estate.objects.length === 0) return everything(estate, uri);
  const [watched] = ['watched_namespace'].flatMap((name) => textAt(settings, name) ?? []);
  const own = object && siteOf(uri, object, estate.metadata).namespace;
  const all = clusterObjects(estate).filter((each) => !areVariants(uri, each.uri));
  const inside = (namespace: string): readonly ReadObject[] =>
    all.filter((each) => !isWrittenName(each.namespace) || each.namespace === namespace);
  if (watched !== undefined && watched !== '' && watched !== '*' && isWrittenName(watched))
    return found(inside(watched));
  const near = watched === '*' || own === undefined ? [] : inside(own);
  return found(near.length > 0 ? near : all);
}

function found(objects: readonly ReadObject[]): Reach {
  return objects.length > 0 ? reachOf(objects) : generated('likely');
}

/** The hand-written objects of the clusters in sight; without one, those with the labels of Spilo. */
function clusterObjects(estate: Estate): readonly ReadObject[] {
  const clusters = estate.texts.flatMap((text) =>
    /\bkind["']?:\s*["']?postgresql\b/.test(text.text)
      ? documentObjects(text).flatMap(({ kind, mapping }) => {
          const name = textAt(mapping, 'metadata', 'name');
          const isCluster =
            kind === 'postgresql' && textAt(mapping, 'apiVersion')?.startsWith('acid.zalan.do/') === true;
          return isCluster && name !== undefined ? patroniNames(name) : [];
        })
      : [],
  );
  const names = new Set(clusters);
  const labeled = new Set(
    patroniObjectsOf(estate).flatMap(({ object, mapping }) =>
      textAt(mapping, 'metadata', 'labels', 'application') === 'patroni' ? [] : [object],
    ),
  );
  const named = estate.objects.filter((each) => names.has(each.name));
  return named.length > 0 ? named : estate.objects.filter((each) => labeled.has(each));
}
