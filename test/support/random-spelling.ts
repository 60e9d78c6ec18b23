/** Spells an object as YAML in every style, or as JSON, with the oddities that people and tools write. */
import { pick, rarely, type Random } from './random.ts';
import { Raw, type Json } from './random-values.ts';

export interface Style {
  readonly random: Random;
  /** Columns of one level. */
  readonly step: number;
  /** Columns by which a list is indented below its key. */
  readonly list: number;
  /** How often something unusual is written: once in `odd` times. */
  readonly odd: number;
  /** Anchors that are written already. */
  readonly anchors: string[];
}

export function styleOf(random: Random, odd: number): Style {
  const step = pick(random, [2, 2, 2, 1, 3, 4]);
  return { random, step, list: pick(random, [0, step]), odd, anchors: [] };
}

/** The object without values that only one of YAML and JSON can spell. */
export function withoutRaw<T extends Json>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_, each: Json) => (each instanceof Raw ? 1 : each))) as T;
}

export function flowYaml(object: Json, style: Style): string {
  return `--- ${flow(object, style)}\n`;
}

/** A whole YAML document. */
export function yaml(object: { [key: string]: Json }, style: Style): string {
  const { random, odd } = style;
  const before = rarely(random, odd) ? pick(random, ['---\n', '# a\n', '\n', '\uFEFF', '--- # a\n', '%YAML 1.1\n---\n', '---\n---\n', '--- !!map\n', '\t\n', ' # a\n']) : ''; // prettier-ignore
  const after = rarely(random, odd) ? pick(random, ['', '\n', '# end', '\n...\n', '---\n', '\n# e\n', ' ', '\t', '...\n---\n', '\n \n', '\0']) : ''; // prettier-ignore
  const body = rarely(random, odd * 2) ? `${flow(object, style)}\n` : mapping(object, style, 0);
  const text = `${before}${body}${after}`;
  if (!rarely(random, odd * 2)) return text;
  return text.replaceAll('\n', pick(random, ['\r\n', '\r\n', '\r', '\u0085', '\u2028']));
}

function mapping(object: { [key: string]: Json }, style: Style, column: number): string {
  const { random, odd } = style;
  const pad = ' '.repeat(column);
  const lines = Object.entries(object).map(([name, value]) => {
    const key = scalar(name, style, true);
    if (rarely(random, odd * 4)) return `${pad}? ${key}\n${pad}:${node(value, style, column)}`;
    const colon = rarely(random, odd * 4) ? pick(random, [' :', '  :', ':\t', ':  ']) : ':';
    const again = rarely(random, odd * 6) ? `${pad}${key}:${node(rarely(random, 2) ? null : value, style, column)}` : ''; // prettier-ignore
    return `${pad}${key}${colon}${node(value, style, column)}${again}`;
  });
  if (rarely(random, odd * 4) && style.anchors.length > 0) lines.push(`${pad}<<: *${pick(random, style.anchors)}\n`);
  return lines.join('') || `${pad}{}\n`;
}

/** The value behind a colon or a dash, with its line break. */
function node(value: Json, style: Style, column: number, deeper = style.list): string {
  const { random, odd } = style;
  if (style.anchors.length > 0 && rarely(random, odd * 6)) return ` *${pick(random, style.anchors)}${end(style)}`;
  const mark = properties(value, style);
  if (value === null || typeof value !== 'object' || value instanceof Raw || isEmpty(value) || rarely(random, odd))
    return ` ${mark}${inline(value, style, column)}${end(style)}`;
  const head = `${mark === '' ? '' : ` ${mark.trim()}`}${end(style)}`;
  if (!Array.isArray(value)) return `${head}${mapping(value, style, column + style.step)}`;
  return `${head}${sequence(value, style, column + deeper)}`;
}

function sequence(items: readonly Json[], style: Style, column: number): string {
  const pad = ' '.repeat(column);
  return items
    .map((item) => {
      const isCompact = item !== null && typeof item === 'object' && !(item instanceof Raw) && !isEmpty(item) && !rarely(style.random, style.odd); // prettier-ignore
      if (!isCompact || Array.isArray(item)) return `${pad}-${node(item, style, column, style.step)}`;
      const gap = pick(style.random, [1, 1, 1, 1, 3]);
      return `${pad}-${' '.repeat(gap)}${mapping(item, style, column + 1 + gap).slice(column + 1 + gap)}`;
    })
    .join('');
}

function isEmpty(value: Json[] | { [key: string]: Json }): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

