/** Measures kustomizations: the build of 300 over 40 bases, a check of them, and a keystroke in a base. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Builder } from '../server/src/kustomize/build.ts';
import { printBuild } from '../server/src/kustomize/print.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import type { BuildFiles } from '../server/src/tree/built.ts';
import { inFolder } from './at-end.ts';
import { startIndexed, crossTypist } from './across-files.ts';
import { median, paired, repeatedTimes, runNode, type Bench } from './measure.ts';
import { row, type BenchRow } from './row.ts';
import { deploymentText, manifestText, serviceText } from './texts.ts';

const bases = 40;
const overlays = 300;

export function builds(bench: Bench): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    const [ours, plain] = [join(folder, 'kustomized'), join(folder, 'plain')];
    const texts = kustomizations();
    write(ours, texts);
    const builder = new Builder(filesOf(texts));
    write(plain, new Map(overlayNames().map((name) => [`${name}/all.yaml`, printBuild(builder.build(name).objects).text]))); // prettier-ignore
    const rounds = bench.isQuick ? 2 : 15;
    const [built, read] = paired(
      () => {
        const builder = new Builder(filesOf(texts));
        for (const name of overlayNames()) if (builder.build(name).failure) throw new Error(`${name} is not built.`);
      },
      () => texts.forEach((text, path) => readFile(path, text, { isPartial: false })),
      rounds,
    );
    const cli = join(bench.dist, 'cli.js');
    const [checked, plainly] = paired(
      () => runNode(cli, 'check', ours),
      () => runNode(cli, 'check', plain),
      bench.isQuick ? 2 : 11,
    );
    const what = `${overlays} kustomizations over ${bases} bases`;
    return [
      row({ what: `${what}: built`, ours: built, name: 'reading their files', baseline: read, target: { ours: 300 } }),
      row({
        what: `${what}: endpoints check`,
        ours: checked,
        name: 'the built objects as plain files',
        baseline: plainly,
        target: { ratio: 3 },
      }),
      row({
        what: `${what}: keystroke in a base → the findings in an overlay`,
        ours: await keystrokeTime(bench, ours, 'bases/0/service.yaml', 'teams/team-0/patch.yaml'),
        name: 'in one of the plain files',
        baseline: await keystrokeTime(bench, plain, 'teams/team-0/all.yaml', 'teams/team-0/all.yaml'),
      }),
    ];
  });
}

function overlayNames(): readonly string[] {
  return Array.from({ length: overlays }, (_, n) => `teams/team-${n}`);
}

/** A base is in seven or eight overlays; each overlay patches, names and labels what it takes in. */
function kustomizations(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (let n = 0; n < bases; n++) {
    texts.set(
      `bases/${n}/kustomization.yaml`,
      'resources:\n  - endpoints.yaml\n  - service.yaml\n  - deployment.yaml\n',
    );
    texts.set(`bases/${n}/endpoints.yaml`, manifestText(n));
    texts.set(`bases/${n}/service.yaml`, serviceText(n));
    texts.set(`bases/${n}/deployment.yaml`, deploymentText(n));
  }
  for (const [n, name] of overlayNames().entries()) {
    const base = n % bases;
    texts.set(`${name}/kustomization.yaml`, overlayText(n, base));
    texts.set(`${name}/patch.yaml`, manifestText(base));
  }
  return texts;
}

function overlayText(n: number, base: number): string {
  return `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: team-${n}
namePrefix: t${n}-
resources:
  - ../../bases/${base}
labels:
  - pairs:
      team: team-${n}
patches:
  - path: patch.yaml
  - target:
      kind: Deployment
    patch: |-
      - op: add
        path: /spec/replicas
        value: 3
`;
}

function filesOf(texts: ReadonlyMap<string, string>): BuildFiles {
  const folders = new Set<string>();
  for (const path of texts.keys()) for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
  return {
    read: (path) => texts.get(path),
    kindOf: (path) => (texts.has(path) ? 'file' : folders.has(path) ? 'folder' : 'missing'),
  };
}

function write(folder: string, texts: ReadonlyMap<string, string>): void {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The median time from a change of the port name of a Service to the finding in a file with its Endpoints. */
async function keystrokeTime(bench: Bench, folder: string, service: string, other: string): Promise<number> {
  const client = await startIndexed(bench, folder);
  const [uri, asked] = [service, other].map((path) => pathToFileURL(join(folder, path)).href);
  if (uri === undefined || asked === undefined) throw new Error('Nothing to edit.');
  const text = readFileSync(join(folder, service), 'utf8');
  const at = text.indexOf('name: http', text.indexOf('kind: Service')) + 'name: http'.length;
  const before = text.slice(0, at).split('\n');
  const [line, character] = [before.length - 1, before.at(-1)?.length ?? 0];
  client.open(uri, text);
  if (other !== service) client.open(asked, readFileSync(join(folder, other), 'utf8'));
  const type = crossTypist(client, { uri, line, character, other: asked });
  const time = median(await repeatedTimes(type, { count: bench.isQuick ? 20 : 100, warmUp: 10 }));
  await client.stop();
  return time;
}
