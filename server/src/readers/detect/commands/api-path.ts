/** Recognizes paths of the Kubernetes API that name Endpoints. */

export interface ApiPath {
  /** Where the word `endpoints` is. */
  readonly start: number;
  readonly end: number;
  /** As it is written; undefined for all namespaces. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** The path, for messages. */
  readonly path: string;
}

const segment = String.raw`(?:\$?\{\{[^{}]*\}\}|\$?\{[^{}]*\}|\$\([^()]*\)|["'] *\+ *[\w.()]+ *\+ *["']|[^\s/"'?{}()$\\]|\$\w)+`;

const pattern = new RegExp(
  String.raw`/api/v1/(?:watch/)?(?:namespaces/(${segment})/)?(endpoints)(?![\w-])(?:/(${segment}))?([?][^\s"']*)?`,
  'g',
);

/** Without a namespace, `isKubernetes` decides whether the address is that of the Kubernetes API. */
export function apiPaths(text: string, isKubernetes: (before: string) => boolean): readonly ApiPath[] {
  if (!text.includes('/api/v1/')) return [];
  return [...text.matchAll(pattern)].flatMap((match): readonly ApiPath[] => {
    const [path, namespace, word = '', named, query = ''] = match;
    if (namespace === undefined && !isKubernetes(text.slice(Math.max(0, match.index - 200), match.index))) return [];
    const start =
      match.index + path.indexOf(word, namespace === undefined ? 8 : '/api/v1/namespaces/'.length + namespace.length);
    const [, selected] = /fieldSelector=metadata\.name(?:=|%3D)+([\w.-]+)/i.exec(query) ?? [];
    return [{ start, end: start + word.length, namespace, name: named ?? selected, path: path.replace(query, '') }];
  });
}

/** True for an address that is usually that of the Kubernetes API. */
export function isApiAddress(address: string): boolean {
  return /kubernetes\.default|kubernetes_(?:service|port)|api_?server|:(?:6443|8001|16443)\b|k8s|kubernetes|kube-?api/i.test(
    address,
  );
}
