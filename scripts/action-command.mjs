/**
 * For the GitHub action: prints the path of the command line to run. That is the build in the action's checkout, or the
 * package of its release, which is downloaded once a job. Needs no packages, and runs on every system with Node.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const installed = 'or set the input "command" to an installed "endpoints".';
const checkout = fileURLToPath(new URL('..', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node ${process.versions.node} is too old. Add the step actions/setup-node with Node 20.19 or newer.`);
const built = join(checkout, 'dist/cli.js');
writeSync(1, existsSync(built) ? built : releasedCommand());

function releasedCommand() {
  const { ENDPOINTS_ACTION_REF: ref = '', ENDPOINTS_ACTION_REPOSITORY: repository = '' } = process.env;
  const { GITHUB_SERVER_URL: server = 'https://github.com', RUNNER_TEMP: temporary = tmpdir() } = process.env;
  if (repository === '')
    fail(`The checkout of the action is not built. Run "npm ci" and "npm run build" in it first, ${installed}`);
  // A commit or a moving tag such as v1 has the release of the version that it contains. A branch may be ahead of it.
  if (!/^(?:v\d[\w.-]*|[0-9a-f]{40})$/.test(ref))
    fail(`"${ref}" of ${repository} is a branch without a release. Use a tag such as v0.1.0, ${installed}`);
  const { name, version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const folder = join(temporary, `${name}-${version}`);
  const command = join(folder, 'package/dist/cli.js');
  if (existsSync(command)) return command;
  const draft = mkdtempSync(`${folder}-`);
  const archive = `${name}-${version}.tgz`;
  for (const file of ['SHA256SUMS', archive])
    download(`${server}/${repository}/releases/download/v${version}/${file}`, join(draft, file));
  verify(draft, archive);
  mkdirSync(join(draft, 'unpacked'));
  run('tar', ['-xzf', `../${archive}`], join(draft, 'unpacked'), `Cannot unpack ${archive}`);
  renameSync(join(draft, 'unpacked'), folder);
  return command;
}

/** curl uses the proxy and the certificates of the runner, and each hosted runner has it. */
function download(url, file) {
  const options = ['--fail', '--silent', '--show-error', '--location', '--proto-redir', '=https', '--retry', '3'];
  run('curl', [...options, '--output', file, url], undefined, `Cannot download ${url}`);
}

function verify(folder, archive) {
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n');
  const expected = sums.map((line) => line.split(/ [ *]/)).find(([, file]) => file === archive)?.[0];
  if (expected === undefined) fail(`SHA256SUMS of the release has no line for ${archive}. Make the release again.`);
  const found = createHash('sha256')
    .update(readFileSync(join(folder, archive)))
    .digest('hex');
  if (found !== expected)
    fail(
      `${archive} has the SHA-256 ${found} instead of ${expected}. Run the job again; if it fails again, do not use the release.`,
    );
}

function run(command, args, cwd, problem) {
  const { status, error, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error?.code === 'ENOENT') fail(`${problem}: "${command}" is missing. Install it on the runner, ${installed}`);
  if (error) throw error;
  if (status !== 0) fail(`${problem}: ${stderr.trim()}. Check that this version has a release, ${installed}`);
}

function fail(message) {
  console.error(`endpoints: ${message}`);
  process.exit(2);
}
