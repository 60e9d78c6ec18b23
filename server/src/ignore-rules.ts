/** Reading .gitignore for the server's platforms. */
import ignore from 'ignore';
import type { Host } from './lsp/host.ts';

export const ignoreRules: Host['ignoreRules'] = (lines) => {
  const rules = ignore().add(lines);
  return (path) => {
    if (!ignore.isPathValid(path)) return undefined;
    const { ignored, unignored } = rules.test(path);
    return ignored || unignored ? ignored : undefined;
  };
};
