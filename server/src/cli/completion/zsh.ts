/** The completion script for zsh, for sourcing or for a directory of fpath. */
import { singleQuoted } from '../../text/shell-word.ts';
import type { Command } from '../commands/command.ts';
import { operandsOf, completedOptions, type Choices, type CompletedOption } from './choices.ts';

export function zshScript(commands: readonly Command[]): string {
  return `#compdef endpoints
# Completion of endpoints for zsh.
_endpoints_pairs() {
  if compset -P '*='; then compadd -- \${=2}; else compadd -S = -- \${=1}; fi
}
_endpoints() {
  local curcontext="$curcontext" state line
  local -a commands
  typeset -A opt_args
  commands=(
${commands.map(({ name, summary }) => `    ${singleQuoted(`${name}:${summary}`)}`).join('\n')}
  )
  _arguments -C '(- *)--help[show help]' '(- *)--version[show the version]' '1:command:->command' '*::argument:->argument'
  case "$state" in
    command) _describe -t commands command commands ;;
    argument)
      case "$words[1]" in
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = _endpoints ]; then _endpoints "$@"; else compdef _endpoints endpoints; fi
`;
}

function commandCase(command: Command): string {
  const operands = operandsOf(command);
  const specs = [
    ...completedOptions(command).flatMap(optionSpecs),
    ...(operands ? [singleQuoted(`*:${escaped(command.operands)}:${actionFor(operands)}`)] : []),
  ];
  return `        ${command.name}) _arguments ${specs.map((spec) => `\\\n          ${spec}`).join(' ')} ;;`;
}

/** One spec for each spelling. An option that cannot be repeated excludes its other spelling. */
function optionSpecs({ name, short, does, isRepeated, value }: CompletedOption): readonly string[] {
  const spellings = [...(short === undefined ? [] : [`-${short}`]), `--${name}`];
  const lead = isRepeated ? '*' : spellings.length > 1 ? `(${spellings.join(' ')})` : '';
  const tail = value ? `:${escaped(value.name)}:${actionFor(value.choices)}` : '';
  return spellings.map((spelling) => {
    const assign = value && spelling.startsWith('--') ? '=' : '';
    return singleQuoted(`${lead}${spelling}${assign}[${escaped(does)}]${tail}`);
  });
}

function actionFor(choices: Choices): string {
  switch (choices.kind) {
    case 'words':
      return `(${choices.words.join(' ')})`;
    case 'pairs':
      return `{_endpoints_pairs "${choices.words.join(' ')}" "${choices.seconds.join(' ')}"}`;
    case 'files':
      return '_files';
    case 'unknown':
      return '';
  }
}

function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, '\\$&');
}
