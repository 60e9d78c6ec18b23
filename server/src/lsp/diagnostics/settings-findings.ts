/** Makes protocol diagnostics of the mistakes in a settings file. Loaded with the first settings file. */
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver-types';
import { versionWarning } from '../../config/config.ts';
import { loadNamed } from '../../config/load.ts';
import { rangeOf } from '../../features/lsp.ts';
import { withoutLinks } from '../../text/markdown.ts';
import type { Span } from '../../text/span.ts';
import type { Host } from '../host.ts';
import { locate, type Session } from '../session.ts';
import { loadSettings } from '../workspace/workspace-settings.ts';

/** The findings in the order of the text. Open texts count before files. */
export async function settingsFindings(session: Session, host: Host, uri: string): Promise<readonly Diagnostic[]> {
  const texts = new Map<string, string>();
  const { layers, problems } = await loadSettings(loadNamed(uri), async (each) => {
    const text = session.texts.get(each)?.located.text ?? (await host.readFile(each));
    if (text !== undefined) texts.set(each, text.replace(/^\uFEFF/, ''));
    return text;
  });
  const located = locate(session, texts.get(uri) ?? '');
  const found: { readonly span: Span; readonly message: string; readonly severity: DiagnosticSeverity }[] = [];
  for (const problem of problems) {
    const { source, message } = problem;
    if (problem.uri === uri && source) found.push({ span: source.span, message, severity: DiagnosticSeverity.Error });
  }
  for (const layer of layers) {
    const message = versionWarning(layer);
    const span = layer.places?.get('kubernetesVersion');
    if (layer.file === uri && span && message !== undefined)
      found.push({ span, message, severity: DiagnosticSeverity.Warning });
  }
  found.sort((a, b) => a.span.start - b.span.start);
  return found.map(({ span, message, severity }) => ({
    range: rangeOf(located, span),
    severity,
    source: 'endpoints',
    message: withoutLinks(message),
  }));
}
