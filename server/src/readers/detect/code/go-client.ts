/** Finds uses of Endpoints by clients, informers and listers of client-go, by controller-runtime and by dynamic clients. */
import { memo } from '../../../text/memo.ts';
import { argumentsIn, codeText, placedText } from './code-arguments.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import {
  calledBefore,
  chainAfter,
  codeAt,
  isCode,
  pathTo,
  textsLike,
  wordsLike,
  type ChainedCall,
  type CodeSource,
} from './code-source.ts';
import { goResourceUses } from './go-resources.ts';
import { goTypeUses } from './go-types.ts';
import type { GoImports } from './go-imports.ts';

export function goClientUses(source: CodeSource, imports: GoImports): readonly CodeSighting[] {
  const calls = [
    ...wordsLike(source, /^Endpoints$/).flatMap((at) => clientCall(source, imports, at) ?? []),
    ...wordsLike(source, /^New(?:Filtered)?Endpoints(?:Informer|Lister)$/).flatMap((at) => {
      const path = imports.paths.get(codeAt(source, at - 2)) ?? '';
      const isOurs = isCode(source, at - 1, '.') && /^k8s\.io\/client-go\/(?:informers|listers)\/core\/v1$/.test(path);
      return isOurs ? [sighting(at, codeAt(source, at), 'watch')] : [];
    }),
    ...wordsLike(source, /^Get$/).flatMap((at) => {
      const path = imports.paths.get(codeAt(source, at - 2)) ?? '';
      return isCode(source, at - 1, '.') && path.endsWith('/informers/core/v1/endpoints')
        ? [sighting(at, `${codeAt(source, at - 2)}.Get`, 'watch')]
        : [];
    }),
    ...textsLike(source, /^endpoints$/).flatMap((at) => restCall(source, at) ?? []),
    ...informerUses(source, imports),
    ...listerUses(source, imports),
  ];
  return [...calls, ...goTypeUses(source, imports), ...goResourceUses(source, imports)];
}

const sighting = sightings('go-client');

const verbs = /^(?:Get|List|Watch|Create|Update|UpdateStatus|Patch|Apply|Delete|DeleteCollection)$/;

function goAccess(verb: string): CodeSighting['access'] {
  if (/^(?:Create|Update|Patch|Apply|Delete)/.test(verb)) return 'write';
  return /^(?:Watch|Informer|Lister)/.test(verb) ? 'watch' : 'read';
}

/** `c.CoreV1().Endpoints(ns).Get(…)`, `f.Core().V1().Endpoints().Informer()` and the same on a part of it. */
function clientCall(source: CodeSource, imports: GoImports, at: number): CodeSighting | undefined {
  if (!isCode(source, at - 1, '.') || !isCode(source, at + 1, '(')) return undefined;
  const isApplied = imports.paths.get(codeAt(source, at - 2)) === 'k8s.io/client-go/applyconfigurations/core/v1';
  if (isApplied) {
    const target = { name: placedText(source, at + 1), namespace: placedText(source, at + 1, 1) };
    return sighting(at, `${codeAt(source, at - 2)}.Endpoints`, 'write', target);
  }
  const chain = chainAfter(source, at + 1);
  const owner = ownerOf(source, imports, at, chain);
  if (owner === undefined) return undefined;
  const verb = chain.find(({ name }) => verbs.test(name) || /^(?:Informer|Lister)$/.test(name));
  return sighting(at, `${owner}Endpoints${verb ? `.${verb.name}` : ''}`, goAccess(verb?.name ?? ''), {
    namespace: placedText(source, at + 1),
    name: verb && nameFor(source, verb),
  });
}

/** What the call is made on, for the message; undefined for anything but a client of Kubernetes. */
function ownerOf(
  source: CodeSource,
  imports: GoImports,
  at: number,
  chain: readonly ChainedCall[],
): string | undefined {
  const before = calledBefore(source, at);
  const called = codeAt(source, before);
  if (called === 'CoreV1') return 'CoreV1().';
  if (called === 'V1' && codeAt(source, calledBefore(source, before)) === 'Core') return 'Core().V1().';
  if (called === 'Core') return imports.isOfKubernetes ? 'Core().' : undefined;
  const receiver = before < 0 ? codeAt(source, at - 2) : called;
  if (!imports.isOfKubernetes || imports.paths.has(receiver)) return undefined;
  const [first] = chain;
  const isLister = /lister$/i.test(receiver) && /^(?:Get|List)$/.test(first?.name ?? '');
  const isClient = first !== undefined && verbs.test(first.name) && hasOptions(source, imports, first.open);
  return isLister || isClient || typedClients(source).has(receiver) ? `${receiver}.` : undefined;
}

