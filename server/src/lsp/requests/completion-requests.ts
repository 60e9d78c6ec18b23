/** Answers textDocument/completion and completionItem/resolve: proposals for the slots at the cursor, or rule codes in an ignore comment. */
import {
  CompletionTriggerKind,
  type CompletionContext,
  type CompletionItem,
  type CompletionList,
} from 'vscode-languageserver';
import { loadServices } from '../../contract/service-table.ts';
import { completeIgnore } from '../../features/completion/complete-ignore.ts';
import { completeTerraform } from '../../features/completion/complete-terraform.ts';
import { complete, resolveCompletion, type CompletionOptions } from '../../features/completion/completion.ts';
import { unservedServices, type UnservedService } from '../../features/completion/unserved-services.ts';
import type { CursorPlace } from '../../features/navigation/object-at-cursor.ts';
import { partAt } from '../../features/view.ts';
import { codeOf } from '../../frontends/code/languages.ts';
import type { HclFile } from '../../frontends/hcl/hcl.ts';
import { heredocTextAt } from '../../frontends/slot/heredoc-text.ts';
import { slotsAt } from '../../frontends/slot/slots.ts';
import { terraformSlotAt } from '../../frontends/slot/terraform-slot.ts';
import { isTerraformPath, isTerraformJson } from '../../frontends/terraform/module-file.ts';
import { filesBeside } from '../../frontends/terraform/read-document.ts';
import { lineStartAt } from '../../text/line.ts';
import type { Document } from '../../tree/document.ts';
import { membersOf } from '../protocol/params.ts';
import type { ItemRequest, TextRequest } from '../protocol/request.ts';
import { pathOfUri, settingsOf, type OpenText } from '../session.ts';
import { filesOf, findingsOf } from '../workspace/files.ts';
import { kustomizeCompletion } from './kustomize-requests.ts';
import { settingsCompletion } from './settings-requests.ts';

/** The completions at the offset of the text (UTF-16 units); null where nothing can be completed. */
export async function propose(request: TextRequest, offset: number): Promise<CompletionList | null> {
  const { session, open, client, params } = request;
  const trigger = triggerIn(params);
  const { triggerCharacter = '' } = trigger;
  if (triggerCharacter === ' ' && isIndentation(open.located.text, offset)) return null;
  const path = pathOfUri(open.uri);
  const language = codeOf(path)?.language;
  // In a program, the other characters belong to the server of the language, whose list ours would replace.
  if (language && /[^"'/]/.test(triggerCharacter)) return null;
  const isTyping = trigger.triggerKind !== CompletionTriggerKind.Invoked || isJustTyped(open, offset);
  open.isCompleted = true;
  const settings = settingsCompletion(request, offset, isTyping);
  if (settings) return settings;
  const codes = completeIgnore(open.located, offset, language, () =>
    findingsOf(session, open).map((each) => each.diagnostic.rule.code),
  );
  if (codes) return { isIncomplete: false, items: [...codes] };
  const isTerraform = isTerraformPath(path) && !isTerraformJson(path);
  const terraform = isTerraform ? terraformSlotAt(open.located.text, offset) : undefined;
  const programs = language && (await import('./code-completion.ts'));
  const text = isTerraformPath(path) ? heredocTextAt(open.located.text, offset) : open.located.text;
  const slots = terraform || text === undefined ? [] : (programs?.codeSlotsAt ?? slotsAt)(path, text, offset);
  if (slots.length === 0 && !terraform) return null;
  // A field that the oldest version lacks would be reported.
  const versions = settingsOf(session, open.uri);
  const minor = versions.minors?.[0] ?? versions.minor;
  // Read only when names of a program are completed: one keystroke earlier the text was different.
  const document = (): Document | undefined => partAt(request.view, offset)?.document;
  // Without a snippet plugin, Vim inserts only a word at the cursor.
  const isOneLine = /vim/i.test(session.clientName) && !client.completion.hasSnippets;
  const services = await loadServices();
  const around = (): CursorPlace => ({ files: filesOf(session), view: request.view, offset });
  const kustomize = await kustomizeCompletion(slots);
  const code = programs?.proposeInCode;
  const { located } = open;
  const { completion } = client;
  const unserved = (): readonly UnservedService[] => unservedServices(filesOf(session), open.uri);
  const workspace = { document, around, unserved };
  const options: CompletionOptions = {
    ...completion,
    ...workspace,
    located,
    minor,
    isOneLine,
    services,
    kustomize,
    code,
    isTyping,
  };
  return terraform ? completeTerraform(terraform, otherFiles(document()), options) : complete(slots, options);
}

/** The other files of the module. */
function otherFiles(document: Document | undefined): readonly HclFile[] {
  return document ? filesBeside(document).map(({ hcl }) => hcl) : [];
}

/** The item with its documentation. */
export async function resolveItem({ client }: ItemRequest, item: CompletionItem): Promise<CompletionItem> {
  return resolveCompletion(item, { ...client.completion, services: await loadServices() });
}

/** Clients send the same trigger for typing and for a shortcut, but a shortcut follows no change at the cursor. */
function isJustTyped({ typedTo, isCompleted }: OpenText, offset: number): boolean {
  return typedTo === offset && !isCompleted;
}

function triggerIn(params: unknown): Partial<CompletionContext> {
  const { context } = membersOf(params, 'params');
  return typeof context === 'object' && context !== null ? context : {};
}

function isIndentation(text: string, offset: number): boolean {
  return /^[ \t]*$/.test(text.slice(lineStartAt(text, offset), offset));
}
