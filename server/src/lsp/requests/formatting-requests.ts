/** Answers textDocument/formatting and rangeFormatting: settings, progress and log around features/formatting. */
import type { TextEdit } from 'vscode-languageserver-types';
import { isFormatted } from '../../features/formatted-files.ts';
import { formatFile } from '../../features/formatting.ts';
import { readFile } from '../../frontends/frontends.ts';
import type { Span } from '../../text/span.ts';
import { formattingIn } from '../protocol/params.ts';
import { withProgress } from '../protocol/work-progress.ts';
import type { TextRequest } from '../protocol/request.ts';
import { pathOfUri, settingsOf } from '../session.ts';

/** In UTF-16 units: Prettier takes about a second for a text of this length. */
const longText = 200_000;

/** The edits; null for a file that is not formatted, or if nothing can be formatted. */
export async function format(request: TextRequest, within?: Span): Promise<readonly TextEdit[] | null> {
  const { session, open, view, params, connection } = request;
  const options = formattingIn(params);
  const isMixed = settingsOf(session, open.uri).isOn.formatMixed;
  if (!isFormatted(view.file, isMixed)) return null;
  const isPartial = session.workspace.isPatch(open.uri);
  const formatted = await withProgress(request, 'Formatting', open.located.text.length > longText, () =>
    formatFile(view, {
      ...options,
      isMixed,
      ...(within ? { within } : {}),
      read: (text) => readFile(pathOfUri(open.uri), text, { isPartial, previous: view.file }),
    }),
  );
  if (formatted && 'edits' in formatted) return formatted.edits;
  if (formatted) connection.console.warn(`${pathOfUri(open.uri)}: ${formatted.problem}`);
  return null;
}
