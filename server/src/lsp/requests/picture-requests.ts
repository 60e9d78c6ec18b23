/** Answers endpoints/picture for the Traffic view. Loaded with the first such request. */
import { offsetOf } from '../../features/lsp.ts';
import { pictureHere, type PictureAnswer } from '../../features/traffic/picture-here.ts';
import { anywhere, type PictureViewpoint } from '../../features/traffic/picture-subject.ts';
import type { View } from '../../features/view.ts';
import { stopIfCancelled } from '../protocol/errors.ts';
import { experimentIn } from '../protocol/experiments.ts';
import { membersOf, membersOfEach, positionParam, stringMember, viewNameIn } from '../protocol/params.ts';
import type { ServerContext, TextRequest } from '../protocol/request.ts';
import type { FormerTexts, EarlierServer } from '../workspace/earlier-files.ts';
import { filesOf } from '../workspace/files.ts';
import { trafficOptionsOf } from './traffic-options.ts';

export async function pictureAt(request: TextRequest, offset: number): Promise<PictureAnswer> {
  const { session, view, params, token } = request;
  const wanted = wantedIn(params);
  await session.indexed;
  stopIfCancelled(token);
  return answerIn(request, { view, offset }, wanted);
}

/** A view that is restored, or locked to a Service, may show a file that no editor has open. Null for an unknown file. */
export async function pictureOfClosedFile(
  server: ServerContext,
  uri: string,
  params: unknown,
): Promise<PictureAnswer | null> {
  const { session } = server;
  const [position, wanted] = [positionParam(params), wantedIn(params)];
  await session.ready;
  await session.indexed;
  const view = filesOf(session).view(uri);
  return view ? answerIn(server, { view, offset: offsetOf(view.located, position) }, wanted) : null;
}

interface WantedPicture {
  /** The id of the view. */
  readonly name: string;
  readonly from: PictureViewpoint;
  /** Undefined for a client that knows no committed texts. */
  readonly before: FormerTexts | undefined;
}

function wantedIn(params: unknown): WantedPicture {
  const { before, uncompared, from } = membersOf(params, 'params');
  const wanted = { name: viewNameIn(params), from: from === undefined ? anywhere : viewpointIn(from) };
  if (before === undefined) return { ...wanted, before };
  const texts = membersOfEach(params, 'before').map((each, i) => {
    const where = `params.before[${i}]`;
    return {
      uri: stringMember(each, where, 'uri'),
      text: each['text'] === null ? undefined : stringMember(each, where, 'text'),
      shownAt: each['shownAt'] === undefined ? '' : stringMember(each, where, 'shownAt'),
    };
  });
  return { ...wanted, before: { texts, uncompared: typeof uncompared === 'number' ? uncompared : 0 } };
}

function viewpointIn(from: unknown): PictureViewpoint {
  const { node, zone } = membersOf(from, 'params.from');
  return {
    node: node === undefined ? '' : stringMember(from, 'params.from', 'node'),
    zone: zone === undefined ? undefined : stringMember(from, 'params.from', 'zone'),
  };
}

async function answerIn(
  server: EarlierServer,
  { view, offset }: { readonly view: View; readonly offset: number },
  { name, from, before }: WantedPicture,
): Promise<PictureAnswer> {
  const { session } = server;
  const keys = new Set<string>();
  const noteKey = (key: string): void => void keys.add(key);
  const readEarlier =
    before &&
    (async () => {
      const { earlierFiles } = await import('../workspace/earlier-files.ts');
      return earlierFiles(server, view.uri, before);
    });
  const readConverted = async (uris: ReadonlySet<string>) =>
    (await import('../conversion/converted-beside.ts')).convertedBeside(server, view.uri, uris);
  const question = { ...trafficOptionsOf(session, view.uri), view: name, from, noteKey, readEarlier, readConverted };
  const answer = await pictureHere({ view, offset, files: filesOf(session) }, question);
  if (experimentIn(session.client, 'showPicture') === true) session.pictureKeys = keys;
  return answer;
}
