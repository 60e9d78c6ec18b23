/** The completion script for bash 3.2 (the version of macOS) and later. */
import type { Command } from '../commands/command.ts';
import { operandsOf, completedOptions, type Choices } from './choices.ts';

/** The script. If it proposes nothing, bash completes file names. */
export function bashScript(commands: readonly Command[]): string {
  return `# Completion of endpoints for bash.
_endpoints() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before pair="" command="" words="" i=$((COMP_CWORD - 1))
  # Bash splits words at "=".
  if [ "$word" = "=" ]; then word="" i=$COMP_CWORD; fi
  if [ "\${COMP_WORDS[i]}" = "=" ]; then pair="\${COMP_WORDS[i-1]}" i=$((i - 2)); fi
  if [ "\${COMP_WORDS[i]}" = "=" ]; then i=$((i - 1)); fi
  before="\${COMP_WORDS[i]}"
  case "$pair" in --*) before="$pair" pair="" ;; esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      -*) ;;
      *) command="\${COMP_WORDS[i]}" && break ;;
    esac
  done
  case "$command $before" in
${commands.flatMap(valueCases).join('\n')}
    *)
      case "$command" in
        "") words="${commands.map(({ name }) => name).join(' ')} --help --version" ;;
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _endpoints endpoints
`;
}

function valueCases(command: Command): readonly string[] {
  return completedOptions(command).flatMap(({ name, short, value }) => {
    if (value === undefined) return [];
    const spellings = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
    const pattern = spellings.map((spelling) => `"${command.name} ${spelling}"`).join(' | ');
    return [`    ${pattern}) ${wordsFor(value.choices)} ;;`];
  });
}

function wordsFor(choices: Choices): string {
  if (choices.kind === 'words') return `words="${choices.words.join(' ')}"`;
  if (choices.kind !== 'pairs') return 'words=""';
  const [first, second] = [choices.words, choices.seconds].map((words) => words.join(' '));
  return `if [ -n "$pair" ]; then words="${second}"; else words="${first}"; fi`;
}

function commandCase(command: Command): string {
  const options = completedOptions(command).map(({ name }) => `--${name}`);
  const operands = operandsOf(command);
  const words = operands?.kind === 'words' ? operands.words.join(' ') : '';
  const ofDash = `words="${options.join(' ')}"`;
  return `        ${command.name}) case "$word" in -*) ${ofDash} ;; *) words="${words}" ;; esac ;;`;
}
