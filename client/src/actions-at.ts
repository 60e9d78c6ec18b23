/** Asks this server for the code actions of a place, without those of other extensions, and runs them. */
import {
  CodeActionKind,
  CodeActionTriggerKind,
  CancellationTokenSource,
  commands,
  workspace,
  type CancellationToken,
  type CodeAction,
  type Diagnostic,
  type Range,
  type TextDocument,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

export interface OfferedAction {
  readonly title: string;
  readonly isFix: boolean;
  readonly isPreferred: boolean;
  readonly run: () => Promise<void>;
}

/** What can be done at the range; not the pages of rules, and nothing that is disabled. A fix of another finding in the line counts as well. */
export async function actionsAt(
  client: BaseLanguageClient,
  { document, range, diagnostics }: { document: TextDocument; range: Range; diagnostics: readonly Diagnostic[] },
  token: CancellationToken,
): Promise<readonly OfferedAction[]> {
  const provider = client.getFeature('textDocument/codeAction').getProvider(document);
  const context = { diagnostics, only: undefined, triggerKind: CodeActionTriggerKind.Invoke };
  const whole = diagnostics.reduce<Range>((all, each) => all.union(each.range), range);
  const found = (await provider?.provideCodeActions(document, whole, context, token)) ?? [];
  const actions = found.filter((each): each is CodeAction => 'edit' in each || 'kind' in each);
  const possible = actions.filter(({ disabled, command }) => !disabled && command?.command !== 'endpoints.explainRule');
  return possible.map((action) => ({
    title: action.title,
    isFix: action.kind !== undefined && CodeActionKind.QuickFix.contains(action.kind),
    isPreferred: action.isPreferred === true,
    run: async () => {
      const source = new CancellationTokenSource();
      const resolved = (await provider?.resolveCodeAction?.(action, source.token)) ?? action;
      source.dispose();
      if (resolved.edit && !(await workspace.applyEdit(resolved.edit))) return;
      const { command, arguments: args = [] } = resolved.command ?? {};
      if (command !== undefined) await commands.executeCommand(command, ...(args as unknown[]));
    },
  }));
}
