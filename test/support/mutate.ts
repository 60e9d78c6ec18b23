/** Makes small random changes of a text, like typing, pasting and merging. Equal seeds give equal changes. */

const pieces = [
  '\n',
  ' ',
  '  ',
  '\t',
  ':',
  ': ',
  '- ',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '#',
  '&x ',
  '*x',
  '<<: *x',
  '|',
  '>-',
  '{{ .x }}',
  '{{ include "a"\n. | nindent 2 }}',
  '\n{{- range .y }}\n',
  '\n{{ else }}\n',
  '\n{{ end }}\n',
  '${x}',
  '\r\n',
  '---\n',
  'null',
  'yes',
  '0',
  '80',
  '"80"',
  '::1',
  'tcp',
  'é😀',
  ',',
  '!!int ',
  '? ',
  '\uFEFF',
  '% ',
  '@',
];

/** The text after one to five changes. */
export function mutate(text: string, seed: number): string {
  const random = randomFrom(seed);
  let result = text;
  for (let i = 0; i <= random(4); i++) result = change(result, random);
  return result;
}

type Random = (limit: number) => number;

function change(text: string, random: Random): string {
  const at = random(text.length + 1);
  const lines = text.split('\n');
  const line = random(lines.length);
  switch (random(8)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + random(12));
    case 1:
      return text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at);
    case 2:
      return lines.toSpliced(line, 1).join('\n');
    case 3:
      return lines.toSpliced(line, 0, lines[random(lines.length)] ?? '').join('\n');
    case 4:
      return lines.toSpliced(line, 1, `${' '.repeat(random(4))}${lines[line] ?? ''}`).join('\n');
    case 5:
      return lines.toSpliced(line, 1, (lines[line] ?? '').replace(/^ {1,2}/, '')).join('\n');
    case 6:
      return lines
        .toSpliced(line, 1, (lines[line] ?? '').replace(/:.*$/, `: ${pieces[random(pieces.length)] ?? ''}`))
        .join('\n');
    default:
      return text.slice(0, at);
  }
}

/** A linear congruential generator, which is equal on all platforms. */
function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
