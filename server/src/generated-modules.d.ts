/** The modules that the build generates (scripts/generated-modules.mjs). */
declare module 'rule-list' {
  /** All rules, sorted by code. */
  export const rules: readonly import('./lint/rule.ts').Rule[];
}

declare module 'rule-pages' {
  /** The Markdown of docs/rules by code. */
  export const pages: { readonly [code: string]: string };
}

declare module 'service-names' {
  /** The registered service names (RFC 6335) in lower case, sorted, separated by spaces. */
  export const serviceNameList: string;
}

declare module 'service-details' {
  /** One line for each name of `service-names`, in the same order: its ports, a tab, its description. */
  export const serviceDetailList: string;
}

declare module 'page-script' {
  /** The bundled script of the page of pictures. */
  export const pageScript: string;
}
