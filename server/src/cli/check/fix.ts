/** `--fix`: applies the safe fixes to the files of a run. */
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import { applyFixes } from '../../edits/apply-fix.ts';
import { checkFile, type LocatedFinding } from '../../lint/check-file.ts';
import { checkBuiltFile } from '../../project/add-build-findings.ts';
import { BuildFindings } from '../../project/build-findings.ts';
import type { CheckSettings } from '../../lint/check-documents.ts';
import type { SourceFile } from '../../tree/document.ts';
import type { Source } from '../source.ts';
import type { Sources } from '../sources.ts';
import { replaceFile } from '../../disk/write-file.ts';

/** What the fixes make of a file. */
export interface FixedText {
  readonly source: Source;
  readonly after: string;
  /** The number of applied fixes. */
  readonly count: number;
}

/** Undefined if there is no fix to apply. */
export function fixedText(source: Source, sources: Sources, settings: CheckSettings): FixedText | undefined {
  const { workspace, builds } = sources;
  const { input, uri, text } = source;
  if (input.path === undefined || source.read) return undefined;
  const isBuilt = builds.reaching(uri).length > 0;
  const findings = new BuildFindings(sources, () => settings);
  const findingsIn = (file: SourceFile): readonly LocatedFinding[] => {
    if (!isBuilt) return checkFile(file, settings, workspace.around(uri, fileFacts(file)));
    // A fix changes what is built.
    sources.set({ ...source, text: file.text });
    return checkBuiltFile(file, uri, { settings, project: sources, findings });
  };
  const siblings = () => sources.modules.siblingsOf(uri);
  const { text: after, count } = applyFixes(input.name, text, { isPartial: workspace.isPatch(uri), siblings }, (file) =>
    findingsIn(file).flatMap(({ diagnostic: { fix }, document, start }) =>
      fix?.safety === 'safe' ? [{ fix, document, start }] : [],
    ),
  );
  if (isBuilt) sources.set(source);
  return count === 0 ? undefined : { source, after, count };
}

/** Returns the problem if the file cannot be written. Standard input is printed instead. */
export function writeFixed({ source: { input, bom, text }, after }: FixedText): string | undefined {
  const { path, name, root, isStdin } = input;
  if (path === undefined || isStdin) return undefined;
  return replaceFile({ path, name, root, before: bom + text, after: bom + after });
}
