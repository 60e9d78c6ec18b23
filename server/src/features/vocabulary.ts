/** The names that the server announces to the client: token types, kinds of actions, commands, URI schemes. */
import type { SemanticTokensLegend } from 'vscode-languageserver-types';

export const tokenTypes = ['type', 'property', 'enumMember', 'number', 'variable', 'macro'] as const;
export const tokenModifiers = ['readonly', 'deprecated'] as const;

/**
 * `type`: kinds and type tokens. `property`: keys of the contract. `enumMember`: one of a closed set of values. `number`:
 * IP addresses and port numbers. `variable`: names of ports. `macro`: opaque values, such as templates and expressions.
 */
export const tokenLegend: SemanticTokensLegend = { tokenTypes: [...tokenTypes], tokenModifiers: [...tokenModifiers] };

export const actionKinds = [
  'quickfix',
  'refactor',
  'refactor.move',
  'refactor.rewrite',
  'source.fixAll.endpoints',
] as const;

/** Shows the object at `{ uri, position }` after all server-side applies. */
export const showApplyCommand = 'endpoints.showApply';

/** Shows the EndpointSlices that the mirroring controller makes of the Endpoints at `{ uri, position }`. */
export const showSlicesCommand = 'endpoints.showSlices';

/** Shows what each overlay builds of the object at `{ uri, position }`. */
export const showBuiltCommand = 'endpoints.showBuilt';

/** Shows which addresses of the Service of the object at `{ uri, position }` get traffic, and why others do not. */
export const showTrafficCommand = 'endpoints.showTraffic';

/** Opens the Traffic view at `{ uri, position }`. Only clients with such a view have the command. */
export const showPictureCommand = 'endpoints.showPicture';

/** Shows the places of the objects that belong to the one at `{ uri, position }`; with `of: 'readers'`, what reads it. */
export const showPlacesCommand = 'endpoints.showPlaces';

/** Chooses the overlay `{ overlay }` whose objects are shown after server-side apply and as slices; empty for none. */
export const useOverlayCommand = 'endpoints.useOverlay';

export const convertWorkspaceCommand = 'endpoints.convertWorkspace';

/** Shows the changes of that conversion without making them. */
export const showConversionCommand = 'endpoints.showConversion';

/** Shows the remaining steps after a conversion. */
export const tellConversionCommand = 'endpoints.tellConversion';

/** Opens the page of the rule with the code, or another page of the documentation. */
export const explainRuleCommand = 'endpoints.explainRule';

/** The page on fixes, ignore comments and refactorings. */
export const actionsPage = 'code-actions';

/** The scheme of documents that show an object after all applies, its EndpointSlices, its traffic, or what is built of it. */
export const shownScheme = 'endpoints-apply';

/** The scheme of documents with the report of a conversion. */
export const reportScheme = 'endpoints-convert';
