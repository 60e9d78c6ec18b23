/** The nonce of the editor's style sheets, which the content policy of the page allows. */
export const styleNonce = 'playground';
