/** The completion script for fish. */
import type { Command } from '../commands/command.ts';
import { operandsOf, completedOptions, type Choices, type CompletedOption } from './choices.ts';

export function fishScript(commands: readonly Command[]): string {
  return `# Completion of endpoints for fish.
function __endpoints_pairs
    for first in (string split ' ' -- $argv[1])
        for second in (string split ' ' -- $argv[2])
            echo $first=$second
        end
    end
end
complete -c endpoints -e
complete -c endpoints -n __fish_use_subcommand -f
complete -c endpoints -n __fish_use_subcommand -l help -d 'show help'
complete -c endpoints -n __fish_use_subcommand -l version -d 'show the version'
${commands.flatMap(linesFor).join('\n')}
`;
}

function linesFor(command: Command): readonly string[] {
  const { name, summary } = command;
  const operands = operandsOf(command);
  const here = `complete -c endpoints -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
  const ofOperands =
    operands?.kind === 'files' ? [] : [`${here} -f${operands ? ` ${argumentsFor(operands)}` : ''}`.trimEnd()];
  return [
    `complete -c endpoints -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...ofOperands,
    ...completedOptions(command).map((option) => `${here} ${optionWords(option)}`),
  ];
}

function optionWords({ name, short, does, value }: CompletedOption): string {
  const spelling = `-l ${name}${short === undefined ? '' : ` -s ${short}`}`;
  // -r requires a value; -F completes file names, -f does not.
  const words = value
    ? ` -r ${value.choices.kind === 'files' ? '-F' : `-f ${argumentsFor(value.choices)}`.trimEnd()}`
    : '';
  return `${spelling}${words} -d ${quoted(does)}`;
}

function argumentsFor(choices: Choices): string {
  if (choices.kind === 'words') return `-a ${quoted(choices.words.join(' '))}`;
  if (choices.kind !== 'pairs') return '';
  const [first, second] = [choices.words, choices.seconds].map((words) => `"${words.join(' ')}"`);
  return `-a ${quoted(`(__endpoints_pairs ${first} ${second})`)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
