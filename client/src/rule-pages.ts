/** Opens the bundled pages of the rules as Markdown previews. */
import { MarkdownString, Uri, ViewColumn, workspace, type Disposable, type ExtensionContext, type Hover } from 'vscode';
import { readText } from './files.ts';
import { openPreview } from './shown-documents.ts';

/** `package.json` associates this scheme with the Markdown preview. */
const scheme = 'endpoints-rule';

/** The page on fixes, ignore comments and refactorings, in `docs`. */
export const guidePage = 'code-actions';

/** The pattern from which the server makes the links of its findings. */
export const rulePagePattern = `${scheme}:/{code}.md`;

export function showRulePages({ extensionUri }: ExtensionContext): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent({ path }) {
      const isPage = /^\/[\w-]+\.md$/.test(path);
      const folder = path === `/${guidePage}.md` ? 'docs' : 'docs/rules';
      const page = isPage ? await readText(Uri.joinPath(extensionUri, folder, path)) : null;
      return page ?? `# ${path.slice(1).replace('.md', '')}\n\nThis rule has no page.\n`;
    },
  });
}

export function openRulePage(code: string): Promise<void> {
  const uri = Uri.from({ scheme, path: `/${code}.md` });
  return openPreview(uri, 'markdown.showPreviewToSide', ViewColumn.Beside);
}

/** Replaces links to rule pages by commands, because hovers cannot open texts of a custom scheme. */
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
