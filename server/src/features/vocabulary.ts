/** The names that client and server agree on before anything is asked: kinds of tokens and actions, commands, schemes of addresses. */
import type { SemanticTokensLegend } from 'vscode-languageserver-types';

export const tokenTypes = ['type', 'property', 'enumMember', 'number', 'variable', 'macro'] as const;
export const tokenModifiers = ['readonly', 'deprecated'] as const;

/**
 * `type`: kinds and type tokens. `property`: keys of the contract. `enumMember`: one of a closed set of values. `number`:
 * IP addresses and port numbers. `variable`: names of ports. `macro`: what is known only once a template is rendered or a
 * program runs.
 */
export const tokenLegend: SemanticTokensLegend = { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] };

export const actionKinds = [
  'quickfix',
  'refactor',
  'refactor.move',
  'refactor.rewrite',
  'source.fixAll.endpoints',
] as const;

/** The name of the command that shows what server-side apply makes of the object at a place, `{ uri, position }`. */
export const showApplyCommand = 'endpoints.showApply';

/** The name of the command that shows the EndpointSlices that are made of the object at a place, `{ uri, position }`. */
export const showSlicesCommand = 'endpoints.showSlices';

/** The name of the command that converts all files of the workspace. */
export const convertWorkspaceCommand = 'endpoints.convertWorkspace';

/** The name of the command that shows what it would do. */
export const showConversionCommand = 'endpoints.showConversion';

/** The name of the command that tells, after a conversion, what is left to do. */
export const tellConversionCommand = 'endpoints.tellConversion';

/** Of the documents that show what server-side apply makes of an object, or the control plane. */
export const shownScheme = 'endpoints-apply';

/** Of the documents that say what a conversion comes to. */
export const reportScheme = 'endpoints-convert';
