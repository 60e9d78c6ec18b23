/**
 * Finds placeholders, such as `<service-name>`, `__PORT__` and `CHANGE_ME`: texts that a person or a tool replaces before
 * the object is applied. docs/workspace.md lists their shapes.
 */
import type { Form } from '../tree/document.ts';

interface Shape {
  /** Every placeholder of this shape contains it. Most texts contain none, and a search for a string is fast. */
  readonly sign: string;
  readonly pattern: RegExp;
}

/** `${NAME}` with an optional short default and `$NAME` in capitals, as envsubst and Flux substitute them. */
const variables: readonly Shape[] = [
  { sign: '$', pattern: /\$\{[A-Za-z_][^}"\n]{0,300}\}|(?<![\w$])\$[A-Z_][A-Z0-9_]+\b/g },
];

/** Each pattern starts with a literal, which makes its search fast. */
const shapes: readonly Shape[] = [
  // `<service-name>`, `<<IP>>`, `<TCP|UDP>`, and `<path:secret/data/x#ip>`, `<ip | base64encode>` of argocd-vault-plugin.
  // kubectl and Go print `<none>` and `<no value>` for what is missing.
  {
    sign: '<',
    pattern:
      /<(?=[A-Za-z<\u00C0-\uD7FF])(?!(?:none|nil|null|no value|unset|unknown|invalid|pending)>)<?(?:path:[^<>"'\n]{1,300}|[A-Za-z\u00C0-\uD7FF](?:[\w ./:|-]|[\u00C0-\uD7FF]){0,99}(?<![ :])(?: \|[^<>"'\n]{0,200})?)>>?/g,
  },
  // A key of this form is not one, nor is the name that JavaScript reserves.
  {
    sign: '__',
    pattern: /__(?<!\w__)(?!proto__)(?:[A-Z][A-Z0-9_]{0,99}?__(?!\w)|[A-Za-z]\w{0,99}?__(?!\w|["']?[ \t]*:\s))/g,
  },
  // SOPS, and eyaml of Puppet.
  { sign: 'ENC[', pattern: /ENC\[[A-Z][A-Z0-9_]*,[^\]"'\n]{0,2000}\]/g },
  { sign: '$(', pattern: /\$\((?<!\$\$\()[A-Za-z_][\w.-]{0,99}\)/g },
  { sign: '%', pattern: /%(?<![\w%]%)%?[A-Z][A-Z0-9_]{0,99}%%?(?![\w%])/g },
  { sign: '@', pattern: /@(?<![\w@]@)@?[A-Za-z][\w.-]{0,99}@@?(?![\w@])/g },
  // Behind a blank, "#" starts a comment, except where the value starts.
  { sign: '#{', pattern: /#(?<=(?:[^\s#]|[:-][ \t]{1,99})#)\{[ \w.[\]-]{1,99}\}#?/g },
  // Copier.
  { sign: '[[ ', pattern: /\[\[ [A-Za-z_][\w.]{0,99}(?: \|[^\]"'\n]{0,200})? \]\]/g },
  // Spruce and Concourse.
  { sign: '((', pattern: /\(\((?<![$(]\(\()[^()"'\n][^\n]{0,300}?\)\)(?!\))/g },
  ...['CHANGE_ME', 'CHANGEME', 'CHANGE-ME', 'REPLACE_ME', 'REPLACEME', 'REPLACE-ME', 'REPLACE_WITH'].map(wordShape),
  ...['TODO', 'FIXME', 'TBD', 'PLACEHOLDER', 'YOUR_', 'YOUR-'].map(wordShape),
];

/** A word in capitals that is the whole value, or a part of it between `-`, `_`, `.` and `/`. Not a word of a sentence. */
function wordShape(word: string): Shape {
  const start = `(?<=(?:^[ \\t]{0,99}|["'[/._-]|[:,-][ \\t]{1,99})${word})`;
  const more = /[_-]$/.test(word) ? '[A-Z0-9]+' : '';
  const rest = `${more}(?:[_-][A-Z0-9]+)*`;
  const end = `(?=["'\\]}](?![ \\t]*:)|[ \\t]*(?:\\r?$|[,}\\]]|[ \\t]#)|[._/-])`;
  return { sign: word, pattern: new RegExp(`${word}${start}${rest}${end}`, 'gm') };
}

/** The patterns of placeholders and, in a manifest, of variables that the text may hold. */
export function placeholderPatterns(text: string, form: Form): readonly RegExp[] {
  const all = form === 'pulumi' ? shapes : [...variables, ...shapes];
  return all.filter(({ sign }) => text.includes(sign)).map(({ pattern }) => pattern);
}

/** What decides about the text of a value: equal variables have equal values, placeholders may have any. */
export function replacedBy(written: string): 'placeholder' | 'variable' | undefined {
  // Some shapes depend on what is before them.
  const bare = `: ${written.includes('{{') ? written.replace(/\{\{[\s\S]*?\}\}/g, ' ') : written}`;
  if (isIn(bare, shapes)) return 'placeholder';
  return isIn(bare, variables) ? 'variable' : undefined;
}

function isIn(text: string, among: readonly Shape[]): boolean {
  return among.some(({ sign, pattern }) => text.includes(sign) && text.search(pattern) >= 0);
}
