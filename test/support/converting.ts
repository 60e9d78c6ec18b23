/** Converts texts like the command line, and prints the result. */
import { fileFacts } from '../../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../../server/src/analysis/workspace/workspace.ts';
import { convertFiles } from '../../server/src/convert/convert.ts';
import { requiredEndpoints, requirementsIn } from '../../server/src/convert/required-endpoints.ts';
import type { Converted, ConvertSettings, ConversionOutcome } from '../../server/src/convert/outcome.ts';
import { readFile } from '../../server/src/frontends/frontends.ts';
import { isTerraformPath, moduleFile } from '../../server/src/frontends/terraform/module-file.ts';
import { readKustomization } from '../../server/src/frontends/read-kustomization.ts';
import { kustomizeEngine } from '../../server/src/kustomize/engine.ts';
import { Builds } from '../../server/src/project/builds.ts';
import type { Resource, SourceFile } from '../../server/src/tree/document.ts';
import type { PatchRole } from '../../server/src/tree/kustomization.ts';
import { lineAt, lineStarts } from '../../server/src/text/line-index.ts';

export interface Text {
  readonly path: string;
  readonly text: string;
}

const base = 'file:///project/';

/** The result for these texts alone. */
export function convertTexts(
  texts: readonly Text[],
  settings: Partial<ConvertSettings> = {},
  isWanted?: (uri: string, resource: Resource) => boolean,
): Converted {
  const workspace = new Workspace();
  for (const { path, text } of texts) {
    if (/(?:^|\/)kustomization\.yaml$/.test(path)) workspace.setKustomization(base + path, readKustomization(text));
  }
  const sources = texts.map(({ path, text }) => {
    const uri = base + path;
    return { uri, path, file: fileOf({ path, text }, workspace.isPatch(uri), texts) };
  });
  for (const { uri, file } of sources) workspace.set(uri, fileFacts(file));
  const requirementOf = requiredEndpoints(() =>
    texts.flatMap(({ path, text }) => requirementsIn({ uri: base + path, text })),
  );
  const byUri = new Map(texts.map(({ path, text }) => [base + path, text]));
  const builds = new Builds({
    uris: () => byUri.keys(),
    textOf: (uri) => byUri.get(uri),
    beyond: { read: () => undefined, kindOf: () => 'missing' },
    nameOf: (folder) => folder,
  });
  const roots = {
    ...builds.sourcesOf(workspace.buildRoots(), kustomizeEngine),
    changeableUri: (path: string) => (byUri.has(path) ? path : undefined),
    nameOf: (path: string) => path.slice(base.length) || '.',
  };
  const defaults = { to: 'endpointslice', mode: 'replace', managedBy: 'example.com', minor: 36 } as const;
  return convertFiles(sources, workspace, { ...defaults, ...settings }, { isWanted, requirementOf, roots });
}

const read = new Map<string, SourceFile>();

/** A text that comes out of one conversion goes into the next ones: the last few are not read again. */
function fileOf({ path, text }: Text, isPartial: PatchRole, all: readonly Text[]): SourceFile {
  const key = `${path} ${isPartial} ${text}`;
  const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);
  const isBeside = (each: Text): boolean =>
    each.path !== path && isTerraformPath(each.path) && folderOf(each.path) === folderOf(path);
  const siblings = isTerraformPath(path) ? all.filter(isBeside).map((each) => moduleFile(each.path, each.text)) : [];
  if (siblings.length > 0) return readFile(path, text, { isPartial, siblings: () => siblings });
  const file = read.get(key) ?? readFile(path, text, { isPartial });
  read.set(key, file);
  if (read.size > 8) for (const oldest of [...read.keys()].slice(0, 4)) read.delete(oldest);
  return file;
}

/** The text with the line breaks of Windows. */
export function onWindows({ path, text }: Text): Text {
  return { path, text: text.replaceAll(/\r?\n/g, '\r\n') };
}

/** The texts after a conversion. */
export function textsAfter(texts: readonly Text[], { files }: Converted): readonly Text[] {
  return texts.map(({ path, text }) => ({ path, text: files.find(({ uri }) => uri === base + path)?.after ?? text }));
}

/** The changed files, and one or more lines per resource. */
export function drawConversion(texts: readonly Text[], converted: Converted): string {
  const files = converted.files.map(({ uri, after }) => {
    const head = texts.length > 1 ? `== ${uri.slice(base.length)}\n` : '';
    return head + after.replaceAll('\r\n', '␍\n').replace(/(?<!\n)$/, after === '' ? '' : '⏎̸\n');
  });
  return `${files.join('')}== outcomes\n${converted.outcomes.map((outcome) => drawOutcome(texts, outcome)).join('')}`;
}

function drawOutcome(texts: readonly Text[], outcome: ConversionOutcome): string {
  const { uri, what, name, namespace, made, reasons, losses } = outcome;
  const text = texts.find(({ path }) => uri === base + path)?.text ?? '';
  const line = (start: number): number => lineAt(lineStarts(text), start) + 1;
  const becomes = made.length === 0 ? '' : ` → ${made.map((each) => `${each.kind} ${each.name}`).join(', ')}`;
  const remarks = [...reasons, ...losses.map((loss) => ({ ...loss, message: `lost: ${loss.message}` }))];
  const lines = remarks.map(({ message, span }) => `  ${line(span.start)}: ${message}\n`);
  return `${what}: ${namespace === '' ? '' : `${namespace}/`}${name}${becomes}\n${lines.join('')}`;
}
