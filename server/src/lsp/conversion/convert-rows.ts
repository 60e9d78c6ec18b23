/** Defines the commands that convert or show conversions. Their code is loaded on demand. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { convertWorkspaceCommand, showConversionCommand, tellConversionCommand } from '../../features/vocabulary.ts';
import type { WorkspaceConversion } from './convert-workspace.ts';
import { membersOf } from '../protocol/params.ts';
import type { ItemRequest } from '../protocol/request.ts';

/** The handler of the command; undefined for other commands. */
export function conversionCommand(command: string, argument: unknown): ((request: ItemRequest) => unknown) | undefined {
  if (command === tellConversionCommand) return (request) => showRemaining(request, argument);
  if (command !== convertWorkspaceCommand && command !== showConversionCommand) return undefined;
  const wanted = wantedIn(argument);
  return async (request) => {
    const { convertWorkspace, showConversion } = await import('./convert-workspace.ts');
    return command === convertWorkspaceCommand ? convertWorkspace(request, wanted) : showConversion(request, wanted);
  };
}

/** Does nothing if the conversion never ran or is no longer stored. */
async function showRemaining(request: ItemRequest, number: unknown): Promise<null> {
  const { runs } = request.session.conversions;
  const run = typeof number === 'number' ? runs.get(number) : undefined;
  if (typeof number !== 'number' || !run) return null;
  runs.delete(number);
  const { conversionResult, showConversionResult } = await import('./conversion-result.ts');
  showConversionResult(await conversionResult(run, request), {}, request);
  return null;
}

/** By default, slices replace the Endpoints. */
function wantedIn(argument: unknown): WorkspaceConversion {
  const {
    to = 'endpointslice',
    mode = 'replace',
    within,
  } = argument === undefined || argument === null ? {} : membersOf(argument, where);
  if (to !== 'endpointslice' && to !== 'endpoints') throw wrong('to', '"endpointslice" or "endpoints"');
  if (mode !== 'replace' && mode !== 'add') throw wrong('mode', '"replace" or "add"');
  if (to === 'endpoints' && mode === 'add') throw wrong('mode', '"replace" where "to" is "endpoints"');
  return { to, mode, ...(within === undefined ? {} : { within: urisIn(within) }) };
}

function urisIn(within: unknown): readonly string[] {
  const isList = Array.isArray(within) && within.every((each) => typeof each === 'string');
  if (!isList) throw wrong('within', 'a list of URIs');
  return within;
}

const where = 'params.arguments[0]';

function wrong(name: string, expected: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidParams, `${where}.${name} must be ${expected}.`);
}
