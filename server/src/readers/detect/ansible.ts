/** Finds tasks and lookups of Ansible that read or write Endpoints through the k8s modules. */
import { quote } from '../../text/quote.ts';
import { nestedValue, stringOf, valueOf, type Mapping, type Value } from '../../tree/value.ts';
import type { Span } from '../../text/span.ts';
import { isWrittenName, namedReach, objectName, type Estate } from '../estate.ts';
import { textAt, textsAt } from '../foreign-objects.ts';
import type { FoundReader, Reach } from '../reader.ts';
import { entriesIn, type PlacedEntry, type SearchedText, type SearchedTree } from '../searched-text.ts';
import { treesInside } from './api-objects.ts';

const moduleName =
  /^(?:(?:kubernetes\.core|community\.kubernetes|community\.okd|redhat\.openshift|ansible\.builtin)\.)?(k8s|k8s_info|k8s_facts|k8s_raw|k8s_json_patch)$/;

export function ansibleReaders(text: SearchedText, estate: Estate): readonly FoundReader[] {
  if (!/\b(?:endpoints|ep)\b/i.test(text.text)) return [];
  const tasks = text.trees.flatMap((tree) => tasksIn(tree, text));
  return [
    ...tasks.map((task) => readerOf(task, text, estate)),
    ...lookupsIn(text).map((task) => readerOf(task, text, estate)),
  ];
}

/** A task, or a lookup. */
interface EndpointsTask {
  readonly module: string;
  /** The word that names the kind. */
  readonly span: Span;
  /** Undefined where it is not known. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** True for a task that has the object itself. */
  readonly isObject: boolean;
  /** True where labels or fields choose the objects. */
  readonly isSelecting: boolean;
}

function tasksIn(tree: SearchedTree, text: SearchedText): readonly EndpointsTask[] {
  return entriesIn(tree.root).flatMap((placed) => {
    const found = callOf(placed);
    if (!found) return [];
    const { module, args } = found;
    if (args.kind === 'scalar') return plainTasks(module, args, tree);
    const own = args.kind === 'mapping' ? argumentTask(module, args, tree) : undefined;
    if (own) return [own];
    const definitions = ['definition', 'resource_definition', 'inline'].flatMap(
      (name) => nestedValue(args, [name]) ?? [],
    );
    return definitions.flatMap((value) => definedTasks(module, value, tree, text));
  });
}

interface ModuleCall {
  readonly module: string;
  readonly args: Value;
}

/** Also with `args` beside the module, and with `action` and `local_action`. */
function callOf({ entry: { name, value }, owner }: PlacedEntry): ModuleCall | undefined {
  if (/^(?:local_action|action)$/.test(name)) {
    const written = textAt(value, 'module') ?? /^\S+/.exec(stringOf(value) ?? '')?.[0] ?? '';
    const [, module] = moduleName.exec(written) ?? [];
    return module === undefined ? undefined : { module, args: value };
  }
  const [, module] = moduleName.exec(name) ?? [];
  if (module === undefined) return undefined;
  const args = value.kind === 'scalar' && value.value === null ? valueOf(owner, 'args') : value;
  return args && { module, args };
}

function isEndpointsKind(kind: string | undefined): boolean {
  return kind !== undefined && /^(?:Endpoints|endpoints|ep)$/.test(kind);
}

function argumentTask(module: string, args: Mapping, tree: SearchedTree): EndpointsTask | undefined {
  const kind = valueOf(args, 'kind');
  const version = textAt(args, 'api_version') ?? textAt(args, 'apiVersion') ?? 'v1';
  if (!kind || !isEndpointsKind(stringOf(kind)) || version !== 'v1') return undefined;
  const fields = textsAt(args, 'field_selectors') ?? [];
  const [named] = fields.flatMap((each) => /^metadata\.name=+(.+)$/.exec(each)?.[1] ?? []);
  return {
    module,
    span: tree.place(kind.span),
    name: textAt(args, 'name') ?? named ?? textAt(args, 'resource_definition', 'metadata', 'name'),
    namespace: textAt(args, 'namespace'),
    isObject: false,
    isSelecting: valueOf(args, 'label_selectors') !== undefined,
  };
}

