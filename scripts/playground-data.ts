/** Makes the data of the playground when the site is built: its examples, and one for each rule. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rules } from '../server/src/rules/rules.ts';
import { offCode } from '../test/support/checking.ts';
import { withoutMarkers } from '../test/support/markers.ts';
import { blocksOf, type Block } from '../test/support/pages.ts';
import { exampleList } from '../site/playground/example-list.ts';
import type { Example, RuleExample } from '../site/playground/examples.ts';
import type { SharedFile } from '../site/playground/link-state.ts';

export function examplesIn(root: string): readonly Example[] {
  return exampleList.map(({ files, ...example }) => {
    const folder = commonFolder(files);
    const read = (path: string): SharedFile => ({
      name: relative(folder, path),
      text: readFileSync(join(root, 'examples', path), 'utf8'),
    });
    return { ...example, files: files.map(read) };
  });
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '');
  while (folder !== '.' && !paths.every((path) => path.startsWith(`${folder}/`))) folder = dirname(folder);
  return folder === '.' ? '' : folder;
}

/** The first example of each rule's page that shows a finding of the rule. */
export function ruleExamplesIn(root: string): Readonly<Record<string, RuleExample>> {
  return Object.fromEntries(
    rules.map(({ code }) => {
      const blocks = blocksOf(readFileSync(join(root, 'docs/rules', `${code}.md`), 'utf8'));
      const block = blocks.find((each) => each.text.includes(`[${code}]: `));
      if (!block) throw new Error(`docs/rules/${code}.md has no example with a finding of the rule.`);
      return [code, exampleOf(block, code)];
    }),
  );
}

/** In characters: nobody wants a longer text in an editor. */
const longest = 100_000;

function exampleOf(block: Block, code: string): RuleExample {
  const { options, files, long, committed } = block;
  const plain = withoutMarkers(block.text);
  const active = options.path ?? 'a.yaml';
  const isShort = !long || long.text.length < longest;
  const text = long && isShort ? plain.replaceAll(long.word, long.text) : plain;
  const written = files.length > 0 ? files.map(({ path, text: each }) => ({ name: path, text: each })) : [];
  const shown = written.length > 0 ? written : [{ name: active, text }];
  const settings = settingsOf(block, code);
  return {
    files: settings === '' ? shown : [...shown, { name: 'endpoints.config.yaml', text: settings }],
    active,
    version: options.minor === undefined ? '' : `1.${options.minor}`,
    remark: [
      ...(committed === undefined
        ? []
        : [`${code} compares an object with its committed version, which the playground does not have.`]),
      ...(isShort
        ? []
        : [`This example is shortened: ${code} reports it if ${long.word} has ${long.text.length} characters.`]),
    ].join(' '),
  };
}

/** What the page sets by attributes of its fence; empty for nothing. */
function settingsOf({ options: { mirroring, allow } }: Block, code: string): string {
  const { cidrs, ports } = allow ?? {};
  const blocks = (cidrs ?? []).map((cidr) => `"${cidr}"`);
  const ranges = (ports ?? []).map(({ from, to }) => `"${from === to ? from : `${from}-${to}`}"`);
  return [
    ...(offCode(code) === undefined ? [] : [`severity: { ${code}: warning }`]),
    ...(mirroring === undefined ? [] : [`mirroring: ${mirroring}`]),
    ...(cidrs || ports ? [`allow: { cidrs: [${blocks.join(', ')}], ports: [${ranges.join(', ')}] }`] : []),
    '',
  ].join('\n');
}
