/** Opens the pages of rules in clients that do not open them themselves. */
import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import { quote } from '../../text/quote.ts';
import type { ItemRequest } from '../protocol/request.ts';

/** Asks the client to show the page. */
export function showRulePage(code: unknown): (request: ItemRequest) => Promise<null> {
  if (typeof code !== 'string')
    throw new ResponseError(ErrorCodes.InvalidParams, 'params.arguments[0] must be the code of a rule.');
  return async ({ connection, host }) => {
    const uri = /^[a-z0-9-]+$/.test(code) ? host.pageUri(code) : undefined;
    if (uri === undefined)
      throw new ResponseError(ErrorCodes.InvalidParams, `There is no page of a rule ${quote(code)}.`);
    await connection.sendRequest('window/showDocument', { uri, takeFocus: true });
    return null;
  };
}