/** `k8s_info: kind=Endpoints name=db`. */
function plainTasks(module: string, { span }: Value, tree: SearchedTree): readonly EndpointsTask[] {
  const source = tree.text.slice(span.start, span.end);
  const kind = /\bkind=["']?(?:Endpoints|endpoints|ep)\b/.exec(source);
  if (!kind) return [];
  const at = (name: string): string | undefined => new RegExp(`\\b${name}=["']?([\\w.-]+)`).exec(source)?.[1];
  if ((at('api_version') ?? 'v1') !== 'v1') return [];
  const start = span.start + kind.index;
  return [
    {
      module,
      span: tree.place({ start, end: start + kind[0].length }),
      name: /\bname=["']?[{]/.test(source) ? undefined : at('name'),
      namespace: at('namespace'),
      isObject: false,
      isSelecting: /\blabel_selectors=/.test(source),
    },
  ];
}

/** The objects of a definition: a mapping, a list, or a text. */
function definedTasks(module: string, value: Value, tree: SearchedTree, text: SearchedText): readonly EndpointsTask[] {
  if (value.kind === 'sequence') return value.items.flatMap((item) => definedTasks(module, item, tree, text));
  if (value.kind !== 'mapping')
    return treesInside(text, tree, value).flatMap((inner) => definedTasks(module, inner.root, inner, text));
  const items = valueOf(value, 'items');
  if (textAt(value, 'kind')?.endsWith('List') === true && items) return definedTasks(module, items, tree, text);
  const kind = valueOf(value, 'kind');
  if (!kind || stringOf(kind) !== 'Endpoints' || (textAt(value, 'apiVersion') ?? 'v1') !== 'v1') return [];
  const name = textAt(value, 'metadata', 'name');
  const namespace = textAt(value, 'metadata', 'namespace');
  return [{ module, span: tree.place(kind.span), name, namespace, isObject: true, isSelecting: false }];
}

const lookup =
  /\b(?:lookup|query|q)\(\s{0,50}["'](?:(?:kubernetes\.core|community\.kubernetes|community\.okd|redhat\.openshift)\.)?k8s["']([^()]{0,600})\)/g;

/** `lookup('kubernetes.core.k8s', kind='Endpoints')` in any text but comments. */
function lookupsIn({ text }: SearchedText): readonly EndpointsTask[] {
  if (!/\b(?:lookup|query|q)\(/.test(text)) return [];
  return [...text.matchAll(lookup)].flatMap(({ index, 0: all, 1: args = '' }) => {
    const kind = /\bkind\s?=\s?\\?["'](?:Endpoints|endpoints|ep)\b/.exec(args);
    if (!kind || /(?:^|\s)#/.test(text.slice(text.lastIndexOf('\n', index) + 1, index))) return [];
    const at = (name: string): string | undefined =>
      new RegExp(`\\b${name}\\s?=\\s?\\\\?["']([\\w.-]+)`).exec(args)?.[1];
    if ((at('api_version') ?? 'v1') !== 'v1') return [];
    const start = index + all.length - 1 - args.length + kind.index;
    const [name, namespace] = [at('resource_name'), at('namespace')];
    const span = { start, end: start + kind[0].length };
    const isSelecting = /\b(?:label|field)_selector\s?=/.test(args);
    return [{ module: 'lookup', span, name, namespace, isObject: false, isSelecting }];
  });
}

function readerOf(task: EndpointsTask, { uri, isTemplate }: SearchedText, estate: Estate): FoundReader {
  const { module, name, span, isObject } = task;
  const reach = taskReach(task, uri, estate);
  const object = name !== undefined && isWrittenName(name) ? ` ${quote(name)}` : '';
  const isReading = /_info$|_facts$|^lookup$/.test(module);
  const message = isObject
    ? `The task writes Endpoints${object}, which no conversion rewrites here. Write an EndpointSlice with the label kubernetes.io/service-name, and delete the Endpoints last.`
    : isReading
      ? `${module} reads Endpoints${object} and gets nothing ${reach.when === 'replaced' ? 'when EndpointSlices replace it' : 'once the cluster no longer writes it'}. Read EndpointSlice of discovery.k8s.io/v1 by the label kubernetes.io/service-name, and add up all slices.`
      : `${module} changes Endpoints${object}, which EndpointSlices replace. Change the EndpointSlices with the label kubernetes.io/service-name instead.`;
  const certainty = isTemplate || (task.isSelecting && reach.when === 'replaced') ? 'likely' : reach.certainty;
  return { ...reach, certainty, span, kind: 'ansible-info', change: 'person', message };
}

/** An object of a task is hand-written, though it is in no file of its own. */
function taskReach({ name, namespace, isObject }: EndpointsTask, uri: string, estate: Estate): Reach {
  const known = namespace !== undefined && isWrittenName(namespace) ? namespace : undefined;
  const written = name !== undefined && isWrittenName(name) ? name : '';
  const reach = namedReach(estate, uri, { name: written, namespace: known });
  if (written === '' || reach.when === 'replaced') return reach;
  const isWritten = isObject || writtenNames(estate).has(written);
  const shown = objectName({ namespace: known ?? '', name: written });
  return isWritten ? { for: [shown], objects: [], when: 'replaced', certainty: 'certain' } : reach;
}

const written = new WeakMap<Estate, ReadonlySet<string>>();

/** The names of the objects that tasks write. */
function writtenNames(estate: Estate): ReadonlySet<string> {
  const known = written.get(estate);
  if (known) return known;
  const names = new Set(
    estate.texts.flatMap((text) =>
      /\bk8s:/.test(text.text) && /\bEndpoints\b/.test(text.text)
        ? text.trees.flatMap((tree) =>
            tasksIn(tree, text).flatMap(({ isObject, name }) => (isObject ? (name ?? []) : [])),
          )
        : [],
    ),
  );
  written.set(estate, names);
  return names;
}
