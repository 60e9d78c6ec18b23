/** Writes a picture as an HTML file that needs nothing else. */
import { pictureSvg, type SvgOptions } from '../../drawing/components/svg.tsx';
import type { Picture } from '../../analysis/picture/picture.ts';

export function pictureHtml(picture: Picture, options: SvgOptions): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Traffic</title></head>
<body>
${pictureSvg(picture, options)}</body>
</html>
`;
}
