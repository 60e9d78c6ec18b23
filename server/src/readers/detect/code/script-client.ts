/** Finds uses of Endpoints by the clients for JavaScript and TypeScript: the official one and that of GoDaddy. */
import type { Estate } from '../../estate.ts';
import { namedText, placedText, targetIn } from './code-arguments.ts';
import { methodCalls } from './client-methods.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { calledBefore, codeAt, isCode, pathTo, textsLike, wordsLike, type CodeSource } from './code-source.ts';

export function scriptClientUses(source: CodeSource, estate: Estate): readonly CodeSighting[] {
  const isClient = textsLike(source, /^@kubernetes\/client-node(?:\/|$)/).length > 0;
  const calls = methodCalls(source, estate, { kind, isClient, words: /Endpoints/, marks: /^\??\.$/ });
  const isOther = textsLike(source, /^kubernetes-client(?:\/|$)/).length > 0;
  const chained = isOther ? wordsLike(source, /^endpoints$/).flatMap((at) => chainUse(source, at) ?? []) : [];
  if (!isClient) return [...calls, ...chained];
  const found = [
    ...calls,
    ...chained,
    ...wordsLike(source, /^V1Endpoints(?:List)?$/).flatMap((at) => modelUse(source, at) ?? []),
    ...textsLike(source, /\/api\/v1\/.*endpoints/).flatMap((at) => pathUse(source, at) ?? []),
  ];
  const isWritten = found.some(({ access }) => access === 'write');
  return isWritten
    ? found
    : [...found, ...textsLike(source, /^Endpoints$/).flatMap((at) => objectUse(source, at) ?? [])];
}

const kind = 'js-client';
const sighting = sightings(kind);

/** `new V1Endpoints()`, and an object of this type: `const a: V1Endpoints = {…}`, `{…} as V1Endpoints`. */
function modelUse(source: CodeSource, at: number): CodeSighting | undefined {
  const path = pathTo(source, at);
  const start = at - (path.length - 1) * 2;
  const before = codeAt(source, start - 1);
  const shown = path.join('.');
  if (before === 'new' && codeAt(source, at + 1) === '(') return sighting(at, `new ${shown}`, 'write');
  const value = isCode(source, at + 1, '=', '{') ? at + 2 : undefined;
  const isCast = /^(?:as|satisfies)$/.test(before) && codeAt(source, start - 2) === '}';
  const open = isCast ? source.partners[start - 2] : before === ':' ? value : undefined;
  if (open === undefined) return undefined;
  return sighting(at, shown, 'write', targetIn(source, open, /^metadata$/));
}

/** `makeInformer(kc, '/api/v1/…/endpoints', …)`, and a watch, which is a request to this path. */
function pathUse(source: CodeSource, at: number): CodeSighting | undefined {
  const value = source.tokens[at]?.value ?? '';
  const [, namespace, name] =
    /^\/api\/v1\/(?:watch\/)?(?:namespaces\/([^/]+)\/)?endpoints(?:\/([^/?]+))?(?:\?|$)/.exec(value) ?? [];
  const open = source.parents[at] ?? -1;
  const called = codeAt(source, open - 1);
  if (!/\/endpoints(?:[/?]|$)/.test(value) || codeAt(source, open) !== '(') return undefined;
  const written = (part: string | undefined): string | undefined => (part && !/[${}]/.test(part) ? part : undefined);
  const target = { name: written(name), namespace: written(namespace) };
  if (/^(?:makeInformer|ListWatch)$/.test(called)) return sighting(at, called, 'watch', target);
  if (called !== 'watch') return undefined;
  return { at, kind: 'api-path', shown: 'Watch.watch', access: 'watch', target };
}

/** `client.api.v1.namespaces('shop').endpoints('db').get()`. */
function chainUse(source: CodeSource, at: number): CodeSighting | undefined {
  if (!isCode(source, at - 1, '.')) return undefined;
  const before = calledBefore(source, at);
  const owner = pathTo(source, before < 0 ? at : before);
  const isOfClient = owner.includes('v1') && (before < 0 || /^(?:namespaces?|ns)$/.test(codeAt(source, before)));
  if (!isOfClient) return undefined;
  const textIn = (open: number): string | undefined =>
    codeAt(source, open) === '(' ? placedText(source, open) : undefined;
  return sighting(at, 'endpoints', 'read', {
    name: textIn(at + 1),
    namespace: before < 0 ? undefined : textIn(before + 1),
  });
}

/** `{ apiVersion: 'v1', kind: 'Endpoints' }` for the client of objects. */
function objectUse(source: CodeSource, at: number): CodeSighting | undefined {
  const open = source.parents[at] ?? -1;
  const isKind = codeAt(source, at - 1) === ':' && source.tokens[at - 2]?.value === 'kind';
  if (codeAt(source, open) !== '{' || !isKind || namedText(source, open, 'apiversion') !== 'v1') return undefined;
  const target = targetIn(source, open, /^metadata$/);
  return sighting(at, "kind: 'Endpoints'", 'read', target);
}
