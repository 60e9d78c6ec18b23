/** Finds uses of Endpoints by the clients for Python: the official one, kubernetes_asyncio, kopf, pykube, kr8s and lightkube. */
import type { Estate } from '../../estate.ts';
import { argumentsIn, namedText, targetIn, codeText, type NamedTarget } from './code-arguments.ts';
import { methodCalls } from './client-methods.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { codeAt, isCode, pathTo, textsLike, wordsLike, type CodeSource } from './code-source.ts';
import { pythonImports } from './python-imports.ts';

const clients = /^(?:kubernetes|kubernetes_asyncio|openshift|pykube|kr8s|lightkube|kopf|ocp_resources)(?:\.|$)/;

export function pythonClientUses(source: CodeSource, estate: Estate): readonly CodeSighting[] {
  const imports = pythonImports(source);
  const paths = [...imports.values()];
  const isClient = paths.some((path) => clients.test(path));
  const calls = methodCalls(source, estate, { kind, isClient, words: /endpoints/, marks: /^\.$/ });
  if (!isClient) return calls;
  const aliases = new Set([...imports].flatMap(([name, path]) => (/\.(?:V1)?Endpoints?$/.test(path) ? [name] : [])));
  const others = [
    ...wordsLike(source, /^(?:V1Endpoints(?:List)?|Endpoints?)$/, aliases).flatMap(
      (at) => modelUse(source, imports, at) ?? [],
    ),
    ...textsLike(source, /^(?:endpoints|Endpoints|endpoint|ep)$/).flatMap((at) => namedUse(source, imports, at) ?? []),
  ];
  const all = [...calls, ...others];
  return all.length > 0 ? all : textsLike(source, /^Endpoints$/).flatMap((at) => objectUse(source, at) ?? []);
}

const kind = 'python-client';
const sighting = sightings(kind);

/** `client.V1Endpoints(…)`, `Endpoints.get(…)` of kr8s, `client.get(Endpoints, …)` of lightkube and `Endpoint.objects(…)` of pykube. */
function modelUse(source: CodeSource, imports: ReadonlyMap<string, string>, at: number): CodeSighting | undefined {
  const written = pathTo(source, at);
  const [head = ''] = written;
  const path = [imports.get(head) ?? head, ...written.slice(1)].join('.');
  const next = codeAt(source, at + 1);
  const shown = written.join('.');
  if (/(?:^|\.)V1Endpoints(?:List)?$/.test(path)) {
    if (!/^(?:kubernetes|kubernetes_asyncio)\./.test(path) && !(written.length === 2 && next === '(')) return undefined;
    const target = targetIn(source, at + 1, /^metadata$/);
    return next === '(' && !isClass(source, at) ? sighting(at, shown, 'write', target) : undefined;
  }
  if (
    !/^(?:kr8s\.(?:asyncio\.)?objects\.Endpoints|pykube\.(?:objects\.)?Endpoint|lightkube\..*\.Endpoints|ocp_resources\.\w+\.Endpoints)$/.test(
      path,
    )
  )
    return undefined;
  const open = source.parents[at] ?? -1;
  const isPassed =
    codeAt(source, open) === '(' &&
    /^(?:get|list|watch|create|delete|patch|apply|replace|set|wait)$/.test(codeAt(source, open - 1));
  if (isPassed && /^[,)]$/.test(next)) {
    const verb = codeAt(source, open - 1);
    const access = verb === 'watch' ? 'watch' : /^(?:get|list|wait)$/.test(verb) ? 'read' : 'write';
    return sighting(at, `${verb}(${shown})`, access, textsAt(source, open));
  }
  if (next === '.' && isCode(source, at + 3, '(')) {
    const [first] = argumentsIn(source, at + 3);
    const target = textsAt(source, at + 3);
    const name =
      target.name ??
      (first && first.name === undefined && path.startsWith('kr8s') ? codeText(source, first) : undefined);
    return sighting(at, `${shown}.${codeAt(source, at + 2)}`, 'read', { ...target, name });
  }
  return next === '(' ? sighting(at, shown, 'write', targetIn(source, at + 1, /^metadata$/)) : undefined;
}

function isClass(source: CodeSource, at: number): boolean {
  return codeAt(source, at - 1) === 'class' || codeAt(source, at - 1) === 'def';
}

function textsAt(source: CodeSource, open: number): NamedTarget {
  return { name: namedText(source, open, 'name'), namespace: namedText(source, open, 'namespace') };
}

/** A call that has the resource as a text: of the dynamic client, of kopf and of kr8s. */
function namedUse(source: CodeSource, imports: ReadonlyMap<string, string>, at: number): CodeSighting | undefined {
  const open = source.parents[at] ?? -1;
  if (codeAt(source, open) !== '(') return undefined;
  const written = pathTo(source, open - 1);
  const head = imports.get(written[0] ?? '') ?? '';
  const list = argumentsIn(source, open);
  const own = list.find(({ from }) => from === at);
  const value = source.tokens[at]?.value ?? '';
  if (!own) return undefined;
  if (written.slice(-2).join('.') === 'resources.get') {
    const version = list.find(({ name }) => name === 'api_version');
    const isFitting = (own.name === 'kind' && value === 'Endpoints') || (own.name === 'name' && value === 'endpoints');
    const isCore = !version || codeText(source, version) === 'v1';
    return isFitting && isCore ? sighting(at, `resources.get(kind="Endpoints")`, 'read') : undefined;
  }
  if (/^kopf(?:\.|$)/.test(head) && codeAt(source, open - written.length * 2) === '@') {
    const texts = list.filter(({ name }) => name === undefined).map((each) => codeText(source, each));
    const group = [namedText(source, open, 'group') ?? '', ...texts.slice(0, -1)];
    const isLast = own.name === undefined ? list.indexOf(own) === texts.length - 1 : /^(?:kind|plural)$/.test(own.name);
    const isCore = group.every((each) => each === '' || each === 'v1');
    return isLast && isCore ? sighting(at, `@${written.join('.')}("${value}")`, 'watch') : undefined;
  }
  const isKr8s = /^kr8s(?:\.|$)/.test(head) && /^(?:get|async_get|watch|async_watch)$/.test(written.at(-1) ?? '');
  if (!isKr8s || list[0] !== own) return undefined;
  const second = list[1]?.name === undefined ? list[1] : undefined;
  const target = { name: second && codeText(source, second), namespace: namedText(source, open, 'namespace') };
  return sighting(at, `${written.join('.')}("${value}")`, 'read', target);
}

/** `{"apiVersion": "v1", "kind": "Endpoints"}`, where no call says more. */
function objectUse(source: CodeSource, at: number): CodeSighting | undefined {
  const open = source.parents[at] ?? -1;
  const [kind, version] = [namedText(source, open, 'kind'), namedText(source, open, 'apiversion')];
  const isOwn = codeAt(source, open) === '{' && kind === 'Endpoints' && version === 'v1' && isKey(source, at);
  return isOwn ? sighting(at, '"kind": "Endpoints"', 'write') : undefined;
}

function isKey(source: CodeSource, at: number): boolean {
  return codeAt(source, at - 1) === ':' && source.tokens[at - 2]?.value === 'kind';
}
