/** Answers endpoints/picture for the Traffic view. Loaded with the first such request. */
import { offsetOf } from '../../features/lsp.ts';
import { pictureHere, type PictureAnswer } from '../../features/traffic/picture-here.ts';
import type { View } from '../../features/view.ts';
import { stopIfCancelled } from '../protocol/errors.ts';
import { experimentIn } from '../protocol/experiments.ts';
import { positionParam, viewNameIn } from '../protocol/params.ts';
import type { ServerContext, TextRequest } from '../protocol/request.ts';
import type { Session } from '../session.ts';
import { filesOf } from '../workspace/files.ts';
import { trafficOptionsOf } from './traffic-requests.ts';

export async function pictureAt({ session, view, params, token }: TextRequest, offset: number): Promise<PictureAnswer> {
  const name = viewNameIn(params);
  await session.indexed;
  stopIfCancelled(token);
  return answerIn(session, { view, offset }, name);
}

/** A view that is restored, or locked to a Service, may show a file that no editor has open. Null for an unknown file. */
export async function pictureOfClosedFile(
  { session }: ServerContext,
  uri: string,
  params: unknown,
): Promise<PictureAnswer | null> {
  const [position, name] = [positionParam(params), viewNameIn(params)];
  await session.ready;
  await session.indexed;
  const view = filesOf(session).view(uri);
  return view ? answerIn(session, { view, offset: offsetOf(view.located, position) }, name) : null;
}

async function answerIn(
  session: Session,
  { view, offset }: { readonly view: View; readonly offset: number },
  name: string,
): Promise<PictureAnswer> {
  const keys = new Set<string>();
  const noteKey = (key: string): void => void keys.add(key);
  const question = { ...trafficOptionsOf(session, view.uri), view: name, noteKey };
  const answer = await pictureHere({ view, offset, files: filesOf(session) }, question);
  if (experimentIn(session.client, 'showPicture') === true) session.pictureKeys = keys;
  return answer;
}
