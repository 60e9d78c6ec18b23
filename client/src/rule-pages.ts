/** The pages of the rules, which come with the extension: they open as Markdown previews, offline. */
import { MarkdownString, Uri, ViewColumn, commands, window, workspace } from 'vscode';
import type { Disposable, ExtensionContext, Hover } from 'vscode';
import { readText } from './files.ts';

/** `package.json` says that texts of this scheme open as Markdown previews. */
const scheme = 'endpoints-rule';

/** What the server makes the links of its findings of. */
export const rulePagePattern = `${scheme}:/{code}.md`;

export function showRulePages({ extensionUri }: ExtensionContext): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent({ path }) {
      const isPage = /^\/[\w-]+\.md$/.test(path);
      const page = isPage ? await readText(Uri.joinPath(extensionUri, 'docs/rules', path)) : null;
      return page ?? `# ${path.slice(1).replace('.md', '')}\n\nThere is no page of this rule.\n`;
    },
  });
}

export async function openRulePage(code: string): Promise<void> {
  const uri = Uri.from({ scheme, path: `/${code}.md` });
  try {
    await commands.executeCommand('markdown.showPreviewToSide', uri);
  } catch {
    // VS Code's own Markdown extension can be switched off, and is not in every workbench on the web.
    await window.showTextDocument(uri, { viewColumn: ViewColumn.Beside });
  }
}

/** Hovers may lead to commands only, and not to texts of a scheme of ours. */
export function withPageCommands(hover: Hover | null | undefined): Hover | null | undefined {
  for (const content of hover?.contents ?? []) {
    if (!(content instanceof MarkdownString)) continue;
    content.value = content.value.replace(
      /\(endpoints-rule:\/([\w-]+)\.md\)/g,
      (_, code: string) => `(command:endpoints.explainRule?${encodeURIComponent(JSON.stringify([code]))})`,
    );
  }
  return hover;
}
