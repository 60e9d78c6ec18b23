/** Loads the examples, which are files of the site. */
import type { SharedFile, Tab } from './link-state.ts';

export interface Example {
  /** `external-database`. */
  readonly name: string;
  readonly title: string;
  readonly files: readonly SharedFile[];
  readonly tab: Tab;
  /** Words before which the cursor stands; empty for the start. */
  readonly at: string;
}

export interface RuleExample {
  readonly files: readonly SharedFile[];
  /** The file with the finding. */
  readonly active: string;
  /** The Kubernetes version that the page names; empty for the newest. */
  readonly version: string;
  /** What the example needs and the playground lacks; empty for nothing. */
  readonly remark: string;
}

export function loadExamples(): Promise<readonly Example[]> {
  return loadJson<readonly Example[]>('examples.json');
}

/** Undefined for a rule that does not exist. */
export async function loadRuleExample(code: string): Promise<RuleExample | undefined> {
  const all = await loadJson<Readonly<Record<string, RuleExample>>>('rules.json');
  return Object.hasOwn(all, code) ? all[code] : undefined;
}

async function loadJson<T>(file: string): Promise<T> {
  const response = await fetch(new URL(file, document.baseURI));
  if (!response.ok) throw new Error(`${file}: status ${response.status}`);
  return (await response.json()) as T;
}
