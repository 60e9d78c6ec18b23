/** `endpoints check --list-files`: prints how each file is read, without checking it. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkedObjects } from '../../analysis/binding/own-services.ts';
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { codeOf, languageNames } from '../../frontends/code/languages.ts';
import { fileLanguage, unreadLanguageIn } from '../../frontends/file-languages.ts';
import { isTerraformPath } from '../../frontends/terraform/module-file.ts';
import { isJinja } from '../../frontends/template.ts';
import { counted, printableJson, withoutControls } from '../../text/quote.ts';
import { documentsOf, isPlan, type SourceFile } from '../../tree/document.ts';
import { isMarkdown, isScript } from '../inputs/inputs.ts';
import type { RunProgress } from '../run-progress.ts';
import type { Source } from '../source.ts';
import { Sources } from '../sources.ts';
import type { Terminal } from '../terminal.ts';
import { exitCodes } from '../usage.ts';
import type { Prepared } from './prepare.ts';

interface ListedFile {
  readonly file: string;
  /** Null for a text that is not read. */
  readonly readAs: string | null;
  /** The number of checked objects. */
  readonly objects: number;
  /** The language of a text in the file that is not read. */
  readonly skipped: string | null;
}

/** Returns the exit code. A file that cannot be read is a problem, as in a check. */
export async function listFiles(
  { inputs, settings, grammars, options: { outputs } }: Prepared,
  progress: RunProgress,
  terminal: Terminal,
): Promise<number> {
  const problems = [...inputs.problems];
  const sources = await Sources.reading(inputs.files, problems, { progress, grammars });
  const settingsFiles = new Set(settings.layers.flatMap(({ file }) => (file === undefined ? [] : fileURLToPath(file))));
  const listed = sources
    .all()
    .map((source) => listedFile(source, sources, settingsFiles))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  progress.enter('reporting');
  terminal.out(outputs[0]?.format === 'json' ? `${printableJson(listed, 2)}\n` : columns(listed));
  for (const problem of problems) terminal.err(`endpoints: ${withoutControls(problem)}\n`);
  return problems.length > 0 ? exitCodes.usage : exitCodes.clean;
}

function listedFile(source: Source, sources: Sources, settingsFiles: ReadonlySet<string>): ListedFile {
  const { input, path, uri } = source;
  const kind = surroundingKind(uri);
  const isSettings = settingsFiles.has(input.path ?? '') || /^endpoints\.config\.(?:ya?ml|json)$/.test(basename(path));
  const known = kind === 'chart' ? 'Helm chart' : (kind ?? (isSettings ? 'settings' : undefined));
  if (known !== undefined) return { file: path, readAs: known, objects: 0, skipped: null };
  const file = sources.read(source);
  const documents = documentsOf(file);
  const objects = documents.reduce((count, document) => count + checkedObjects(document).length, 0);
  const isMeant = objects > 0 || documents.some(({ issues, misnamed }) => issues.length + misnamed.length > 0);
  const skipped = isMarkdown(input) ? undefined : unreadLanguageIn(path, file);
  const readAs = isMeant ? readAsIn(source, file, sources) : skipped === undefined ? nothingChecked : null;
  return { file: path, readAs, objects, skipped: skipped ?? null };
}

const nothingChecked = 'no checked object';
const withoutObjects = new Set<string | null>(['Helm chart', 'kustomization', 'settings', nothingChecked, null]);

/** Objects of one file may be in several carriers, and outside of any. */
function readAsIn(source: Source, file: SourceFile, sources: Sources): string {
  if (isMarkdown(source.input)) return 'Markdown';
  if (isScript(source.input)) return 'shell script';
  const own = languageOf(source, file, sources);
  const carriers = documentsOf(file).flatMap((document) =>
    checkedObjects(document).map(({ embedding }) => embedding?.in.replace(/^an? /, '') ?? own),
  );
  return carriers.length === 0 ? own : [...new Set(carriers)].join(', ');
}

function languageOf({ path, text, uri }: Source, file: SourceFile, { workspace }: Sources): string {
  const code = codeOf(path);
  if (code) return `${languageNames[code.language]} program`;
  if (isTerraformPath(path)) return 'Terraform';
  if (workspace.isPatch(uri)) return 'kustomize patch';
  if (isPlan(file)) return 'Terraform plan';
  if (documentsOf(file).some(({ form }) => form === 'pulumi')) return 'Pulumi program';
  const language = fileLanguage(path)?.name ?? (isJinja(text) ? 'Jinja' : undefined);
  if (language !== undefined) return language;
  const isInChart = workspace.entriesIn(uri).some(({ placements }) => placements.some(({ chart }) => chart !== ''));
  if (isInChart) return 'Helm template';
  return text.includes('{{') ? 'template' : 'manifest';
}

function columns(listed: readonly ListedFile[]): string {
  const names = listed.map(({ file }) => withoutControls(file));
  const width = names.reduce((most, { length }) => Math.max(most, length), 0);
  return listed.map((each, i) => `${names[i]?.padEnd(width)}  ${withoutControls(wordsFor(each))}\n`).join('');
}

function wordsFor({ readAs, objects, skipped }: ListedFile): string {
  const read = withoutObjects.has(readAs) ? readAs : `${readAs} (${counted(objects, 'object')})`;
  const unread = skipped === null ? null : `skipped: ${skipped}`;
  return [read, unread].filter((part) => part !== null).join(', ');
}
