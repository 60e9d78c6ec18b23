/**
 * Reads Markdown as workspaces: a heading is a workspace, and each fence below it with a `title` is one of its files. The
 * marker lines show the findings of all files together. Related places follow the message.
 */
import assert from 'node:assert/strict';
import { newestMinor } from '../../server/src/contract/version.ts';
import { applyEdits } from '../../server/src/edits/apply-edits.ts';
import { fixEdits } from '../../server/src/edits/apply-fix.ts';
import { codeOf } from '../../server/src/frontends/code/languages.ts';
import { kustomizeEngine } from '../../server/src/kustomize/engine.ts';
import { fileFindings, type LocatedFinding } from '../../server/src/lint/check-file.ts';
import { Checks } from '../../server/src/project/checks.ts';
import { Project } from '../../server/src/project/project.ts';
import { locator } from '../../server/src/reports/locate.ts';
import type { BuildFiles } from '../../server/src/tree/built.ts';
import type { SourceFile } from '../../server/src/tree/document.ts';
import { settingsFor } from './checking.ts';
import { withMarkers, withoutMarkers } from './markers.ts';

/** A file of a workspace, without marker lines. */
export interface WorkspaceFile {
  readonly path: string;
  readonly text: string;
}

const fence = /^```(?:yaml|json|typescript|javascript|python|go|csharp|java) title="([^"]+)"\n([\s\S]*?)^```$/gm;

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
  readonly project: Project;
  readonly findings: (
    uri: string,
  ) => { readonly file: SourceFile; readonly found: readonly LocatedFinding[] } | undefined;
}

/** The file with its marker lines, without related places. */
export function drawnFile(files: readonly WorkspaceFile[], path: string): string {
  const text = files.find((file) => file.path === path)?.text ?? '';
  return drawFile(path, text, readAll(files), () => '');
}

/** The file after the fixes of one rule. */
export function fixedFile(files: readonly WorkspaceFile[], path: string, code: string): string {
  const { file, found } = readAll(files).findings(uriOf(path)) ?? { found: [] };
  if (!file) return '';
  const edits = found.flatMap(({ diagnostic, document, start }) => {
    const { fix, rule } = diagnostic;
    return fix && rule.code === code
      ? (fixEdits(path, file, { fix, document, start }, { isPartial: false }) ?? [])
      : [];
  });
  return applyEdits(file.text, edits);
}

function drawFiles(files: readonly WorkspaceFile[]): ReadonlyMap<string, string> {
  const known = readAll(files);
  return new Map(files.map(({ path, text }) => [path, drawFile(path, text, known)]));
}

function drawFile(path: string, text: string, known: Known, words = relatedWords): string {
  const checked = known.findings(uriOf(path));
  if (!checked) return text;
  const reported = checked.found
    .filter(({ diagnostic }) => diagnostic.rule.code !== 'deprecated-endpoints')
    .map((finding) => ({
      code: finding.diagnostic.rule.code,
      severity: finding.severity,
      message: finding.diagnostic.message + words(finding, path, known),
      start: finding.span.start,
      end: finding.span.end,
      fix: isFixable(finding, path, known),
    }));
  return withMarkers(text, reported, signOf(path));
}

/** The sign of comments in a file. */
function signOf(path: string): '#' | '//' {
  return path.endsWith('.json') || (codeOf(path) && !path.endsWith('.py')) ? '//' : '#';
}

function readAll(files: readonly WorkspaceFile[]): Known {
  const project = new Project({
    nameOfFolder: (folder) => folder.slice(uriOf('').length) || '.',
    beyond: nothingBeyond,
  });
  // A path such as `roots/a/service.yaml` is in a workspace folder of its own.
  project.workspace.setRoots(files.flatMap(({ path }) => /^roots\/\w+/.exec(path)?.map(uriOf) ?? []));
  project.builds.setEngine(kustomizeEngine);
  const all = files.map(({ path, text }) => ({ uri: uriOf(path), path, text }));
  for (const { uri, text } of all) project.setSurroundings(uri, text);
  project.place();
  for (const { file } of project.addAll(all)) assert.ok(file);
  const settings = settingsFor(newestMinor);
  const checks = new Checks(project, {
    settingsOf: () => settings,
    resultOf: ({ checked }) => ({ file: checked.file, found: fileFindings(checked).findings }),
  });
  return { project, findings: (uri) => checks.of(uri) };
}

const nothingBeyond: BuildFiles = { read: () => undefined, kindOf: () => 'missing' };

function uriOf(path: string): string {
  return `file:///work/${path}`;
}

function relatedWords({ diagnostic, start }: LocatedFinding, path: string, { project }: Known): string {
  const files = {
    treeOf: (uri: string) => project.treeOf(uri),
    nameOf: (uri: string) => uri.slice(uriOf('').length),
    builds: project.builds,
  };
  const file = project.treeOf(uriOf(path));
  return diagnostic.related
    .map((related) => {
      const place = file && locator(uriOf(path), files)(related, file, start);
      if (!place) throw new Error(`There is no place for "${related.message}" in ${path}.`);
      return ` → ${place.name}:${place.line} ${related.message}`;
    })
    .join('');
}

function isFixable({ diagnostic, document, start }: LocatedFinding, path: string, { project }: Known): boolean {
  const { fix } = diagnostic;
  const [uri, file] = [uriOf(path), project.treeOf(uriOf(path))];
  if (!fix || !file) return false;
  return fixEdits(path, file, { fix, document, start }, { isPartial: project.workspace.isPatch(uri) }) !== undefined;
}
