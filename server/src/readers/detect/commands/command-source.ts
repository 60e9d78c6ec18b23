/** A script or a list of arguments in a file, with what decides about its commands. */
import type { ScriptText } from './script-text.ts';
import { argumentWord, type ResultUse, type ShellCommand } from './shell-syntax.ts';

/** `people`: the output is shown to those who start it. `machine`: a program, a pipeline or the cluster runs it. */
export type CommandAudience = 'people' | 'machine';

export interface CommandSource {
  readonly commands: readonly ShellCommand[];
  readonly audience: CommandAudience;
  /** The namespace of the Pod that runs the command. */
  readonly namespace?: string | undefined;
  /** True for a list of arguments: a word cannot become two. */
  readonly isList?: boolean;
  /** True where a command that fails stops the others. */
  readonly stopsAtFailure?: boolean;
  /** True where another command comes behind the source. */
  readonly isFollowed?: boolean;
  /** What runs it, for messages: `Makefile target "show"`. */
  readonly title?: string | undefined;
}

/** The command of a list of arguments. */
export function argumentCommand(words: readonly ScriptText[], uses: readonly ResultUse[] = []): ShellCommand {
  return {
    words: words.map(argumentWord),
    uses: new Set(uses),
    documents: [],
    files: [],
    inFunction: undefined,
    next: undefined,
  };
}
