/** Finds uses of Endpoints by the clients for Java: that of fabric8 and the official one. */
import { folderOf } from '../../../analysis/workspace/placement.ts';
import type { Estate } from '../../estate.ts';
import type { SearchedText } from '../../searched-text.ts';
import { placedText, type NamedTarget } from './code-arguments.ts';
import { methodCalls } from './client-methods.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { calledBefore, chainAfter, codeAt, isCode, pathTo, wordsLike, type CodeSource } from './code-source.ts';

export function javaClientUses(source: CodeSource, text: SearchedText, estate: Estate): readonly CodeSighting[] {
  const imports = importsOf(source);
  const isOfficial = imports.some((path) => path.startsWith('io.kubernetes.client.'));
  const isFabric = imports.some((path) => /^io\.fabric8\.(?:kubernetes|openshift)\./.test(path));
  const official = [
    ...methodCalls(source, estate, { kind, isClient: isOfficial, words: /Endpoints/, marks: /^(?:\.|::)$/ }),
    ...(isOfficial ? wordsLike(source, /^V1Endpoints(?:List|Builder)?$/) : []).flatMap((at) => modelUses(source, at)),
  ];
  if (!isFabric) return official;
  return [
    ...official,
    ...wordsLike(source, /^endpoints$/).flatMap((at) => fabricCall(source, at) ?? []),
    ...wordsLike(source, /^Endpoints(?:Builder)?$/).flatMap((at) =>
      isFabricModel(source, imports, at, text, estate) ? modelUses(source, at) : [],
    ),
  ];
}

const kind = 'java-client';
const sighting = sightings(kind);

function importsOf(source: CodeSource): readonly string[] {
  return wordsLike(source, /^import$/).flatMap((at) => {
    const parts: string[] = [];
    // Kotlin ends an import with its line.
    const end = source.text.indexOf('\n', source.tokens[at]?.start ?? 0);
    for (let each = at + 1; codeAt(source, each) !== ';'; each++) {
      const token = source.tokens[each];
      if (!token || (end >= 0 && token.start > end)) break;
      parts.push(codeAt(source, each));
    }
    return parts.join('').replace(/^static/, '');
  });
}

const operations =
  /^(?:in(?:Any)?Namespace|with\w+|list|watch|inform\w*|resources?|load|items?|create\w*|delete|createOr\w+|serverSideApply|runnableInformer)$/;

/** `client.endpoints().inNamespace("shop").withName("db").get()`. */
function fabricCall(source: CodeSource, at: number): CodeSighting | undefined {
  if (!isCode(source, at - 1, '.') || !isCode(source, at + 1, '(', ')')) return undefined;
  const chain = chainAfter(source, at + 1);
  const before = calledBefore(source, at);
  const owner = codeAt(source, before < 0 ? at - 2 : before);
  const isClient = /client|kube|k8s|openshift|^oc$/i.test(owner);
  if (!(chain[0] ? operations.test(chain[0].name) : isClient)) return undefined;
  return sighting(at, `${owner}.endpoints()`, accessOfChain(chain), targetOfChain(source, chain));
}

type Chain = ReturnType<typeof chainAfter>;

function accessOfChain(chain: Chain): CodeSighting['access'] {
  if (chain.some(({ name }) => /^(?:create|replace|patch|edit|delete|update|serverSideApply)/.test(name)))
    return 'write';
  return chain.some(({ name }) => /^(?:watch|inform|runnableInformer)/.test(name)) ? 'watch' : 'read';
}

function targetOfChain(source: CodeSource, chain: Chain): NamedTarget {
  const textIn = (name: string): string | undefined =>
    placedText(source, chain.find((each) => each.name === name)?.open ?? -1);
  return { name: textIn('withName'), namespace: textIn('inNamespace') };
}

/** Whether the name is the class of fabric8: by a whole import, or by one of the package where the own package has none. */
function isFabricModel(
  source: CodeSource,
  imports: readonly string[],
  at: number,
  text: SearchedText,
  estate: Estate,
): boolean {
  const path = pathTo(source, at);
  const name = path.at(-1) ?? '';
  const full = `io.fabric8.kubernetes.api.model.${name}`;
  if (path.length > 1) return path.join('.') === full;
  if (imports.includes(full)) return true;
  if (!imports.includes('io.fabric8.kubernetes.api.model.*')) return false;
  const own = `${folderOf(text.path)}/${name}.java`;
  const isShadowed = estate.texts.some((each) => each.path === own || each.path === own.replace(/^\//, ''));
  return !isShadowed && !imports.some((each) => each.endsWith(`.${name}`));
}

/** A function, or a class with its constructor in its head. */
function isKotlin({ text }: CodeSource): boolean {
  return /^\s*(?:\w+ )*fun\b|^\s*(?:\w+ )*class \w+\(/m.test(text);
}

/** `new V1Endpoints()`, `new EndpointsBuilder()` and `Endpoints.class` in a call. */
function modelUses(source: CodeSource, at: number): readonly CodeSighting[] {
  const path = pathTo(source, at);
  const name = path.at(-1) ?? '';
  const start = at - (path.length - 1) * 2;
  if (codeAt(source, start - 1) === 'new' && codeAt(source, at + 1) === '(')
    return [sighting(at, `new ${name}`, 'write', builtTarget(source, at + 1))];
  // Kotlin has no `new`.
  if (/^(?:V1)?EndpointsBuilder$/.test(name) && isCode(source, at + 1, '(', ')') && isKotlin(source))
    return [sighting(at, name, 'write', builtTarget(source, at + 1))];
  const around = source.parents[at] ?? -1;
  const isClass =
    (isCode(source, at + 1, '.', 'class') || isCode(source, at + 1, '::', 'class')) && codeAt(source, around) === '(';
  if (!isClass || name.endsWith('List')) return [];
  const called = codeAt(source, around - 1);
  if (called === '>' || /^[A-Z]/.test(called)) return [sighting(at, `${name}.class`, 'read')];
  if (
    /^(?:resources|sharedIndexInformerFor|getExistingSharedIndexInformer|customResources|inform\w*|load)$/.test(called)
  ) {
    const chain = chainAfter(source, around);
    const access = called === 'resources' ? accessOfChain(chain) : 'watch';
    return [sighting(at, `${called}(${name}.class)`, access, targetOfChain(source, chain))];
  }
  return [];
}

/** `new EndpointsBuilder().withNewMetadata().withName("db").withNamespace("shop")…`. */
function builtTarget(source: CodeSource, open: number): NamedTarget {
  const chain = chainAfter(source, open);
  const start = chain.findIndex(({ name }) => /^with(?:New)?Metadata$/.test(name));
  const end = chain.findIndex(({ name }) => name === 'endMetadata');
  const textIn = (name: string): string | undefined => {
    const call =
      start < 0 ? undefined : chain.slice(start, end < 0 ? undefined : end).find((each) => each.name === name);
    return placedText(source, call?.open ?? -1);
  };
  return { name: textIn('withName'), namespace: textIn('withNamespace') };
}
