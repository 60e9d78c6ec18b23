/** Measures EndpointSlices: mirroring a large resource, and converting one large and many small resources. */
import { bindDocument } from '../server/src/analysis/binding/bind-document.ts';
import { mirror } from '../server/src/analysis/slices/mirror.ts';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import { convertFiles, type ConvertSource } from '../server/src/convert/convert.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { paired } from './measure.ts';
import { perSecond, row, type BenchRow } from './row.ts';
import { largeText, manifestText } from './texts.ts';

const minor = 36;
const settings = { to: 'endpointslice', mode: 'replace', managedBy: 'hand-written', minor } as const;

/** The baseline of a conversion is parsing the text twice, which its proof alone needs. */
export function slicing(): readonly BenchRow[] {
  // Without what tells that a controller writes them.
  const text = largeText().replace(/^ {2}annotations:\n.*\n/m, '');
  const small = Array.from({ length: 1_000 }, (_, n) => manifestText(n));
  const [mirroring, once] = paired(
    () => mirrorOf(text),
    () => read(text),
    10,
  );
  const [one, twice] = paired(
    () => convert([text]),
    () => [read(text), read(text)],
    10,
  );
  const [many, eachTwice] = paired(
    () => convert(small),
    () => small.map((each) => [read(each), read(each)]),
    3,
  );
  const name = 'parsing them twice';
  const show = perSecond(small.length, 'files');
  return [
    row({
      what: 'slices: parsing and mirroring 1,000 addresses',
      ours: mirroring,
      name: 'parsing them',
      baseline: once,
    }),
    row({ what: 'slices: converting 1,000 addresses, proven', ours: one, name, baseline: twice }),
    row({ what: 'slices: converting 1,000 files, proven', ours: many, name, baseline: eachTwice, show }),
  ];
}

function mirrorOf(text: string): void {
  const document = read(text).parts[0]?.document;
  const [bound] = document ? bindDocument(document, minor) : [];
  const made = bound && mirror(bound.binding, 'large', minor);
  if (made?.kind !== 'slices') throw new Error('The resource is not mirrored.');
}

function convert(texts: readonly string[]): void {
  const workspace = new Workspace();
  const sources = texts.map((text, n): ConvertSource => {
    const source = { uri: `file:///${n}.yaml`, path: `${n}.yaml`, file: read(text) };
    workspace.set(source.uri, fileFacts(source.file));
    return source;
  });
  const { files } = convertFiles(sources, workspace, settings);
  if (files.length !== texts.length) throw new Error(`${files.length} of ${texts.length} files were converted.`);
}

function read(text: string): ReturnType<typeof readFile> {
  return readFile('a.yaml', text, { isPartial: false });
}
