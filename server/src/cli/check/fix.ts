/** `--fix`: applies the safe fixes to the files of a run. */
import type { FileRelations } from '../../analysis/workspace/file-around.ts';
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import { applyFixes } from '../../edits/apply-fix.ts';
import { checkFile } from '../../lint/check-file.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import type { SourceFile } from '../../tree/document.ts';
import type { Source } from '../source.ts';
import type { Sources } from '../sources.ts';
import { replaceFile } from '../../disk/write-file.ts';

/** Applies the safe fixes and returns their count; 0 if the file cannot be written. */
export function fixFile(source: Source, sources: Sources, settings: CheckSettings, problems: string[]): number {
  const { input, uri, text, bom } = source;
  const { workspace } = sources;
  if (input.path === undefined || source.read) return 0;
  const { text: after, count } = applyFixes(input.name, text, { isPartial: workspace.isPatch(uri) }, (file) =>
    safeFixes(file, settings, workspace.around(uri, fileFacts(file))),
  );
  if (count === 0) return 0;
  const { path, name, root } = input;
  const problem = replaceFile({ path, name, root, before: bom + text, after: bom + after });
  if (problem !== undefined) {
    problems.push(problem);
    return 0;
  }
  sources.set({ ...source, text: after });
  return count;
}

function safeFixes(file: SourceFile, settings: CheckSettings, around: FileRelations) {
  return checkFile(file, settings, around).flatMap(({ diagnostic: { fix }, document, start }) =>
    fix?.safety === 'safe' ? [{ fix, document, start }] : [],
  );
}
