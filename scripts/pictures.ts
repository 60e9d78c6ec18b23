/**
 * Draws the examples of pages as SVG: the output of `endpoints check` and `endpoints apply` with the colors of a terminal, and
 * what `endpoints show` draws.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../server/src/cli/main.ts';

const fence =
  /^```(yaml|sh|diff) (?:title|of)="([^"]+)" picture="([^"]+)" shows="([^"]+)"(?: options="([^"]+)")?\n(.*?)^```$/gms;

/**
 * A picture for each fence that names one: the path and the text of the SVG. The one named "check" shows `endpoints check`, and
 * `picture-…` is drawn by `endpoints show`: of a file with the `options` of the fence, by the command in the fence for a file
 * above it, or before and after a diff of such a file.
 */
export async function picturesOf(
  pages: readonly string[],
  read: (path: string) => string,
): Promise<readonly (readonly [path: string, svg: string])[]> {
  const pictures = pages.map(async (page) => {
    const examples = [...read(page).matchAll(fence)];
    if (examples.length === 0) throw new Error(`${page} has no example with a picture.`);
    const titled = examples.map(([, language, file = '', , , , text = '']) => ({ language, file, text }));
    const written = new Map(titled.flatMap(({ language, file, text }) => (language === 'yaml' ? [[file, text]] : [])));
    return Promise.all(
      examples.map(async ([, language, file = '', name = '', title = '', options, text = '']) => {
        const example = { file, text: language === 'yaml' ? text : (written.get(file) ?? '') };
        if (name.startsWith('picture-')) {
          const more = options === undefined ? [] : options.split(' ');
          const args = language === 'sh' ? text.trim().split(' ').slice(1) : ['show', file, ...more];
          const diff = language === 'diff' ? text : undefined;
          const svg = await outputOf([...args, '--format', 'svg', '--width', drawnWidth], { ...example, diff });
          return [`docs/images/${name}.svg`, svg] as const;
        }
        const command = name === 'check' ? 'check' : 'apply';
        const output = await outputOf([command, file], example);
        const shown = `\x1b[2m$ endpoints ${command} ${file}\x1b[22m\n\n${output.trimEnd()}`;
        return [`docs/images/${name}.svg`, svgOf(shown, { title, page })] as const;
      }),
    );
  });
  return (await Promise.all(pictures)).flat();
}

/** In pixels: about that of a page. */
const drawnWidth = '900';

interface Example {
  readonly file: string;
  readonly text: string;
  /** Of the file since the branch `main`. */
  readonly diff?: string | undefined;
}

async function outputOf(args: readonly string[], { file, text, diff }: Example): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'endpoints-picture-'));
  const said = { out: '', err: '' };
  try {
    writeFileSync(join(cwd, file), text);
    if (diff !== undefined) {
      // A hook sets variables that lead to its own repository.
      const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('GIT_')));
      const git = (...own: readonly string[]) => execFileSync('git', own, { cwd, env });
      git('init', '--quiet', '--initial-branch=main');
      git('add', '.');
      git('-c', 'user.name=x', '-c', 'user.email=x', '-c', 'commit.gpgSign=false', 'commit', '--quiet', '--message=x');
      execFileSync('git', ['apply'], { cwd, env, input: diff });
    }
    await main(args, {
      cwd,
      isColored: true,
      width: undefined,
      version: '0',
      out: (part) => void (said.out += part),
      err: (part) => void (said.err += part),
    });
  } finally {
    rmSync(cwd, { recursive: true });
  }
  if (said.err !== '') throw new Error(`endpoints ${args.join(' ')} failed: ${said.err}`);
  return said.out;
}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

interface Cell {
  readonly char: string;
  readonly styles: ReadonlySet<Style>;
}

const codes: Readonly<Record<string, readonly Style[]>> = {
  1: ['bold'],
  2: ['dim'],
  31: ['red'],
  32: ['green'],
  33: ['yellow'],
  36: ['cyan'],
};
const ends: Readonly<Record<string, readonly Style[]>> = {
  0: ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'],
  22: ['bold', 'dim'],
  39: ['red', 'green', 'yellow', 'cyan'],
};

