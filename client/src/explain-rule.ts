/** Opens the page of a rule: of a named one, of a finding at the cursor, or of one that the user selects. */
import {
  Range,
  languages,
  window,
  type Diagnostic,
  type ExtensionContext,
  type QuickPickItem,
  type TextEditor,
} from 'vscode';
import { ruleSummaries } from './manifest.ts';
import { guidePage, openRulePage } from './rule-pages.ts';

/** A menu passes the address of a file, which names no rule. */
export async function explainRule({ extension }: ExtensionContext, named: unknown): Promise<void> {
  const summaries = ruleSummaries(extension);
  if (typeof named === 'string' && (summaries.has(named) || named === guidePage)) return openRulePage(named);
  const editor = window.activeTextEditor;
  const found = editor ? codesOf(findingsAt(editor)).filter((code) => summaries.has(code)) : [];
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return openRulePage(only);
  const codes = found.length > 0 ? found : [...summaries.keys()];
  const items = codes.map((label): QuickPickItem => ({ label, detail: summaries.get(label) ?? '' }));
  const choice = await window.showQuickPick(items, { title: 'Explain Rule', matchOnDetail: true });
  if (choice) await openRulePage(choice.label);
}

/** The findings at the cursor, or else those of its line. */
export function findingsAt({ document, selection }: TextEditor): readonly Diagnostic[] {
  const { line } = selection.active;
  const own = languages.getDiagnostics(document.uri).filter(({ source }) => source === 'endpoints');
  const here = own.filter(({ range }) => range.contains(selection.active));
  return here.length > 0 ? here : own.filter(({ range }) => range.intersection(new Range(line, 0, line, 1e6)));
}

export function codesOf(findings: readonly Diagnostic[]): readonly string[] {
  return [...new Set(findings.map(({ code }) => String(typeof code === 'object' ? code.value : code)))];
}
