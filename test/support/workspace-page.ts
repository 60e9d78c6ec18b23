/**
 * Reads Markdown as workspaces: a heading is a workspace, and each fence below it with a `title` is one of its files. The
 * marker lines show the findings of all files together. Related places follow the message.
 */
import { fileFacts } from '../../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../../server/src/analysis/workspace/workspace.ts';
import { placeOfField } from '../../server/src/analysis/workspace/places.ts';
import { surroundingKind } from '../../server/src/analysis/workspace/placement.ts';
import { newestMinor } from '../../server/src/contract/version.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { readKustomization } from '../../server/src/frontends/read-kustomization.ts';
import { fixEdits } from '../../server/src/edits/apply-fix.ts';
import { checkDocuments } from '../../server/src/lint/check-documents.ts';
import { fileFindings, type LocatedFinding } from '../../server/src/lint/check-file.ts';
import type { RelatedPlace } from '../../server/src/lint/rule.ts';
import { lineAt, lineStarts } from '../../server/src/text/line-index.ts';
import type { SourceFile } from '../../server/src/tree/document.ts';
import { settingsFor } from './checking.ts';
import { withMarkers, withoutMarkers } from './markers.ts';

/** A file of a workspace, without marker lines. */
export interface WorkspaceFile {
  readonly path: string;
  readonly text: string;
}

const fence = /^```(?:yaml|json) title="([^"]+)"\n([\s\S]*?)^```$/gm;

/** The workspaces of a page by their headings, as written. */
export function workspacesOf(page: string): readonly { readonly heading: string; readonly body: string }[] {
  return page
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith('## '))
    .map((part) => ({ heading: part.slice(3, part.indexOf('\n')), body: part }));
}

/** The files of a workspace, ready for a check. */
export function filesIn(body: string): readonly WorkspaceFile[] {
  return [...body.matchAll(fence)].map(([, path = '', text = '']) => ({ path, text: withoutMarkers(text) }));
}

/** The page's part with the marker lines that it should have. */
export function drawnWorkspace(body: string): string {
  const drawn = drawFiles(filesIn(body));
  return body.replace(fence, (whole: string, path: string, text: string) =>
    whole.replace(text, () => drawn.get(path) ?? text),
  );
}

interface Known {
  readonly workspace: Workspace;
  readonly files: ReadonlyMap<string, SourceFile>;
}

function drawFiles(files: readonly WorkspaceFile[]): ReadonlyMap<string, string> {
  const known = readAll(files);
  return new Map(files.map(({ path, text }) => [path, drawFile(path, text, known)]));
}

function drawFile(path: string, text: string, known: Known): string {
  const file = known.files.get(uriOf(path));
  if (!file) return text;
  const settings = settingsFor(newestMinor);
  const around = known.workspace.around(uriOf(path), fileFacts(file));
  const found = fileFindings(checkDocuments(file, settings, around)).findings;
  const reported = found
    .filter(({ diagnostic }) => diagnostic.rule.code !== 'deprecated-endpoints')
    .map((finding) => ({
      code: finding.diagnostic.rule.code,
      severity: finding.severity,
      message: finding.diagnostic.message + relatedWords(finding, path, known),
      start: finding.span.start,
      end: finding.span.end,
      fix: isFixable(finding, path, known),
    }));
  return withMarkers(text, reported, path.endsWith('.json') ? '//' : '#');
}

function readAll(files: readonly WorkspaceFile[]): Known {
  const workspace = new Workspace();
  // A path such as `roots/a/service.yaml` is in a workspace folder of its own.
  workspace.setRoots(files.flatMap(({ path }) => /^roots\/\w+/.exec(path)?.map(uriOf) ?? []));
  for (const { path, text } of files) {
    const kind = surroundingKind(uriOf(path));
    if (kind === 'kustomization') workspace.setKustomization(uriOf(path), readKustomization(text));
    if (kind === 'chart') workspace.setChart(uriOf(path), true);
  }
  const read = files.map(({ path, text }): [string, SourceFile] => {
    const uri = uriOf(path);
    return [uri, readFile(path, text, { isPartial: workspace.isPatch(uri) })];
  });
  for (const [uri, file] of read) workspace.set(uri, fileFacts(file));
  return { workspace, files: new Map(read) };
}

function uriOf(path: string): string {
  return `file:///work/${path}`;
}

function relatedWords({ diagnostic, start }: LocatedFinding, path: string, { files }: Known): string {
  return diagnostic.related.map((related) => ` → ${placeOf(related, path, start, files)} ${related.message}`).join('');
}

function placeOf(related: RelatedPlace, path: string, start: number, files: ReadonlyMap<string, SourceFile>): string {
  const uri = 'span' in related ? uriOf(path) : related.entry.uri;
  const file = files.get(uri);
  const span =
    'span' in related
      ? { start: related.span.start + start }
      : file && placeOfField(file, related.entry.ordinal, related.path);
  if (!file || !span) throw new Error(`There is no place for "${related.message}" in ${uri}.`);
  return `${uri.slice(uriOf('').length)}:${lineAt(lineStarts(file.text), span.start) + 1}`;
}

function isFixable(
  { diagnostic, document, start }: LocatedFinding,
  path: string,
  { files, workspace }: Known,
): boolean {
  const { fix } = diagnostic;
  const [uri, file] = [uriOf(path), files.get(uriOf(path))];
  if (!fix || !file) return false;
  return fixEdits(path, file, { fix, document, start }, { isPartial: workspace.isPatch(uri) }) !== undefined;
}
