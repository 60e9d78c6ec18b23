/** Writes a picture as one SVG image, whose text can be selected and read aloud. */
import { renderToString } from 'preact-render-to-string';
import type { Picture } from '../../analysis/picture/picture.ts';
import { lineHeight } from '../boxes.ts';
import { charWidth, fittedLines } from '../cells.ts';
import { strayService } from '../strays.ts';
import { layoutService } from '../layout.ts';
import { drawingStyle, lightAndDark } from '../styles.ts';
import { ServiceDrawing } from './service-drawing.tsx';

export interface SvgOptions {
  /** In pixels. */
  readonly width: number;
  /** Whether the group of this id is unfolded. */
  readonly isOpen: (id: string) => boolean;
}

/** Ends with a line break. The same for the same picture and options. */
export function pictureSvg(picture: Picture, options: SvgOptions): string {
  const scenes = [...picture.services, ...strayService(picture)].map((service) => layoutService(service, options));
  const width = Math.max(...scenes.map((scene) => scene.width), options.width);
  const captionY = scenes.reduce((sum, { height }) => sum + height, 0);
  const remarks = picture.remarks.flatMap((text) => fittedLines(text, Math.floor((width - 24) / charWidth), 4));
  const height = captionY + 28 + remarks.length * lineHeight;
  let y = 0;
  const parts = scenes.map((scene) => {
    const part = (
      <g key={scene.service.id} transform={`translate(0 ${y})`} data-service={scene.service.id}>
        <ServiceDrawing scene={scene} />
      </g>
    );
    y += scene.height;
    return part;
  });
  const title = `Traffic ${picture.view}`;
  const drawn = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      class="picture"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="document"
      aria-label={title}
    >
      <title>{title}</title>
      <style>{`${lightAndDark('svg.picture')}${drawingStyle}`.replace(/\n/g, ' ')}</style>
      <rect width="100%" height="100%" fill="var(--back)" />
      {parts}
      {remarks.map((text, i) => (
        <text key={i} x={12} y={captionY + 12 + i * lineHeight}>
          {text}
        </text>
      ))}
      <text x={12} y={height - 16} class="head">{`${picture.view}, ${picture.asked}`}</text>
    </svg>
  );
  return `${wellFormed(renderToString(drawn))}\n`;
}

/** An image is XML, and what was written is HTML, in which `]]>` and two more characters may be in a text. */
function wellFormed(html: string): string {
  return html.replaceAll(']]>', ']]&gt;').replace(/[\ufffe\uffff]/g, '\ufffd');
}