function properties(value: Json, style: Style): string {
  const { random, odd } = style;
  if (!rarely(random, odd * 4)) return '';
  const tag = Array.isArray(value) ? '!!seq ' : typeof value === 'string' ? '!!str ' : typeof value === 'number' ? '!!int ' : value === null ? '!!null ' : '!!map '; // prettier-ignore
  if (rarely(random, 3)) return pick(random, [tag, tag, tag, '! ', '!a ', '!!str ', '!!int ', '!!float ', '!!binary ', '!!timestamp ', '!<tag:yaml.org,2002:str> ', '!!set ', '!!bool ']); // prettier-ignore
  const name = pick(random, ['a', 'b', 'base', 'a1', 'é']);
  style.anchors.push(name);
  return `&${name} `;
}

function end({ random, odd }: Style): string {
  if (!rarely(random, odd)) return '\n';
  return pick(random, [' # a\n', ' #\n', ' \n', '\n\n', '\n# a\n', '\n  # a\n', '\t# a\n', '\t\n', ' # "\n', '#\n', ' # ---\n', '\n   \n']); // prettier-ignore
}

function inline(value: Json, style: Style, column: number): string {
  if (typeof value !== 'string' || !rarely(style.random, style.odd)) return flow(value, style);
  const pad = `\n${' '.repeat(column + style.step)}`;
  const lines = value.split('\n').join(pad);
  return pick(style.random, [`|-${pad}${lines}`, `>-${pad}${lines}`, `|${pad}${lines}`, `>${pad}${lines}`, `|+${pad}${lines}\n`, `>${style.step}${pad}${lines}`, `|2-${pad}${lines}`, `${pad}${scalar(value, style, false)}`, `"${lines}"`, `'${lines}'`, `|-  # a${pad}${lines}`, `"a${pad}${pad}b"`, `a${pad}b`]); // prettier-ignore
}

/** Flow style, and scalars. */
function flow(value: Json, style: Style): string {
  const { random, odd } = style;
  if (value === null) return pick(random, ['null', '~', '', 'Null', 'NULL']);
  if (typeof value === 'string') return scalar(value, style, false);
  if (value instanceof Raw) return value.text;
  if (typeof value !== 'object') return number(value, style);
  const gap = rarely(random, odd) ? pick(random, ['\n ', '\n   ', '  ', ' # a\n ', '\n\n ', '\t', '']) : '';
  const isEnded = rarely(random, odd) ? ',' : '';
  const between = rarely(random, odd) ? pick(random, [',', ' , ', ',\n  ', ', # a\n  ', ',\t']) : ', ';
  if (Array.isArray(value)) return `[${gap}${value.map((item) => flow(item, style) || 'null').join(between)}${value.length > 0 ? isEnded : ''}${gap}]`; // prettier-ignore
  const entries = Object.entries(value).map(([name, each]) => {
    const key = scalar(name, style, true);
    if (rarely(random, odd * 4)) return pick(random, [`"${name}":${flow(each, style)}`, `? ${key} : ${flow(each, style)}`, `${key} : ${flow(each, style)}`, key, `${key}:`, `${key}:\n ${flow(each, style)}`]); // prettier-ignore
    return `${key}: ${flow(each, style)}`;
  });
  return `{${gap}${entries.join(between)}${entries.length > 0 ? isEnded : ''}${gap}}`;
}

const integers = [(n: number) => `0x${n.toString(16)}`, (n: number) => `0${n.toString(8)}`, (n: number) => `0b${n.toString(2)}`, (n: number) => `0o${n.toString(8)}`, (n: number) => `+${n}`, (n: number) => `${n}.0`, (n: number) => `${n}e0`, (n: number) => String(n).split('').join('_'), (n: number) => `00${n}`, (n: number) => `"${n}"`, (n: number) => `${n}_`, (n: number) => `${n}.`, (n: number) => `0X${n.toString(16)}`, (n: number) => `!!int "${n}"`, (n: number) => `!!float ${n}`, (n: number) => `${Math.floor(n / 60)}:${n % 60}`, (n: number) => `-0b${n.toString(2)}`, (n: number) => `${n}E+0`]; // prettier-ignore

function number(value: number | boolean, { random, odd }: Style): string {
  if (!rarely(random, odd)) return String(value);
  if (typeof value === 'number') return pick(random, integers)(value);
  return pick(random, value ? ['yes', 'on', 'True', 'TRUE', 'y', 'Y', '!!bool true', 'tRue', '"true"'] : ['no', 'off', 'False', 'FALSE', 'n', 'N', '!!bool no', "'false'"]); // prettier-ignore
}

/** Strings that YAML 1.1, YAML 1.2 or go-yaml read as another type. */
const lookalikes = ['yes', 'on', 'y', 'NO', '~', 'null', '1', '0x1F', '1e3', '.5', '.inf', '-.INF', '.NaN', '2001-01-01', '2001-01-01T00:00:00Z', '1:30', '190:20:30', '0b1', '017', '08', '1_000', '+1', '-', '=', '<<', '0o7', '-0', '1.', '1e', '0x', '-0x1', '123456789012345678901', '.', '...', '---', '-a', '?a', ':a', '@a', '`a', '%a', '!a', '&a', '*a', '|', '>', '[a', ']a', '{a', '}a', ',a', 'a,b', 'a:b', 'a: b', 'a #b', 'a#b', '#a', "it's", '"a" b', "'a'b", 'a\\b', '{{ .a }}', '${a}', 'a\tb', '1e400', '-1e400', '1__0', '_1', '0_', '0b', '0B1', '+.inf', '0.1e+1', 'True', 'nULL']; // prettier-ignore

