/**
 * The library: checks texts for programs that have them in memory. What it exports is documented in docs/api.md; the types
 * stand here as a whole, so that their declarations need no others.
 */
import { readApiOptions, readName } from './api-options.ts';
import { ApiWorkspace } from './api-workspace.ts';

/** What a rule can be set to. */
export type Level = 'off' | Severity;

export type Severity = 'hint' | 'info' | 'warning' | 'error';

export interface WorkspaceOptions {
  /** Whose API server decides, such as "1.30"; the newest that is known where it is left out. */
  readonly kubernetesVersion?: string;
  /** Levels by the codes of rules. */
  readonly severity?: Readonly<Record<string, Level>>;
}

export interface CheckOptions extends WorkspaceOptions {
  /** The name of the file, which may decide how it is read; "text.yaml" where it is left out. */
  readonly name?: string;
}

/** As `endpoints check --format json` reports it. */
export interface Finding {
  readonly file: string;
  /** The rule; its page is in the folder docs/rules. */
  readonly code: string;
  readonly severity: Severity;
  readonly enforcedBy: 'server' | 'strict' | 'contract' | 'pulumi' | 'advice';
  /** Null where none is concerned; so is what is not written or not known. */
  readonly resource: { readonly kind: string; readonly namespace: string | null; readonly name: string | null } | null;
  /** The field, relative to the resource. */
  readonly path: string | null;
  readonly message: string;
  /** The end is exclusive. */
  readonly range: { readonly start: Position; readonly end: Position };
  /** The line of its start in three parts, cut where it is long. */
  readonly excerpt: { readonly before: string; readonly marked: string; readonly after: string };
  /** Other places that have to do with it. */
  readonly related: readonly RelatedPlace[];
  readonly fix: 'safe' | 'suggested' | null;
  /** Stays the same wherever in the file the finding is moved to. */
  readonly fingerprint: string;
}

/** Both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface RelatedPlace extends Position {
  readonly file: string;
  readonly message: string;
}

/** Texts that are checked together: what one says of another counts. */
export interface Workspace {
  /** Adds a text, or puts another one in its place. The name is a path in the workspace, such as "k8s/db.yaml". */
  set(name: string, text: string): void;
  /** Takes a text out; false where there is none of that name. */
  delete(name: string): boolean;
  /** The findings in all texts or in one, in the order in which the texts came and of their places. */
  check(name?: string): readonly Finding[];
}

/** Checks one text by itself. Throws a TypeError for options that cannot be understood. */
export function check(text: string, options: CheckOptions = {}): readonly Finding[] {
  const { name = 'text.yaml', ...others } = readApiOptions<CheckOptions>(options, ['name']);
  const workspace = createWorkspace(others);
  workspace.set(readName(name), text);
  return workspace.check();
}

/** An empty workspace. Throws a TypeError for options that cannot be understood. */
export function createWorkspace(options: WorkspaceOptions = {}): Workspace {
  const workspace = new ApiWorkspace(readApiOptions<WorkspaceOptions>(options));
  return {
    set: (name, text) => workspace.set(readName(name), text),
    delete: (name) => workspace.delete(readName(name)),
    check: (name) => workspace.check(name === undefined ? undefined : readName(name)),
  };
}
