/** Answers the requests for highlights, definitions, implementations and references. */
import type { DocumentHighlight, Location } from 'vscode-languageserver-types';
import { highlights } from '../../features/navigation/highlights.ts';
import { definition, implementation, references } from '../../features/navigation/navigation.ts';
import { uniqueBy } from '../../text/group.ts';
import { membersOf } from '../protocol/params.ts';
import type { TextRequest } from '../protocol/request.ts';
import { filesOf } from '../workspace/files.ts';
import { kustomizeLink, targetsNaming } from './kustomize-requests.ts';
import { linksFor, locationOf } from './links.ts';

type Links = ReturnType<typeof linksFor>;

/** Empty where nothing has a name. Offsets are UTF-16 units of the text. */
export function highlighted({ session, view }: TextRequest, offset: number): readonly DocumentHighlight[] {
  return highlights(view, offset, filesOf(session));
}

export async function linksToDefinition(request: TextRequest, offset: number): Promise<Links> {
  const found = definition(request.view, offset, filesOf(request.session));
  return linksFor(await kustomizeLink(found, request, offset), 'definition', request);
}

export function linksToImplementation(request: TextRequest, offset: number): Links {
  return linksFor(implementation(request.view, offset, filesOf(request.session)), 'implementation', request);
}

/** Each place once; with the declaration if the client asks for it. */
export async function allReferences(request: TextRequest, offset: number): Promise<readonly Location[]> {
  const { session, view, params } = request;
  const found = references(view, offset, filesOf(session), wantsDeclaration(params));
  const all = [...found, ...(await targetsNaming(request, offset))];
  return uniqueBy(all, ({ view, span }) => `${view.uri} ${span.start}`).map(locationOf);
}

function wantsDeclaration(params: unknown): boolean {
  const { context } = membersOf(params, 'params');
  return typeof context === 'object' && context !== null && 'includeDeclaration' in context
    ? context.includeDeclaration === true
    : false;
}
