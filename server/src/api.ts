/**
 * The library: checks texts in memory. docs/api.md documents its exports. All types are in this file, so that its
 * declarations need no other file.
 */
import { loadApiLanguages } from './api-languages.ts';
import { readApiOptions, readName } from './api-options.ts';
import { ApiWorkspace } from './api-workspace.ts';

export type Level = 'off' | Severity;

export type Severity = 'hint' | 'info' | 'warning' | 'error';

export interface WorkspaceOptions {
  /** The Kubernetes version of the API server, such as "1.30", or several, such as "1.30,1.36"; "1.36" by default. */
  readonly kubernetesVersion?: string;
  /** Severities by rule code. */
  readonly severity?: Readonly<Record<string, Level>>;
}

export interface CheckOptions extends WorkspaceOptions {
  /** The name of the file, which may select the syntax; "text.yaml" by default. */
  readonly name?: string;
}

/** A finding, as in the report of `endpoints check --format json`. */
export interface Finding {
  readonly file: string;
  /** The code of the rule, documented in docs/rules. */
  readonly code: string;
  readonly severity: Severity;
  readonly enforcedBy: 'server' | 'strict' | 'contract' | 'pulumi' | 'kustomize' | 'advice';
  /** Null for a finding without a resource. The namespace and the name are null if missing or unknown. */
  readonly resource: { readonly kind: string; readonly namespace: string | null; readonly name: string | null } | null;
  /** The path of the field in the resource. */
  readonly path: string | null;
  readonly message: string;
  /** In a check for several Kubernetes versions: those with this finding, unless all have it. */
  readonly versions?: readonly string[];
  /** The end is exclusive. */
  readonly range: { readonly start: Position; readonly end: Position };
  /** The first line of the range in three parts; a long line is truncated. */
  readonly excerpt: { readonly before: string; readonly marked: string; readonly after: string };
  /** Other places of the problem. */
  readonly related: readonly RelatedPlace[];
  readonly fix: 'safe' | 'suggested' | null;
  /** Does not depend on the line of the finding. */
  readonly fingerprint: string;
}

/** Both start at 1. Columns are in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface RelatedPlace extends Position {
  readonly file: string;
  readonly message: string;
}

/** Texts that are checked together, with the references between them. */
export interface Workspace {
  /** Adds or replaces a text. The name is a path in the workspace, such as "k8s/db.yaml". */
  set(name: string, text: string): void;
  /** Removes a text; false if there is no text of that name. */
  delete(name: string): boolean;
  /** The findings in all texts or in one, in the order of the texts and their places. */
  check(name?: string): readonly Finding[];
}

/** The languages of programs. */
export type Language = 'typescript' | 'javascript' | 'python' | 'go' | 'csharp' | 'java';

/**
 * Loads what reads programs in these languages, or in all of them; once for the process. Before that, a program with a resource is an
 * error in `check` and `set`. Rejects where WebAssembly is forbidden, and with a TypeError for another language.
 */
export function loadLanguages(languages?: readonly Language[]): Promise<void> {
  return loadApiLanguages(languages);
}

/** Checks one text. Throws a TypeError for invalid options. */
export function check(text: string, options: CheckOptions = {}): readonly Finding[] {
  const { name = 'text.yaml', ...others } = readApiOptions<CheckOptions>(options, ['name']);
  const workspace = createWorkspace(others);
  workspace.set(readName(name), text);
  return workspace.check();
}

/** Creates an empty workspace. Throws a TypeError for invalid options. */
export function createWorkspace(options: WorkspaceOptions = {}): Workspace {
  const workspace = new ApiWorkspace(readApiOptions<WorkspaceOptions>(options));
  return {
    set: (name, text) => workspace.set(readName(name), text),
    delete: (name) => workspace.delete(readName(name)),
    check: (name) => workspace.check(name === undefined ? undefined : readName(name)),
  };
}
