/** Generates texts of many objects, and edits at random places. */

/** Endpoints with their Services, some with mistakes; each number gives another text. */
export function objectAt(n: number): string {
  const name = `service-${n - (n % 3)}`;
  if (n % 3 === 1) {
    return `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports:\n    - name: http\n      port: 80\n`;
  }
  const port = n % 5 === 0 ? '"80"' : n % 7 === 0 ? '70000' : '8080';
  const ip = n % 11 === 0 ? '127.0.0.1' : `10.0.${n >> 8}.${n & 255}`;
  const note = n % 13 === 0 ? '    # endpoints: ignore[unnamed-host] known\n' : '';
  const more = Array.from({ length: 8 }, (_, i) => `      - ip: 10.1.${i}.${n & 255}\n        nodeName: worker-${i}\n`);
  const ports = `    ports:\n      - name: http\n        port: ${port}\n`;
  return `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: ${name}${n % 3 === 2 ? '-b' : ''}\nsubsets:\n  - addresses:\n${note}      - ip: ${ip}\n        hostname: host-${n}\n${more.join('')}${ports}`;
}

/** The objects as documents of one stream. */
export function streamOf(count: number): string {
  return Array.from({ length: count }, (_, n) => objectAt(n)).join('---\n');
}

/** The objects as items of one List with its dashes at the column. */
export function listOf(count: number, column: number): string {
  const items = Array.from({ length: count }, (_, n) => {
    const comment = n % 9 === 4 ? `${' '.repeat(column)}# Number ${n}.\n` : '';
    return comment + indented(objectAt(n), column);
  });
  return `apiVersion: v1\nitems:\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
}

function indented(text: string, column: number): string {
  const lines = text.trimEnd().split('\n');
  return lines.map((line, i) => `${' '.repeat(column)}${i === 0 ? '- ' : '  '}${line}\n`).join('');
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

const bits = [
  'x',
  '1',
  '\n',
  '- ',
  '-',
  '---\n',
  '...\n',
  '# c\n',
  '"',
  "'",
  '{',
  '[',
  '&a ',
  '*a ',
  '  ',
  ':',
  ': ',
  '\r',
  '\r\n',
  '|\n',
  'kind: List\n',
  'foo\n',
  'foo:\n',
  '{{ if }}\n',
  'items:\n',
  '- apiVersion: v1\n  kind: Endpoints\n',
  'ip: 10.0.0.1',
  '    # endpoints: ignore[x]\n',
  '# endpoints: ignore[x]\n',
  'kubernetes:core/v1:Endpoints',
  '\u2028',
  '%',
  '\t',
  '',
];

/** An edit like typing and pasting, often at a document boundary. */
export function editOf(text: string, starts: readonly number[], random: (below: number) => number): TextEdit {
  const near = (starts[random(starts.length)] ?? 0) + random(6) - 3;
  const start = Math.max(0, Math.min(text.length, random(3) === 0 ? near : random(text.length)));
  const length = random(3) > 0 ? 0 : random(8) === 0 ? random(2_000) : random(12);
  return { start, end: Math.min(text.length, start + length), written: bits[random(bits.length)] ?? '' };
}

export function edited(text: string, { start, end, written }: TextEdit): string {
  return text.slice(0, start) + written + text.slice(end);
}

/** Pseudorandom numbers. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}
