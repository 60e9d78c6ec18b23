/** Finds the Endpoints that a program of Pulumi declares or gets, in every language of its SDK. */
import { anyTarget, argumentsIn, targetIn, codeText, type CodeArgument, type NamedTarget } from './code-arguments.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { codeAt, isCode, pathTo, textsLike, wordsLike, type CodeSource } from './code-source.ts';
import { goImports } from './go-imports.ts';
import { pythonImports } from './python-imports.ts';

const sdk: Readonly<Record<CodeSource['language'], RegExp>> = {
  typescript: /@pulumi\/kubernetes/,
  javascript: /@pulumi\/kubernetes/,
  python: /\bpulumi_kubernetes\b/,
  go: /pulumi-kubernetes\/sdk/,
  csharp: /\bPulumi\s*\.\s*Kubernetes\b/,
  java: /\bcom\s*\.\s*pulumi\s*\.\s*kubernetes\b/,
};

export function pulumiObjects(source: CodeSource): readonly CodeSighting[] {
  const { language, text } = source;
  if (!sdk[language].test(text)) return [];
  if (language === 'go') return goObjects(source);
  const isOurs = classTest(source);
  // By what follows, because the program may rename an import.
  return wordsLike(source, /./).flatMap((at) => {
    const isCall = codeAt(source, at + 1) === '(';
    const isLookup = /^[gG]et$/.test(codeAt(source, at + 2)) && isCode(source, at + 3, '(');
    // `Endpoints db = new("db", …)` of C#.
    const isShort = language === 'csharp' && isCode(source, at + 2, '=', 'new', '(');
    if (!isCall && !isLookup && !isShort) return [];
    const path = pathTo(source, at);
    if (!isOurs(path)) return [];
    const shown = path.join('.');
    if (isShort) return [object(source, at, at + 4, shown)];
    if (!isCall) return [lookup(source, at, at + 3, `${shown}.${codeAt(source, at + 2)}`)];
    const before = codeAt(source, at - path.length * 2 + 1);
    const isNew = language === 'python' ? before !== 'class' : before === 'new';
    return isNew ? [object(source, at, at + 1, shown)] : [];
  });
}

const sighting = sightings('program-object');

function object(source: CodeSource, at: number, open: number, shown: string): CodeSighting {
  return sighting(at, shown, 'object', targetIn(source, open, /^metadata$/i));
}

/** By the identifier: the second argument, `namespace/name`, also as `pulumi.ID("…")` or `Output.of("…")`. */
function lookup(source: CodeSource, at: number, open: number, shown: string): CodeSighting {
  const list = argumentsIn(source, open);
  const own = list.find(({ name }) => name === 'id') ?? list.filter(({ name }) => name === undefined)[1];
  return sighting(at, shown, 'read', targetOfId(source, own));
}

function targetOfId(source: CodeSource, argument: CodeArgument | undefined): NamedTarget {
  const written = argument && codeText(source, argument);
  const parts = written?.split('/') ?? [];
  const [namespace, name] = parts.length === 1 ? ['default', parts[0]] : parts;
  return name === undefined ? anyTarget : { name, namespace };
}

function goObjects(source: CodeSource): readonly CodeSighting[] {
  const { paths } = goImports(source);
  return wordsLike(source, /^(?:New|Get)Endpoints$/).flatMap((at) => {
    const path = paths.get(codeAt(source, at - 2)) ?? '';
    const isOurs = /\/pulumi-kubernetes\/sdk(?:\/v\d+)?\/go\/kubernetes\/core\/v1$/.test(path);
    if (!isOurs || !isCode(source, at - 1, '.') || codeAt(source, at + 1) !== '(') return [];
    const name = codeAt(source, at);
    if (name === 'NewEndpoints') return [object(source, at, at + 1, name)];
    const [, , id] = argumentsIn(source, at + 1);
    return [sighting(at, name, 'read', targetOfId(source, id))];
  });
}

/** Says whether a dotted name of the program is the class of the SDK. */
function classTest(source: CodeSource): (path: readonly string[]) => boolean {
  const { language, text } = source;
  if (language === 'python') {
    const imports = pythonImports(source);
    return ([head = '', ...rest]) =>
      [imports.get(head) ?? head, ...rest].join('.') === 'pulumi_kubernetes.core.v1.Endpoints';
  }
  if (language === 'java') {
    const isImported = /import\s+com\.pulumi\.kubernetes\.core\.v1\.(?:Endpoints|\*)\s*;/.test(text);
    return (path) =>
      path.join('.') === 'com.pulumi.kubernetes.core.v1.Endpoints' || (isImported && path.join('.') === 'Endpoints');
  }
  if (language === 'csharp') {
    const isUsed = /\busing\s+Pulumi\.Kubernetes\.Core\.V1\s*;/.test(text);
    const aliases = [...text.matchAll(/\busing\s+(\w+)\s*=\s*([\w.]+)\s*;/g)].map(
      ([, name = '', path = '']) => [name, path] as const,
    );
    const known = new Map(aliases);
    return ([head = '', ...rest]) => {
      const path = [known.get(head) ?? head, ...rest].join('.');
      return (isUsed && path === 'Endpoints') || /^(?:(?:Pulumi\.)?Kubernetes\.)?Core\.V1\.Endpoints$/.test(path);
    };
  }
  return scriptTest(source);
}

/** `k8s.core.v1.Endpoints`, `core.v1.Endpoints`, `v1.Endpoints` and `Endpoints`, by what the imports say. */
function scriptTest(source: CodeSource): (path: readonly string[]) => boolean {
  const names = new Map<string, string>();
  for (const at of textsLike(source, /^@pulumi\/kubernetes(?:\/|$)/)) {
    const [, folder = ''] = /^@pulumi\/kubernetes(?:\/(.*))?$/.exec(source.tokens[at]?.value ?? '') ?? [];
    const before = folder
      .replace(/(?:\/index)?(?:\.js)?$/, '')
      .split('/')
      .filter(Boolean)
      .join('.');
    addImports(source, at, before, names);
  }
  return ([head = '', ...rest]) => {
    const base = names.get(head);
    return base !== undefined && [base, ...rest].filter(Boolean).join('.') === 'core.v1.Endpoints';
  };
}

/** `import * as k8s from`, `import { core as c } from`, `import k8s from`, `const k8s = require(` and `const { core } = require(`. */
function addImports(source: CodeSource, at: number, before: string, names: Map<string, string>): void {
  const { statements } = source;
  let start = at;
  while (start > 0 && at - start < longestImport && !/^(?:import|const|let|var)$/.test(codeAt(source, start))) start--;
  if (statements[start] !== statements[at] || start === at) return;
  for (let each = start + 1; each < at; each++) {
    const name = codeAt(source, each);
    if (source.tokens[each]?.kind !== 'word' || /^(?:as|from|require|type)$/.test(name)) continue;
    const isInBraces = codeAt(source, source.parents[each] ?? -1) === '{';
    if (!isInBraces) names.set(name, before);
    else {
      const isRenamed = /^(?:as|:)$/.test(codeAt(source, each + 1));
      names.set(codeAt(source, isRenamed ? each + 2 : each), [before, name].filter(Boolean).join('.'));
      if (isRenamed) each += 2;
    }
  }
}

/** In tokens. */
const longestImport = 200;
