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
  let width = options.width;
  let captionY = 0;
  // One after the other: thousands of Services would not be in memory at once.
  const parts = [...picture.services, ...strayService(picture)].map((service) => {
    const scene = layoutService(service, options);
    const part = (
      <g transform={`translate(0 ${captionY})`} data-service={service.id}>
        <ServiceDrawing scene={scene} />
      </g>
    );
    width = Math.max(width, scene.width);
    captionY += scene.height;
    return renderToString(part);
  });
  const remarks = picture.remarks.flatMap((text) => fittedLines(text, Math.floor((width - 24) / charWidth), 4));
  const height = captionY + 28 + remarks.length * lineHeight;
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
      {placeholder}
      {remarks.map((text, i) => (
        <text key={i} x={12} y={captionY + 12 + i * lineHeight}>
          {text}
        </text>
      ))}
      <text x={12} y={height - 16} class="head">{`${picture.view}, ${picture.asked}`}</text>
    </svg>
  );
  const markup = renderToString(drawn).replace(renderToString(placeholder), () => parts.join(''));
  return `${wellFormed(markup)}\n`;
}

/** Where the Services are written. No text of a picture contains a tag. */
const placeholder = <g id="services" />;

/** An image is XML, and what was written is HTML, in which `]]>` and two more characters may be in a text. */
function wellFormed(html: string): string {
  return html.replaceAll(']]>', ']]&gt;').replace(/[\ufffe\uffff]/g, '\ufffd');
}
