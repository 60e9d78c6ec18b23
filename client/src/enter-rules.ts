/** Makes Enter indent in settings files and YAML files with Endpoints, EndpointSlices or a Service. In other files, Enter stays as it is. */
import { Disposable, IndentAction, languages, window, workspace, type OnEnterRule, type TextDocument } from 'vscode';

/** An anchor, a tag, the indicator of a block scalar and a comment may follow the colon. */
const openEnd = /:(?:[ \t]+[&!]\S*)*(?:[ \t]+[|>][-+\d]*)?(?:[ \t]+#.*)?[ \t]*$/.source;

const rules: readonly OnEnterRule[] = [
  // `- addresses:` opens a value below the key, which is deeper than the dash.
  rule(`^\\s*- [^\\s#-].*${openEnd}`, IndentAction.Indent, '  '),
  // After `- name: a`, the next key of the item follows. A flow mapping is complete.
  rule(/^\s*- (?:"[^"]*"|'[^']*'|[^\s#'"{[&*!|>-][^#]*?):[ \t]+\S.*$/.source, IndentAction.None, '  '),
  rule(`^\\s*[^\\s#-].*${openEnd}`, IndentAction.Indent),
];

function rule(before: string, indentAction: IndentAction, appendText?: string): OnEnterRule {
  const action = appendText === undefined ? { indentAction } : { indentAction, appendText };
  return { beforeText: new RegExp(before), afterText: /^\s*$/, action };
}

/** A language configuration holds for all files of its language, so it is set only while a file of ours has the focus. */
export function indentOnEnter(): Disposable {
  const ours = new WeakSet<TextDocument>();
  let active: Disposable | undefined;
  const follow = (): void => {
    const document = window.activeTextEditor?.document;
    const isOn = document?.languageId === 'yaml' && isOurs(document, ours);
    if (isOn) active ??= languages.setLanguageConfiguration('yaml', { onEnterRules: [...rules] });
    else {
      active?.dispose();
      active = undefined;
    }
  };
  follow();
  return Disposable.from(
    window.onDidChangeActiveTextEditor(follow),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (active || document !== window.activeTextEditor?.document) return;
      // Only a line that names the kind can make the file one of ours.
      const isNamed = contentChanges.some(
        ({ range, text }) => names(document.lineAt(range.start.line).text) || names(text),
      );
      if (isNamed) follow();
    }),
    { dispose: () => active?.dispose() },
  );
}

function isOurs(document: TextDocument, known: WeakSet<TextDocument>): boolean {
  if (!known.has(document) && (isSettingsFile(document) || names(document.getText()))) known.add(document);
  return known.has(document);
}

function isSettingsFile({ uri }: TextDocument): boolean {
  return /\/endpoints\.config\.ya?ml$/.test(uri.path);
}

function names(text: string): boolean {
  return /\bEndpoint(?:s|Slice)\b|\bkind:[ \t]*["']?Service\b/.test(text);
}
