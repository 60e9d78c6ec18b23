/** Random manifests: an object, spelled as YAML or JSON, and texts that differ from one by a slip. */
import { mutate } from './mutate.ts';
import { pick, randomFrom, type Random } from './random.ts';
import { json, styleOf, yaml } from './random-spelling.ts';
import { randomObject, type Kind } from './random-objects.ts';

export interface RandomManifest {
  readonly kind: Kind;
  readonly way: 'plain' | 'rich' | 'json' | 'mutant' | 'slip';
  readonly text: string;
}

export function randomManifest(seed: number): RandomManifest {
  const random = randomFrom(seed);
  const kind = pick(random, ['Endpoints', 'EndpointSlice'] as const);
  const way = pick(random, ['plain', 'rich', 'rich', 'json', 'mutant', 'slip', 'slip'] as const);
  const object = randomObject(random, kind);
  const odd = way === 'rich' ? pick(random, [6, 15, 30]) : 40;
  const isJson = way === 'json' || (way !== 'rich' && way !== 'plain' && random(4) === 0);
  const text = isJson
    ? json(object, styleOf(random, way === 'json' ? 10 : 40))
    : yaml(object, styleOf(random, way === 'plain' ? 10_000 : odd));
  if (way === 'mutant') return { kind, way, text: mutate(text, seed) };
  return { kind, way, text: way === 'slip' ? slip(text, random) : text };
}

const marks = [...':-{}[],"\'#&*!|>%@`?~=.\\ \t\n\r\u0085\u2028\u00a0\uFEFFé😀\0\u001b', '  ', ': ', '- ', '\n\n', '\n ', ' #', '---\n', '...\n', '<<: ', '\r\n', '"\n', 'null', '//', '0', '\\u0041']; // prettier-ignore

/** The text with one character or line too much, too little or at another place. */
function slip(text: string, random: Random): string {
  const at = random(text.length + 1);
  const lines = text.split('\n');
  const line = random(lines.length);
  const here = lines[line] ?? '';
  switch (random(9)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
    case 2:
      return text.slice(0, at) + pick(random, marks) + text.slice(at);
    case 3:
      return lines.toSpliced(line, 1).join('\n');
    case 4:
      return lines.toSpliced(line, 0, here).join('\n');
    case 5:
      return lines.toSpliced(line, 1, ' '.repeat(1 + random(3)) + here).join('\n');
    case 6:
      return lines.toSpliced(line, 1, here.replace(/^ {1,2}/, '')).join('\n');
    case 7:
      return lines.toSpliced(line, 1).toSpliced(random(lines.length), 0, here).join('\n');
    default:
      return `${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`;
  }
}
