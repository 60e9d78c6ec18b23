/** Runs `endpoints show` and `endpoints traffic` on objects, within the process of the test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../server/src/cli/main.ts';
import { drawnPicture } from './drawn-picture.ts';
import type { Comparison, PrintedTraffic } from './picture-equality.ts';
import { canonical } from './traffic-model-mirror.ts';
import type { TrafficManifest } from './traffic-objects.ts';

export interface PictureFolder {
  /** What the command prints; the file holds the text. Throws where the command says that something is wrong. */
  readonly run: (text: string, ...args: readonly string[]) => Promise<string>;
  readonly remove: () => void;
}

/** A folder with one file, `all.yaml`. */
export function pictureFolder(): PictureFolder {
  const cwd = mkdtempSync(join(tmpdir(), 'endpoints-show-'));
  let written = '';
  return {
    run: async (text, ...args) => {
      if (text !== written) writeFileSync(join(cwd, 'all.yaml'), text);
      written = text;
      const said = { out: '', err: '' };
      const code = await main(args, {
        cwd,
        isColored: false,
        width: undefined,
        version: '0',
        out: (part) => void (said.out += part),
        err: (part) => void (said.err += part),
      });
      const isOdd = said.err.split('\n').some((line) => line !== '' && !line.includes('No object names the '));
      if (code > 1 || isOdd) throw new Error(`endpoints ${args.join(' ')}: ${code} ${said.err}\n${text}`);
      return said.out;
    },
    remove: () => rmSync(cwd, { recursive: true }),
  };
}

export interface AskedFrom {
  readonly node: string;
  readonly zone: string | null;
  readonly family: string | undefined;
  /** `kube-proxy` or another program. */
  readonly through: string;
  readonly mirroring: 'on' | 'off';
}

/** What both commands say of the objects. */
export async function comparisonOf(
  folder: PictureFolder,
  objects: readonly TrafficManifest[],
  { node, zone, family, through, mirroring }: AskedFrom,
): Promise<Comparison> {
  const texts = objects.map((object) => JSON.stringify(object, null, 1));
  const text = texts.join('\n---\n');
  const from = [node && `node=${node}`, zone && `zone=${zone}`].filter(Boolean).join(',');
  const families = family === undefined ? [] : ['--family', family];
  const asked = ['--mirroring', mirroring];
  const place = [...(node === '' ? [] : ['--node', node]), ...(zone ? ['--zone', zone] : [])];
  const traffic = async (...more: readonly string[]): Promise<PrintedTraffic> =>
    JSON.parse(await folder.run(text, 'traffic', '--format', 'json', '--consumer', through, ...asked, ...place, ...more)) as PrintedTraffic; // prettier-ignore
  const reported = await traffic(...families);
  const svg = await folder.run(text, 'show', '--format', 'svg', '--unfold', '--width', '1600', '--through', through, ...asked, ...families, ...(from === '' ? [] : ['--from', from])); // prettier-ignore
  let line = 1;
  const starts = texts.map((own) => {
    const start = line;
    line += own.split('\n').length + 1;
    return start;
  });
  const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  return {
    drawn: drawnPicture(svg),
    traffic: reported,
    isProxy: through === 'kube-proxy',
    bothFamilies: family === undefined ? reported : await traffic(),
    objectAt: (at) => names[starts.findLastIndex((start) => start <= at)] ?? '',
    writtenIn: (object) =>
      objects.flatMap((each) =>
        `${each.metadata.namespace ?? 'default'}/${each.kind}/${each.metadata.name}` === object
          ? addressesIn(each)
          : [],
      ),
  };
}

function addressesIn(object: TrafficManifest): readonly string[] {
  if (object.kind === 'EndpointSlice') return (object.endpoints ?? []).flatMap(({ addresses }) => addresses.map(plain));
  if (object.kind !== 'Endpoints') return [];
  const subsets = object.subsets ?? [];
  return subsets.flatMap((each) =>
    [...(each.addresses ?? []), ...(each.notReadyAddresses ?? [])].map(({ ip }) => plain(ip)),
  );
}

function plain(address: string): string {
  return /^[\d.]+$|:/.test(address) ? canonical(address) : address;
}
