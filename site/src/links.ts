/** Resolves a link in a Markdown file of the project: to a page of the site, to the repository, or to nothing. */
import { posix } from 'node:path';
import { pageAddress, isFile, pageOf } from './pages.ts';

/** The `repository` of package.json. */
export type Repository = string | { readonly url: string } | undefined;

/**
 * Returns the link that the site shows for `target`, a link in `file`. Undefined if the site has no such page and there is
 * no repository: the words of the link are then plain text.
 */
export function resolveLink(target: string, file: string, repository: Repository): string | undefined {
  if (/^(?:[a-z][a-z+.-]*:|\/\/|#)/i.test(target)) return target;
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
  const to = posix.normalize(posix.join(posix.dirname(file), decodeURIComponent(path))).replace(/\/$/, '');
  // A folder with a README has its page.
  const page = [to, posix.join(to, 'README.md')].find((name) => pageOf(name) !== undefined && isFile(name));
  if (page !== undefined) return `${pageAddress(page) ?? ''}${hash}`;
  const url = repositoryUrl(repository);
  return url === undefined ? undefined : `${url}/blob/HEAD/${encodeURI(to)}${hash}`;
}

/** The web address of the repository: `git+https://host/owner/name.git` and `github:owner/name` are usual in package.json. */
export function repositoryUrl(repository: Repository): string | undefined {
  const written = typeof repository === 'string' ? repository : repository?.url;
  if (written === undefined) return undefined;
  const short = /^(?:(github|gitlab):)?([\w.-]+\/[\w.-]+)$/.exec(written);
  if (short) return `https://${short[1] ?? 'github'}.com/${short[2] ?? ''}`;
  const url = /^(?:git\+)?(?:https?|ssh|git):\/\/(?:[^@/]+@)?([^?#]+?)(?:\.git)?\/?$/.exec(written)?.[1];
  return url === undefined ? undefined : `https://${url}`;
}
