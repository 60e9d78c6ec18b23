/** The module that the build makes of docs/rules. */
declare module 'rule-pages' {
  export const pages: { readonly [code: string]: string };
}
