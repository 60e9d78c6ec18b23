/** The commands that convert, or tell of it. What they do is loaded when they are asked for. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { convertWorkspaceCommand, showConversionCommand, tellConversionCommand } from '../../features/vocabulary.ts';
import type { Wanted } from './convert-workspace.ts';
import { membersOf } from '../protocol/params.ts';
import type { ItemRequest } from '../protocol/request.ts';

/** What the command does; undefined for one that is none of these. */
export function conversionCommand(command: string, argument: unknown): ((request: ItemRequest) => unknown) | undefined {
  if (command === tellConversionCommand) return (request) => tellOf(request, argument);
  if (command !== convertWorkspaceCommand && command !== showConversionCommand) return undefined;
  const wanted = wantedIn(argument);
  return async (request) => {
    const { convertWorkspace, showConversion } = await import('./convert-workspace.ts');
    return command === convertWorkspaceCommand ? convertWorkspace(request, wanted) : showConversion(request, wanted);
  };
}

/** Nothing is told of a run that was never made, or is long past. */
async function tellOf(request: ItemRequest, number: unknown): Promise<null> {
  const { runs } = request.session.conversions;
  const run = typeof number === 'number' ? runs.get(number) : undefined;
  if (typeof number !== 'number' || !run) return null;
  runs.delete(number);
  const { lookAfter, showConversionResult: tell } = await import('./conversion-told.ts');
  tell(await lookAfter(run, request), [], request);
  return null;
}

/** Where nothing else is said, Endpoints are replaced by slices. */
function wantedIn(argument: unknown): Wanted {
  const { to = 'endpointslice', mode = 'replace' } =
    argument === undefined || argument === null ? {} : membersOf(argument, where);
  if (to !== 'endpointslice' && to !== 'endpoints') throw wrong('to', '"endpointslice" or "endpoints"');
  if (mode !== 'replace' && mode !== 'add') throw wrong('mode', '"replace" or "add"');
  if (to === 'endpoints' && mode === 'add') throw wrong('mode', '"replace" where "to" is "endpoints"');
  return { to, mode };
}

const where = 'params.arguments[0]';

function wrong(name: string, expected: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, `${where}.${name} must be ${expected}.`);
}
