/** Parses reports like other programs: each reader rejects anything outside its format. */
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { Parser, type FinalResults } from 'tap-parser';
import { root } from './root.ts';
import { sarifSchema } from './sarif-schema.ts';

/** Our own schema is stricter, because it describes our output; the published one is also used if it is available. */
const published = join(root, '../shared/schemas/sarif-2.1.0.schema.json');

// The published schema has a pattern that is invalid with the Unicode flag.
const ajv = addFormats.default(new Ajv.Ajv({ strict: false, unicodeRegExp: false, allErrors: true }));
const schemas = [
  sarifSchema,
  ...(existsSync(published) ? [JSON.parse(readFileSync(published, 'utf8')) as object] : []),
];
const validators = schemas.map((schema) => ajv.compile(schema));

/** The schema errors of a SARIF report. */
export function sarifFaults(text: string): readonly string[] {
  const log: unknown = JSON.parse(text);
  return validators.flatMap((validate) =>
    validate(log) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  );
}

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: string | undefined;
  text: string;
}

/** The elements of a document in order; throws if it is not well-formed. */
export function readXml(text: string): readonly XmlElement[] {
  const parser = new SaxesParser();
  const elements: XmlElement[] = [];
  const open: XmlElement[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, parent: open.at(-1)?.name, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (more) => {
    const element = open.at(-1);
    if (element) element.text += more;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return elements;
}

interface TapPoint {
  readonly ok: boolean;
  readonly name: string;
  readonly todo: string | boolean;
  readonly skip: string | boolean;
  readonly diag: unknown;
}

/** The test points; throws for any other line. */
export function readTap(text: string): readonly TapPoint[] {
  const points: TapPoint[] = [];
  const parser = new Parser({ strict: true });
  parser.on('assert', (point: TapPoint) => void points.push(point));
  parser.on('extra', (line: string) => {
    throw new Error(`Not TAP: ${line}`);
  });
  let isWhole = false;
  parser.on('complete', ({ failures, bailout, count }: FinalResults) => {
    isWhole = bailout === false && count === points.length && failures.every((each) => each.tapError === null);
  });
  parser.end(text);
  if (!isWhole) throw new Error(`Broken TAP:\n${text}`);
  return points;
}

const value = '(?:[^\\r\\n:,%]|%25|%0D|%0A|%3A|%2C)*';
const command = new RegExp(
  `^::(?<level>error|warning|notice)(?: (?<properties>[a-zA-Z]+=${value}(?:,[a-zA-Z]+=${value})*))?::(?<message>(?:[^\\r\\n%]|%25|%0D|%0A)*)$`,
);

interface GithubCommand {
  readonly level: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** The commands, their following lines, and the last line; throws for a line that would be another command. */
export function readGithub(text: string): {
  readonly commands: readonly GithubCommand[];
  readonly log: readonly string[];
  readonly summary: string;
} {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const log = lines.filter((line) => line.startsWith('- '));
  const last = lines.at(-1) ?? '';
  const summary = /^(?:Fixed|No|None|[1-9][0-9,]*) /.test(last) ? last : '';
  const commands = lines
    .filter((line) => !line.startsWith('- ') && line !== summary)
    .map((line): GithubCommand => {
      const { level = '', properties = '', message = '' } = command.exec(line)?.groups ?? {};
      if (level === '') throw new Error(`No command: ${line}`);
      const pairs = properties === '' ? [] : properties.split(',').map((pair) => pair.split('='));
      return {
        level,
        properties: Object.fromEntries(pairs.map(([key = '', ...rest]) => [key, unescaped(rest.join('='))])),
        message: unescaped(message),
      };
    });
  if ([...log, summary].some((line) => line.includes('##['))) throw new Error('A line of the log is a command.');
  return { commands, log, summary };
}

function unescaped(text: string): string {
  return text.replace(/%(25|0D|0A|3A|2C)/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
