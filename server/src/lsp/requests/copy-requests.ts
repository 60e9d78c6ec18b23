/** Answers endpoints/copy and endpoints/paste. Loaded with the first such request. */
import { ErrorCodes, ResponseError, type TextEdit } from 'vscode-languageserver';
import { fileNames, targetLanguages } from '../../convert/translate/carried.ts';
import { pasteManifest } from '../../convert/translate/paste.ts';
import { translate } from '../../convert/translate/translate.ts';
import { protocolEdit } from '../../features/lsp.ts';
import { codeOf } from '../../frontends/code/languages.ts';
import { listed } from '../../text/quote.ts';
import { overlaps, type Span } from '../../text/span.ts';
import { requestFailed } from '../protocol/errors.ts';
import { languageIn, pastedIn } from '../protocol/params.ts';
import type { TextRequest } from '../protocol/request.ts';
import { pathOfUri } from '../session.ts';
import { grammarLoaded } from '../workspace/programs.ts';

interface Copied {
  /** Empty where nothing can be copied. */
  readonly text: string;
  /** What a user must know: what is not copied, or copied without a part. */
  readonly messages: readonly string[];
}

/** The resources in the range, or around the cursor. */
export async function copyResources(request: TextRequest, span: Span): Promise<Copied> {
  const wanted = languageIn(request.params);
  const to = targetLanguages.find((language) => language === wanted);
  if (to === undefined)
    throw new ResponseError(ErrorCodes.InvalidParams, `params.language must be ${listed(targetLanguages, 'or')}.`);
  const { view } = request;
  await loadReader(fileNames[to], request);
  const { text, remarks, failure, found } = translate([{ uri: view.uri, file: view.file }], {
    to,
    isFragment: true,
    isWanted: (_, place) => overlaps(place, span),
  });
  const nothing = found === 0 ? ['Put the cursor on an Endpoints, an EndpointSlice or a Service first.'] : [];
  const messages = [...remarks.map(({ message }) => message), ...(failure === undefined ? [] : [failure]), ...nothing];
  return { text, messages };
}

interface PasteAnswer {
  readonly edits: readonly TextEdit[];
  readonly messages: readonly string[];
}

/** The manifest is the text of the parameters. */
export async function pasteResources(request: TextRequest, offset: number): Promise<PasteAnswer> {
  const manifest = pastedIn(request.params);
  const { view } = request;
  const path = pathOfUri(view.uri);
  await loadReader(path, request);
  const { edits, messages } = pasteManifest(manifest, path, view.file, offset);
  return { edits: edits.map((edit) => protocolEdit(view.located, edit)), messages };
}

/** Programs are read again after an edit, to prove it. */
async function loadReader(path: string, request: TextRequest): Promise<void> {
  const code = codeOf(path);
  if (code && !(await grammarLoaded(code.grammar, request))) throw requestFailed(request.session.programProblem);
}
