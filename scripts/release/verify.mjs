/**
 * Verifies that a tag can be released, and prints what the jobs of the release need: `node scripts/release/verify.mjs v1.2.3`.
 * A branch, as in `refs/heads/main`, is for a dry run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, repositoryOf } from '../repository.mjs';
import { root } from '../setup.mjs';
import { sectionOf } from './changelog.mjs';

const [ref = ''] = process.argv.slice(2);
const tag = ref.replace(/^refs\/tags\//, '');
const manifest = readManifest();
const { version } = manifest;
const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).version;
const repository = repositoryOf(manifest);
const slug = repository && `${repository.owner}/${repository.name}`;
const { GITHUB_REPOSITORY: runsIn = slug } = process.env;

const problems = [
  // The Marketplace takes no suffix such as -rc.1.
  /^\d+\.\d+\.\d+$/.test(version) || `package.json has the version ${version}. Use three numbers, such as 1.2.3.`,
  locked === version || `package-lock.json has the version ${locked}. Run npm install.`,
  ref.startsWith('refs/heads/') ||
    tag === `v${version}` ||
    `The tag "${tag}" is not the version of package.json. Use v${version}.`,
  repository !== undefined || 'package.json has no repository. Run npm run repository -- OWNER/NAME.',
  slug === runsIn || `package.json names ${slug}, but this is ${runsIn}. Run npm run repository -- ${runsIn}.`,
  problemOf(() => sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)),
].filter((each) => each !== true);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`version=${version}\nimage=${repository.image}\nsite-base=${repository.siteBase}`);

function problemOf(check) {
  try {
    check();
    return true;
  } catch (error) {
    return error.message;
  }
}