function scalar(value: string, style: Style, isKey: boolean): string {
  const { random, odd } = style;
  if (rarely(random, odd * (isKey ? 30 : 6))) return pick(random, lookalikes);
  const isPlain = /^[A-Za-z][\w./:-]*$/.test(value) && !value.endsWith(':') && !/^(?:true|false|yes|no|on|off|y|n|null)$/i.test(value); // prettier-ignore
  if (isPlain && !rarely(random, odd)) return value;
  if (rarely(random, odd * 3) && !isPlain) return value;
  if (!/[\n\r\0\u0085\u2028]/.test(value) && rarely(random, 2)) return `'${value.replaceAll("'", "''")}'`;
  return quoted(value, style);
}

function quoted(value: string, { random, odd }: Style): string {
  const text = JSON.stringify(value).replaceAll('\u0085', '\\N').replaceAll('\u2028', '\\L');
  if (!rarely(random, odd)) return text;
  return text.replace(/[a-z]/, (letter) => pick(random, [`\\x${hex(letter, 2)}`, `\\u${hex(letter, 4)}`, `\\U${hex(letter, 8)}`, `\\\n  ${letter}`, `\\/`, `\\ `, `\\e`, `\\q`, '\\ud83d', '\\uD83D\\uDE00', "\\'", `\\x4`, '\\_', '\\a', '\\U00110000'])); // prettier-ignore
}

function hex(letter: string, length: number): string {
  return (letter.codePointAt(0) ?? 0).toString(16).padStart(length, '0');
}

/** JSON, with the members and values that JSON decoders disagree about. */
export function json(object: Json, style: Style): string {
  const indent = pick(style.random, [0, 0, 2, 4]);
  const before = rarely(style.random, style.odd) ? pick(style.random, ['\n', ' ', '\uFEFF', '\t', '\r\n']) : '';
  const after = rarely(style.random, style.odd) ? pick(style.random, ['\n', ' ', '{}', '\n{}', ',', '#', '\n---\n', '\0', 'x', '\n\n']) : '\n'; // prettier-ignore
  return before + member(object, style, indent, 0) + after;
}

function member(value: Json, style: Style, indent: number, depth: number): string {
  const { random, odd } = style;
  if (value instanceof Raw) return value.text;
  if (rarely(random, odd * 8)) return pick(random, ['01', '1.', '.5', '+1', '-0', '0x1', 'NaN', 'True', "'a'", 'a', '1e1', '80.0', '1E400', '"\\ud800"', '"\\x41"', '"\\u00e9"', '"a\tb"', '"\u2028"', '"\u007f"', '"\\/"', '"\\u0000"', '-', '""', 'null', '/* a */ 1', '"a" // b', '1e-1', '123456789012345678901', '""""', '"\\ud83d\\ude00"', '"\\uDE00\\ud83d"', '[1,]', '{"a":1,}', '[,1]', '{"":1}', '{"a" 1}', '[1 2]', 'undefined', '"a']); // prettier-ignore
  if (typeof value === 'string' && rarely(random, odd)) return JSON.stringify(value).replace(/[a-zA-Z]/, (letter) => `\\u${hex(letter, 4)}`); // prettier-ignore
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const line = indent === 0 ? '' : `\n${' '.repeat(indent * (depth + 1))}`;
  const close = indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${line}${value.map((item) => member(item, style, indent, depth + 1)).join(`,${line}`)}${close}]`; // prettier-ignore
  const written = Object.entries(value).map(([name, each]) => {
    const one = `${key(name, style)}:${indent === 0 ? '' : ' '}${member(each, style, indent, depth + 1)}`;
    if (!rarely(random, odd * 4)) return one;
    const other = pick<Json>(random, [null, each, each, {}, [], 'a', 1]);
    return `${one},${line}${key(name, style)}: ${member(other, style, indent, depth + 1)}`;
  });
  return written.length === 0 ? '{}' : `{${line}${written.join(`,${line}`)}${close}}`;
}

function key(name: string, { random, odd }: Style): string {
  const text = JSON.stringify(name);
  if (rarely(random, odd * 4)) return text.replace(/[a-zA-Z]/, (letter) => `\\u${hex(letter, 4)}`);
  return rarely(random, odd * 20) ? pick(random, [name, `'${name}'`, text.toUpperCase(), text.toLowerCase()]) : text;
}
