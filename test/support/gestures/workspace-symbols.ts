/** Prints the workspace symbols of a query. */
import { workspaceSymbols } from '../../../server/src/features/navigation/workspace-symbols.ts';
import { projectUri, type Input } from '../gesture-page.ts';

/** One line per symbol: name, container and place. The attribute `query` is the query. */
export function drawWorkspaceSymbols({ files }: Input, attributes: string): string {
  const query = /query="([^"]*)"/.exec(attributes)?.[1] ?? '';
  const symbols = workspaceSymbols(query, { files, isShown: () => true, isLate: false });
  const lines = symbols.map(({ name, containerName, location }) => {
    const line = 'range' in location ? location.range.start.line + 1 : '?';
    return `${name}${containerName ? ` (${containerName})` : ''} ${location.uri.slice(projectUri.length)}:${line}`;
  });
  return lines.join('\n');
}
