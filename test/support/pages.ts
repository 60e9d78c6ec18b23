/**
 * Reads Markdown as tests: each fence of YAML, JSON or a programming language is a file with markers; a fence marked `fixed` is the preceding file
 * after all fixes of the page's rule. UPDATE=1 rewrites the blocks instead.
 */
import { readPortRange, type AllowedRange } from '../../server/src/contract/allowed-range.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { applyFixes, fixEdits } from '../../server/src/edits/apply-fix.ts';
import { groupBy } from '../../server/src/text/group.ts';
import { checkFile, type LocatedFinding } from '../../server/src/lint/check-file.ts';
import { withoutExplained } from '../../server/src/lint/explained.ts';
import type { SourceFile } from '../../server/src/tree/document.ts';
import { findings, findingsSince, offCode, settingsFor, type CheckOptions } from './checking.ts';
import { withMarkers, withoutMarkers } from './markers.ts';
import { drawnFile, fixedFile, type WorkspaceFile } from './workspace-page.ts';

export interface Block {
  readonly heading: string;
  readonly text: string;
  readonly isFixed: boolean;
  /** True for the committed version of the next block: it has no findings, and the next block is compared with it. */
  readonly isCommitted: boolean;
  /** The committed version, if the page shows it. */
  readonly committed: string | undefined;
  readonly options: CheckOptions;
  readonly sign: '#' | '//';
  /** The files of a section with a kustomization, which are checked together. */
  readonly files: readonly WorkspaceFile[];
  /**
   * The expansion of a word, on whose line nothing else is marked. With `repeat="MARK:1000"` on the fence, MARK becomes a
   * thousand "x". With `fill="10.1.0.3:999"`, the line `# …` becomes items for 999 addresses from this one.
   */
  readonly long: { readonly word: string; readonly text: string } | undefined;
}

/** The endings of the files in fences, by the names of the fences. */
export const endings: Readonly<Record<string, string>> = {
  yaml: 'yaml',
  json: 'json',
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  go: 'go',
  csharp: 'cs',
  java: 'java',
  terraform: 'tf',
  hcl: 'tf',
};

const fence = new RegExp(`^\`\`\`(${Object.keys(endings).join('|')})([^\\n]*)\\n([\\s\\S]*?)^\`\`\`$`, 'gm');

/** The blocks of a page in order. */
export function blocksOf(page: string): readonly Block[] {
  let committed: { readonly title: string; readonly text: string } | undefined;
  const files = filesBySection(page);
  return [...page.matchAll(fence)].map((match): Block => {
    const [, language = 'yaml', attributes = '', text = ''] = match;
    const heading = [...page.slice(0, match.index).matchAll(/^#+ (?![ ^<])(.*)$/gm)].at(-1)?.[1] ?? '';
    const title = /title="([^"]+)"/.exec(attributes)?.[1] ?? `a.${endings[language] ?? language}`;
    const version = /kubernetes="1\.(\d+)"/.exec(attributes)?.[1];
    const isPartial = /\bpartial\b/.test(attributes);
    const allow = allowIn(attributes);
    const minor = version ? { minor: Number(version) } : {};
    const mirroring = /\bmirroring="off"/.test(attributes) ? { mirroring: 'off' as const } : {};
    const options = { path: title, isPartial, ...minor, ...mirroring, ...(allow ? { allow } : {}) };
    const isCommitted = /\bcommitted\b/.test(attributes);
    const before = committed?.title === title ? committed.text : undefined;
    committed = isCommitted ? { title, text } : undefined;
    return {
      heading,
      text,
      isFixed: /\bfixed\b/.test(attributes),
      isCommitted,
      committed: before,
      options,
      sign: /^(?:yaml|python|terraform)$/.test(language) ? '#' : '//',
      long: longIn(text, attributes),
      files: files.get(sectionAt(page, match.index)) ?? [],
    };
  });
}

function sectionAt(page: string, offset: number): number {
  return page.lastIndexOf('\n## ', offset);
}

function filesBySection(page: string): ReadonlyMap<number, readonly WorkspaceFile[]> {
  const titled = [...page.matchAll(/^```(?:yaml|json) title="([^"]+)"\n([\s\S]*?)^```$/gm)];
  const files = groupBy(titled, ({ index }) => sectionAt(page, index));
  return new Map(
    [...files].flatMap(([section, all]) => {
      const hasKustomization = all.some(([, path = '']) => path.endsWith('/kustomization.yaml'));
      const read = all.map(([, path = '', text = '']) => ({ path, text: withoutMarkers(text) }));
      return hasKustomization ? [[section, read] as const] : [];
    }),
  );
}

/** `allow="10.0.0.0/8 443"` stands for the setting "allow". */
function allowIn(attributes: string): AllowedRange | undefined {
  const words = /allow="([^"]*)"/.exec(attributes)?.[1]?.split(' ');
  const cidrs = words?.filter((word) => word.includes('/'));
  const ports = words?.flatMap((word) => readPortRange(word) ?? []);
  return words && { cidrs: cidrs?.length ? cidrs : undefined, ports: ports?.length ? ports : undefined };
}

