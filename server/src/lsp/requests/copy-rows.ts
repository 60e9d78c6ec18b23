/** The requests that copy resources as text of another language, and paste manifests into programs. Their code is loaded on demand. */
import { onPosition, onRange, type RequestRow } from '../protocol/request.ts';

export const copyRows: readonly RequestRow[] = [
  onRange(
    {
      method: 'endpoints/copy',
      does: 'Returns the resources in the range as a program of a language, as Pulumi YAML or as a manifest.',
      empty: null,
      hasPrograms: true,
    },
    async (request, span) => (await import('./copy-requests.ts')).copyResources(request, span),
  ),
  onPosition(
    {
      method: 'endpoints/paste',
      does: 'Returns the edits that write the resources of a manifest into a program, in its style, with the imports that they need.',
      empty: null,
      hasPrograms: true,
    },
    async (request, offset) => (await import('./copy-requests.ts')).pasteResources(request, offset),
  ),
];
