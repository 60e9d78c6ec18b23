/** Loads the code of requests that no editor needs for its first findings: with the first such request, or ahead of it. */

/** By topic: each resolves to the functions that answer. */
export const later = {
  completion: () => import('./completion-requests.ts'),
  hover: () => import('./hover-requests.ts'),
  codeActions: () => import('./code-action-requests.ts'),
  navigation: () => import('./navigation-requests.ts'),
  hierarchies: () => import('./hierarchy-requests.ts'),
  outline: () => import('./outline-requests.ts'),
  symbols: () => import('../../features/navigation/workspace-symbols.ts'),
  rename: () => import('./rename-requests.ts'),
  formatting: () => import('./formatting-requests.ts'),
} as const;

/** Loads the topics that many ask for, so that no user waits for them. */
export async function loadAhead(): Promise<void> {
  const { completion, hover, codeActions, navigation, outline, rename, formatting } = later;
  await Promise.all([completion, hover, codeActions, navigation, outline, rename, formatting].map((load) => load()));
}