function longIn(text: string, attributes: string): Block['long'] {
  const [, word, times] = /repeat="(\w+):(\d+)"/.exec(attributes) ?? [];
  if (word !== undefined) return { word, text: 'x'.repeat(Number(times)) };
  const [, first, count] = /fill="([\d.]+):(\d+)"/.exec(attributes) ?? [];
  const indent = /^( *)# …$/m.exec(text)?.[1];
  if (first === undefined || indent === undefined) return undefined;
  const items = Array.from({ length: Number(count) }, (_, i) => `- ip: ${addressAfter(first, i)}`);
  return { word: '# …', text: items.join(`\n${indent}`) };
}

/** The IPv4 address that is `n` later. */
function addressAfter(address: string, n: number): string {
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + n;
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');
}

/** The expected text of the block. `code` is the page's rule. */
export function drawn(block: Block, code: string): string {
  if (block.isCommitted) return block.text;
  if (block.files.length > 0) return drawnFile(block.files, pathOf(block));
  const text = checkedText(block);
  const { file, found } = findingsIn(block, code);
  const seen = new Set(withoutExplained(found));
  const reported = found
    .filter((finding) => seen.has(finding) && isShown(finding, code))
    .map((finding) => ({
      code: finding.diagnostic.rule.code,
      severity: finding.severity,
      message: finding.diagnostic.message,
      start: finding.span.start,
      end: finding.span.end,
      fix: isFixable(block, file, finding),
    }));
  return shortened(withMarkers(text, reported, block.sign), block);
}

/** The block after the fixes of one rule. */
export function fixed(block: Block, code: string): string {
  const path = pathOf(block);
  if (block.files.length > 0) return fixedFile(block.files, path, code);
  const settings = settingsFor(block.options.minor ?? 36, turningOn(code));
  const options = { isPartial: block.options.isPartial ?? false };
  const { text } = applyFixes(path, checkedText(block), options, (file) =>
    checkFile(file, settings).flatMap(({ diagnostic, document, start }) =>
      diagnostic.rule.code === code && diagnostic.fix ? [{ fix: diagnostic.fix, document, start }] : [],
    ),
  );
  return shortened(text, block);
}

/** Whether the rule reports anything in the block. */
export function reports(block: Block, code: string): boolean {
  if (block.files.length > 0) return drawn(block, code).includes(`[${code}]: `);
  return !block.isCommitted && findingsIn(block, code).found.some(({ diagnostic }) => diagnostic.rule.code === code);
}

/** Rewrites the blocks of a page. */
export function updatePage(path: string, code: string): void {
  let previous: Block | undefined;
  const page = readFileSync(path, 'utf8');
  const blocks = blocksOf(page);
  let index = 0;
  const updated = page.replace(fence, (whole, language: string, attributes: string, text: string) => {
    const block = blocks[index++];
    if (!block) return whole;
    const wanted = block.isFixed && previous ? fixed(previous, code) : drawn(block, code);
    if (!block.isFixed && !block.isCommitted) previous = block;
    return `\`\`\`${language}${attributes}\n${wanted === '' ? text : wanted}\`\`\``;
  });
  if (updated !== page) writeFileSync(path, updated);
}

function pathOf({ options }: Block): string {
  return options.path ?? 'a.yaml';
}

function findingsIn(block: Block, code: string): ReturnType<typeof findings> {
  const text = checkedText(block);
  const options = { ...block.options, ...turningOn(code) };
  return block.committed === undefined ? findings(text, options) : findingsSince(block.committed, text, options);
}

function turningOn(code: string): Pick<CheckOptions, 'turnedOn'> {
  const turnedOn = offCode(code);
  return turnedOn === undefined ? {} : { turnedOn };
}

/** The checked text: without markers, and with its repeated word expanded. */
function checkedText({ text, long }: Block): string {
  const plain = withoutMarkers(text);
  return long ? plain.replaceAll(long.word, long.text) : plain;
}

function shortened(text: string, { long }: Block): string {
  return long ? text.replaceAll(long.text, long.word) : text;
}

/** Only the page of `deprecated-endpoints` shows that rule, which would otherwise appear in every example. */
function isShown({ diagnostic }: LocatedFinding, code: string): boolean {
  return diagnostic.rule.code !== 'deprecated-endpoints' || code === 'deprecated-endpoints';
}

function isFixable(block: Block, file: SourceFile, { diagnostic, document, start }: LocatedFinding): boolean {
  if (!diagnostic.fix) return false;
  const options = { isPartial: block.options.isPartial ?? false };
  return (
    fixEdits(block.options.path ?? 'a.yaml', file, { fix: diagnostic.fix, document, start }, options) !== undefined
  );
}
