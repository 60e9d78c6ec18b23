/** Writes a picture in the format that was asked for. Each format is loaded when it is asked for. */
import pc from 'picocolors';
import type { TerminalPictureOptions } from '../../drawing/terminal-picture.ts';
import { jsonTextOfRanges, type Terminal } from '../terminal.ts';
import { lineWidth } from '../traffic/text-parts.ts';
import { missingSentences, summaryText } from '../traffic/traffic-summary.ts';
import { askedText } from '../traffic/viewpoint.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';
import type { FilesPicture } from './files-picture.ts';
import type { ShowOptions } from './show-options.ts';

/** In pixels. */
const imageWidth = 1080;

/** Below, labels would be cut to nothing. */
const leastColumns = 40;

/** Ends with a line break. A picture of nothing says so. */
export async function writePicture(
  drawn: FilesPicture,
  options: Pick<ShowOptions, 'format' | 'width' | 'isUnfolded'>,
  { files, terminal }: { readonly files: TrafficFiles; readonly terminal: Terminal },
): Promise<string> {
  const { format, width = imageWidth, isUnfolded } = options;
  const isOpen = (): boolean => isUnfolded;
  if (format === 'text') return textPicture(drawn, options, { files, terminal });
  const remarks = [...drawn.picture.remarks, ...missingSentences(drawn.traffic, files)];
  const picture = { ...drawn.picture, remarks };
  switch (format) {
    case 'json':
      return jsonTextOfRanges(picture);
    case 'mermaid': {
      const { mermaidPicture } = await import('../../drawing/mermaid-picture.ts');
      return mermaidPicture(picture, isOpen);
    }
    case 'html': {
      const [{ pictureHtml }, { pageScript: script }] = await Promise.all([
        import('../../drawing/components/html.tsx'),
        import('page-script'),
      ]);
      return pictureHtml(picture, { script, width, isUnfolded });
    }
    case 'svg': {
      const { pictureSvg } = await import('../../drawing/components/svg.tsx');
      return pictureSvg(picture, { width, isOpen });
    }
  }
}

async function textPicture(
  { picture, traffic, strays, rejected, query }: FilesPicture,
  { width, isUnfolded }: Pick<ShowOptions, 'width' | 'isUnfolded'>,
  { files, terminal }: { readonly files: TrafficFiles; readonly terminal: Terminal },
): Promise<string> {
  const { terminalPicture } = await import('../../drawing/terminal-picture.ts');
  const columns = width ?? Math.max(terminal.width ?? lineWidth, leastColumns);
  const colors = pc.createColors(terminal.isColored);
  const text = terminalPicture(picture, { width: columns, isOpen: () => isUnfolded, paint: painter(colors) });
  const summary = summaryText(
    traffic,
    { strays, rejected, files, asked: askedText(query) },
    { colors, width: columns },
  );
  return `${text}${summary}\n`;
}

function painter({
  bold,
  dim,
  green,
  red,
  yellow,
}: ReturnType<typeof pc.createColors>): TerminalPictureOptions['paint'] {
  const plain = (text: string): string => text;
  const paints = { title: bold, plain, muted: dim, used: green, idle: dim, broken: red, unknown: yellow };
  return (style, text) => (text === '' ? '' : paints[style](text));
}
