/** EndpointSlices: what the control plane makes of a large resource, and converting large and many resources. */
import { bindDocument } from '../server/src/analysis/binding/bind-document.ts';
import { mirror } from '../server/src/analysis/slices/mirror.ts';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import { convertFiles } from '../server/src/convert/convert.ts';
import type { ConvertSource } from '../server/src/convert/convert.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { paired } from './measure.ts';
import { perSecond, row } from './row.ts';
import type { Row } from './row.ts';
import { large, manifest } from './texts.ts';

const minor = 36;
const settings = { to: 'endpointslice', mode: 'replace', managedBy: 'hand-written', minor } as const;

/** The baseline of a conversion is reading the text twice, which its proof alone does. */
export function slicing(): readonly Row[] {
  return [mirroring(), conversion(), conversions()];
}

function mirroring(): Row {
  const [ours, baseline] = paired(
    () => {
      const document = read(large()).parts[0]?.document;
      const [bound] = document ? bindDocument(document, minor) : [];
      const made = bound && mirror(bound.binding, 'large', minor);
      if (made?.kind !== 'slices') throw new Error('nothing is mirrored');
    },
    () => read(large()),
    10,
  );
  return row({ what: 'slices: reading and mirroring 1,000 addresses', ours, name: 'reading them', baseline });
}

function conversion(): Row {
  const [ours, baseline] = paired(
    () => convert([large()]),
    () => [read(large()), read(large())],
    10,
  );
  return row({ what: 'slices: converting 1,000 addresses, proven', ours, name: 'reading them twice', baseline });
}

function conversions(): Row {
  const texts = Array.from({ length: 1_000 }, (_, n) => manifest(n));
  const [ours, baseline] = paired(
    () => convert(texts),
    () => texts.map((text) => [read(text), read(text)]),
    3,
  );
  return row({
    what: 'slices: converting 1,000 files, proven',
    ours,
    name: 'reading each twice',
    baseline,
    show: perSecond(texts.length, 'files'),
  });
}

function convert(texts: readonly string[]): void {
  const workspace = new Workspace();
  const sources = texts.map((text, n): ConvertSource => {
    const source = { uri: `file:///${n}.yaml`, path: `${n}.yaml`, file: read(text) };
    workspace.set(source.uri, fileFacts(source.file));
    return source;
  });
  const { files } = convertFiles(sources, workspace, settings);
  if (files.length !== texts.length) throw new Error(`${files.length} of ${texts.length} files were converted`);
}

function read(text: string): ReturnType<typeof readFile> {
  return readFile('a.yaml', text, { isPartial: false });
}