function cellsOf(text: string): readonly (readonly Cell[])[] {
  let styles: ReadonlySet<Style> = new Set();
  const lines: Cell[][] = [[]];
  // oxlint-disable-next-line no-control-regex -- the escape codes of colors
  for (const [, code, char = ''] of text.matchAll(/\x1b\[(\d+)m|([^\x1b])/gsu)) {
    if (code !== undefined) {
      const ended = ends[code] ?? [];
      styles = new Set([...[...styles].filter((style) => !ended.includes(style)), ...(codes[code] ?? [])]);
    } else if (char === '\n') lines.push([]);
    else lines.at(-1)?.push({ char, styles });
  }
  return lines;
}

const widest = 100;

function wrapped(line: readonly Cell[], indent: number): readonly (readonly Cell[])[] {
  if (line.length <= widest) return [line];
  const text = line.map(({ char }) => char).join('');
  const cut = text.lastIndexOf(' ', widest);
  if (cut <= indent) return [line];
  const blank = Array.from({ length: indent }, (): Cell => ({ char: ' ', styles: new Set() }));
  return [line.slice(0, cut), ...wrapped([...blank, ...line.slice(cut + 1)], indent)];
}

function indentOf(line: readonly Cell[]): number {
  const text = line.map(({ char }) => char).join('');
  const remark = text.indexOf('  # ');
  return remark < 0 ? (/^(?: *\d+\. )?/.exec(text)?.[0].length ?? 0) : remark + 4;
}

const [left, top, cellWidth, lineHeight] = [20, 34, 8.4, 20];

function svgOf(text: string, { title, page }: { readonly title: string; readonly page: string }): string {
  const lines = cellsOf(text).flatMap((line) => wrapped(line, indentOf(line)));
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(columns * cellWidth) + 2 * left;
  const height = lines.length * lineHeight + 2 * left;
  const rows = lines.flatMap((line, i) => (line.length === 0 ? [] : [rowOf(line, top + i * lineHeight)]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<!-- Generated by npm run update from ${page}. -->
<title id="title">${escaped(title)}</title>
<style>
  rect { fill: #f6f8fa; stroke: #d1d9e0 }
  text { fill: #1f2328; font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
  .bold { font-weight: bold }
  .dim { fill: #656d76 }
  .red { fill: #cf222e; font-weight: bold }
  .green { fill: #116329 }
  .yellow { fill: #7d4e00 }
  .cyan { fill: #0b6b77 }
  @media (prefers-color-scheme: dark) {
    rect { fill: #151b23; stroke: #3d444d }
    text { fill: #e6edf3 }
    .dim { fill: #9198a1 }
    .red { fill: #ff7b72 }
    .green { fill: #7ee787 }
    .yellow { fill: #e3b341 }
    .cyan { fill: #76e3ea }
  }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rows.join('\n')}
</svg>
`;
}

/** A span for each run of equal styles, at its exact column in every font. */
function rowOf(line: readonly Cell[], y: number): string {
  const spans: string[] = [];
  for (let from = 0; from < line.length;) {
    const look = lookOf(line[from]);
    let to = from + 1;
    while (to < line.length && lookOf(line[to]) === look) to++;
    const text = line
      .slice(from, to)
      .map(({ char }) => char)
      .join('');
    const at = `x="${place(left + from * cellWidth)}" textLength="${place((to - from) * cellWidth)}"`;
    if (text.trim() !== '') spans.push(`<tspan ${at}${look === '' ? '' : ` class="${look}"`}>${escaped(text)}</tspan>`);
    from = to;
  }
  return `<text y="${y}" xml:space="preserve">${spans.join('')}</text>`;
}

function lookOf(cell: Cell | undefined): string {
  return [...(cell?.styles ?? [])].join(' ');
}

function place(length: number): string {
  return String(Math.round(length * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
