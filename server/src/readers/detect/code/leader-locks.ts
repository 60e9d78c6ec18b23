/** Finds leader election that keeps its lock in Endpoints. */
import { argumentsIn, codeText } from './code-arguments.ts';
import { sightings, type CodeSighting } from './code-sighting.ts';
import { codeAt, isCode, textsLike, wordsLike, type CodeSource } from './code-source.ts';
import type { GoImports } from './go-imports.ts';

export function goLocks(source: CodeSource, imports: GoImports): readonly CodeSighting[] {
  const ofPackage = (at: number): boolean =>
    isCode(source, at - 1, '.') && imports.paths.get(codeAt(source, at - 2))?.endsWith('/resourcelock') === true;
  const named = wordsLike(source, /^(?:Endpoints(?:Leases)?ResourceLock|EndpointsLock)$/).flatMap((at) =>
    ofPackage(at) && (codeAt(source, at) !== 'EndpointsLock' || isCode(source, at + 1, '{'))
      ? [lock(at, codeAt(source, at))]
      : [],
  );
  const written = textsLike(source, /^endpoints(?:leases)?$/).flatMap((at) => {
    const value = source.tokens[at]?.value ?? '';
    const open = source.parents[at] ?? -1;
    const called = codeAt(source, open) === '(' ? codeAt(source, open - 1) : '';
    const isNew = /^New(?:FromKubeconfig)?$/.test(called) && ofPackage(open - 1) && open + 1 === at;
    const isField =
      /^[:=]$/.test(codeAt(source, at - 1)) &&
      /^(?:LeaderElectionResourceLock|ResourceLock)$/.test(codeAt(source, at - 2)) &&
      imports.isOfKubernetes;
    const isFlag =
      called !== '' &&
      argumentsIn(source, open).some((each) => codeText(source, each) === 'leader-elect-resource-lock');
    return isNew || isField || isFlag ? [lock(at, `"${value}"`)] : [];
  });
  return [...named, ...written];
}

/** `--leader-elect-resource-lock=endpoints` among the arguments of a container or a process. */
export function flagLocks(source: CodeSource): readonly CodeSighting[] {
  return textsLike(source, /^--?leader-elect(?:ion)?-resource-lock=endpoints(?:leases)?$/).map((at) =>
    lock(at, source.tokens[at]?.value ?? ''),
  );
}

/** The official client of Java. */
export function javaLocks(source: CodeSource): readonly CodeSighting[] {
  if (!source.text.includes('leaderelection.resourcelock')) return [];
  return wordsLike(source, /^EndpointsLock$/).flatMap((at) =>
    isCode(source, at - 1, 'new') && isCode(source, at + 1, '(') ? [lock(at, 'EndpointsLock')] : [],
  );
}

const sighting = sightings('leader-lock');

function lock(at: number, shown: string): CodeSighting {
  return sighting(at, shown, 'lock');
}
