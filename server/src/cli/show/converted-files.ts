/** Makes the picture of files as `endpoints convert` would write them. */
import { pictureOf } from '../../analysis/picture/picture-of.ts';
import type { ConversionOutcome } from '../../convert/outcome.ts';
import { runConversion, type ConversionRun } from '../convert/conversion-run.ts';
import { counted } from '../../text/quote.ts';
import type { Terminal } from '../terminal.ts';
import { withOtherTexts } from '../traffic/committed-state.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';
import { filesPicture, pictureWithTraffic, shownSubject, type FilesPicture } from './files-picture.ts';
import type { ShowOptions } from './show-options.ts';

const view = 'after conversion to EndpointSlice';

/** The texts are converted in memory, and set back. Throws a UsageError where --service names no Service. */
export function convertedFiles(files: TrafficFiles, options: ShowOptions, { cwd }: Terminal): FilesPicture {
  const { sources, settingsOf } = files;
  const { platform } = settingsOf(sources.all()[0]?.uri ?? '');
  const run = runConversion(
    sources,
    (uri) => {
      const { minor, minors, managedBy } = settingsOf(uri);
      return { to: 'endpointslice', mode: 'replace', minor, minors, managedBy };
    },
    { cwd, platform, otherTexts: () => new Map() },
  );
  const remarks = remarksOf(run, options.service);
  const current = run.files.flatMap(({ uri }) => sources.files.get(uri) ?? []);
  if (current.length === 0) {
    const written = filesPicture(files, options);
    const { picture } = written;
    const remark = `There is nothing to convert: this view equals the one ${picture.view}.`;
    return { ...written, picture: { ...picture, view, remarks: [...picture.remarks, ...remarks, remark] } };
  }
  const texts = new Map(run.files.map(({ uri, after }) => [uri, after]));
  const other = current.map((source) => ({ ...source, text: texts.get(source.uri) ?? source.text }));
  return withOtherTexts(files, { current, other }, (converted) => {
    const subject = shownSubject(converted, options);
    const picture = pictureOf(subject.world, { ...subject.options, view });
    return pictureWithTraffic({ ...picture, remarks: [...picture.remarks, ...remarks] }, subject, converted);
  });
}

/** What is not converted, and what is lost, in sentences. */
function remarksOf(run: ConversionRun, service: string | undefined): readonly string[] {
  const { outcomes, references } = run;
  const isShown = ({ namespace, name }: ConversionOutcome): boolean =>
    service === undefined || [name, `${namespace}/${name}`, `${namespace || 'default'}/${name}`].includes(service);
  const own = outcomes.filter(isShown).flatMap(({ uri, span, kind, namespace, name, what, reasons, losses }) => {
    const title = `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
    const at = placeText(run, { uri, span });
    return [
      ...(what === 'converted'
        ? []
        : [`${title} (${at}) is not converted: ${reasons.map(({ message }) => message).join(' ')}`]),
      ...losses.map(({ message }) => `${title} (${at}) loses a field: ${message}`),
    ];
  });
  const readers = references.length;
  return [
    ...own,
    ...(readers > 0
      ? [
          `${counted(readers, 'place')} of other objects ${readers === 1 ? 'refers' : 'refer'} to what is converted. Run "endpoints convert" to see them.`,
        ]
      : []),
  ];
}

function placeText(run: ConversionRun, at: Parameters<ConversionRun['place']>[0]): string {
  const { name, line } = run.place(at);
  return `${name}:${line}`;
}
