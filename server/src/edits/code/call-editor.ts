/** Takes constructor calls apart and writes others in their places, for conversions. */
import { programSyntax } from '../../frontends/code/read-code.ts';
import type { Document } from '../../tree/document.ts';
import type { CallEditor, ProgramSpelling } from '../parts/calls.ts';
import { scalarIn } from './code-style.ts';
import { extendedMap } from './extended-map.ts';
import { programStyle } from './program-style.ts';
import { nameReads, readCall } from './read-call.ts';
import { labelWritten, nameWithSuffix } from './suffixed-names.ts';
import { withoutUnusedImports } from './unused-imports.ts';
import { writeCalls } from './write-calls.ts';

export const callEditor: CallEditor = {
  read: readCall,
  write: writeCalls,
  tidied: withoutUnusedImports,
  spelling,
  nameReads,
  comments(document) {
    const comments = programSyntax(document)?.program.survey.comments ?? [];
    return comments.map(({ start, end }) =>
      document.text
        .slice(start, end)
        .split('\n')
        .map((line) => line.trim())
        .join('\n'),
    );
  },
  errors: (document) => programSyntax(document)?.program.survey.broken.size ?? 0,
};

function spelling(document: Document): ProgramSpelling {
  const style = programStyle(document);
  const syntax = programSyntax(document);
  return {
    scalar: (value) => scalarIn(value, style) ?? '',
    suffixed: (name, suffix, whole) => syntax && nameWithSuffix(document, syntax, name, { suffix, whole }, style),
    label: (name) => syntax && labelWritten(syntax, name, style.language),
    extended: (map, entries) => extendedMap(map, entries, style),
  };
}
