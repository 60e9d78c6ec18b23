/** Reads the repository's name from `repository` in package.json, the only place that has it. Without the field, nothing is published. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const address = /^(?:git\+)?https:\/\/github\.com\/([A-Za-z\d-]+)\/([\w.-]+?)(?:\.git)?$/;

/** Returns undefined until the name is set. */
export function repositoryOf({ repository }) {
  if (repository === undefined) return undefined;
  const [, owner, name] = address.exec(repository.url) ?? [];
  if (name === undefined)
    throw new Error(`"${repository.url}" in package.json is not a repository on GitHub. Use npm run repository.`);
  const url = `https://github.com/${owner}/${name}`;
  return {
    owner,
    name,
    url,
    /** Where GitHub Pages serves the site, and the base path of its links. */
    site: `https://${owner.toLowerCase()}.github.io/${name}/`,
    siteBase: `/${name}/`,
    /** Names of images have no capital letters. */
    image: `ghcr.io/${owner}/${name}`.toLowerCase(),
  };
}

export function readManifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** The value of the field. */
export function fieldOf(owner, name) {
  return { type: 'git', url: `git+https://github.com/${owner}/${name}.git` };
}
