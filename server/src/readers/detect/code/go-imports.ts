/** Reads the imports of a Go file. */
import { memo } from '../../../text/memo.ts';
import { plainCodeText } from './code-constants.ts';
import { codeAt, isCode, type CodeSource } from './code-source.ts';

export interface GoImports {
  /** The paths by the names that the file has for them. */
  readonly paths: ReadonlyMap<string, string>;
  /** True for a name of the package that holds the types of core/v1. */
  readonly isCore: (name: string) => boolean;
  /** True where the file imports a package of Kubernetes. */
  readonly isOfKubernetes: boolean;
}

const core =
  /^k8s\.io\/(?:api\/core\/v1|client-go\/pkg\/api\/v1|kubernetes\/pkg\/api(?:\/v1)?|kubernetes\/pkg\/apis\/core(?:\/v1)?)$/;

export const goImports = memo((source: CodeSource): GoImports => {
  const paths = new Map<string, string>();
  const { tokens } = source;
  for (let at = 0; at < tokens.length && !/^(?:func|type|var)$/.test(codeAt(source, at)); at++) {
    if (codeAt(source, at) !== 'import') continue;
    const open = isCode(source, at + 1, '(') ? at + 1 : undefined;
    const end = open === undefined ? at + 3 : (source.partners[open] ?? tokens.length);
    for (let each = at + 1; each < end; each++) {
      const token = tokens[each];
      const path = token && plainCodeText(token);
      if (path === undefined) continue;
      const alias = tokens[each - 1]?.kind === 'word' && each - 1 > at ? codeAt(source, each - 1) : undefined;
      paths.set(alias ?? packageOf(path), path);
      if (open === undefined) break;
    }
  }
  return {
    paths,
    isCore: (name) => core.test(paths.get(name) ?? ''),
    isOfKubernetes: [...paths.values()].some((path) => /^(?:sigs\.)?k8s\.io\//.test(path)),
  };
});

/** A package is called as its folder, without the version of a module. */
function packageOf(path: string): string {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  const isModule = /^v\d+$/.test(last) && /^(?:github|gitlab|bitbucket)\./.test(path) && !path.includes('/kubernetes/');
  return ((isModule ? parts.at(-2) : last) ?? last).replace(/\.v\d+$/, '').replace(/^go-/, '');
}