/** `metav1.GetOptions{}` is what only a client of Kubernetes takes. */
function hasOptions(source: CodeSource, imports: GoImports, open: number): boolean {
  return argumentsIn(source, open).some(({ from, to }) => {
    for (let at = from; at < Math.min(to, from + 4); at++) {
      if (!/^(?:Get|List|Create|Update|Patch|Apply|Delete)Options$/.test(codeAt(source, at))) continue;
      const path = imports.paths.get(codeAt(source, at - 2)) ?? '';
      if (path === 'k8s.io/apimachinery/pkg/apis/meta/v1' || imports.isCore(codeAt(source, at - 2))) return true;
    }
    return false;
  });
}

/** The names that hold a client of core/v1, by what is assigned to them or by their types. */
const typedClients = memo((source: CodeSource): ReadonlySet<string> => {
  const assigned = wordsLike(source, /^(?:CoreV1|V1)$/).flatMap((at) => {
    const isWhole = isCode(source, at + 1, '(', ')') && !isCode(source, at + 3, '.');
    const isCore = codeAt(source, at) === 'CoreV1' || codeAt(source, calledBefore(source, at)) === 'Core';
    if (!isWhole || !isCore) return [];
    const { statements } = source;
    for (let back = at; back > 0 && statements[back] === statements[at] && back > at - 20; back--) {
      if (/^:?=$/.test(codeAt(source, back))) return codeAt(source, back - 1);
    }
    return [];
  });
  const typed = wordsLike(source, /^(?:CoreV1Interface|CoreV1Client|EndpointsGetter)$/).flatMap((at) => {
    const start = isCode(source, at - 1, '.') ? at - 2 : at;
    const name = isCode(source, start - 1, '*') ? start - 2 : start - 1;
    return source.tokens[name]?.kind === 'word' ? [codeAt(source, name)] : [];
  });
  return new Set([...assigned, ...typed]);
});

/** `Get(ctx, "db", …)`, or `Get("db", …)` of old clients. */
function nameFor(source: CodeSource, { name, open }: ChainedCall): string | undefined {
  if (!/^(?:Get|Delete|Patch)$/.test(name)) return undefined;
  const texts = argumentsIn(source, open).map((each) => codeText(source, each));
  return texts.slice(0, 2).find((each) => each !== undefined);
}

/** `NewListWatchFromClient(c, "endpoints", …)` and `RESTClient().Get().Resource("endpoints")`. */
function restCall(source: CodeSource, at: number): CodeSighting | undefined {
  const open = source.parents[at] ?? -1;
  const called = codeAt(source, open - 1);
  if (/^New(?:Filtered)?ListWatchFromClient$/.test(called)) {
    const target = { name: undefined, namespace: placedText(source, open, 2) };
    return sighting(at, `${called} of "endpoints"`, 'watch', target);
  }
  if (called !== 'Resource') return undefined;
  for (let before = calledBefore(source, open - 1), i = 0; before >= 0 && i < 12; i++) {
    if (codeAt(source, before) === 'RESTClient') return sighting(at, 'RESTClient().Resource("endpoints")', 'read');
    before = calledBefore(source, before);
  }
  return undefined;
}

/** The first use of a parameter or field that is an informer of Endpoints. */
function informerUses(source: CodeSource, imports: GoImports): readonly CodeSighting[] {
  const names = wordsLike(source, /^EndpointsInformer$/).flatMap((at) => {
    const isOurs = imports.paths.get(codeAt(source, at - 2)) === 'k8s.io/client-go/informers/core/v1';
    return isOurs && source.tokens[at - 3]?.kind === 'word' ? [codeAt(source, at - 3)] : [];
  });
  return [...new Set(names)].slice(0, mostNames).flatMap((name) => {
    const at = source.tokens.findIndex(
      (token, each) =>
        token.kind === 'word' && token.value === name && /^(?:Informer|Lister)$/.test(codeAt(source, each + 2)),
    );
    return at < 0 || !isCode(source, at + 1, '.') ? [] : [sighting(at, `${name}.${codeAt(source, at + 2)}`, 'watch')];
  });
}

const mostNames = 20;

/** `c.endpointsLister.List(labels.Everything())`. */
function listerUses(source: CodeSource, imports: GoImports): readonly CodeSighting[] {
  if (!imports.isOfKubernetes || source.text.includes('EndpointSlice')) return [];
  return wordsLike(source, /^endpoints?Lister$/i).flatMap((at) =>
    isCode(source, at + 1, '.', 'List', '(') ? [sighting(at, `${pathTo(source, at).join('.')}.List`, 'read')] : [],
  );
}
