/** Recognizes kubectl and the commands around it by their names. */
import type { ResolveVariable } from './shell-variables.ts';
import type { ShellWord } from './shell-syntax.ts';

/** The name of a command without its folder and ending. */
export function commandName(text: string): string {
  const path = text.trim();
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.replace(/\.(?:exe|bat|cmd|ps1)$/i, '');
}

/** Undefined for another command; otherwise the options that the name brings along, as in `K="kubectl -n core"`. */
export function kubectlOptions(
  text: string,
  resolve: ResolveVariable,
  aliases: ReadonlySet<string>,
): readonly string[] | undefined {
  if (/^(?:kubectl|oc)$/.test(commandName(text)) || aliases.has(text)) return [];
  const [, name = ''] = /^(?:\$[{(]?|%|\{\{\s*\.?|\$\{\{\s*\w+\.)(\w+)(?::?-[^{}]*)?\s*[)}%]*$/.exec(text) ?? [];
  if (name === '') return undefined;
  const [command = '', ...options] = (resolve(name) ?? '').trim().split(/\s+/);
  if (/^(?:kubectl|oc)$/.test(commandName(command))) return options;
  return command === '' && /^(?:\w+_)?(?:kube_?ctl|oc)(?:_(?:bin|cmd|exe|command|binary|path))?$/i.test(name)
    ? []
    : undefined;
}

/** Commands that run another one and show its output. */
export const transparentCommands: ReadonlySet<string> = new Set(
  'sudo env time nohup exec command builtin watch nice stdbuf unbuffer k3s microk8s minikube doas'.split(' '),
);

/** Commands whose arguments are no commands. */
const others: ReadonlySet<string> = new Set(
  (
    'echo printf print cat tee grep egrep fgrep rg sed awk gawk jq yq git man which type whereis hash test [ [[ : true false ' +
    'export local declare readonly typeset set unset read return exit case for select brew apt apt-get yum dnf apk pip npm ' +
    'go make curl wget chmod chown mv cp rm ln install tar mkdir touch complete source . cd pushd popd helm docker-compose ' +
    'Write-Host Write-Output Write-Error Write-Warning rem REM @echo logger wall notify-send gum dialog whiptail figlet ' +
    'puts say note die'
  ).split(' '),
);

/** False for a command that only prints its arguments, or uses them as words. */
export function mayRunArguments(name: string): boolean {
  if (runsText(name)) return true;
  return (
    !others.has(name) &&
    !/echo|print|(?:^|_|-)(?:log|info|warn|error|err|debug|msg|message|fail|usage|title|banner|help|step|ok|success|describe|it|skip|header|section)(?:ing)?(?:$|_|-)/i.test(
      name,
    )
  );
}

/** Functions that run a command that they get as one text. */
export function runsText(name: string): boolean {
  return /^(?:eval|ssh|trap|watch|su|retry|wait|try|eventually|assert|expect|check|poll|until|repeat|verify|run|exec|Invoke-Expression|iex|timeout)(?:$|[_-]|\w*(?:cmd|command|for|until)$)/i.test(
    name,
  );
}

const shells = /^(?:ba|da|z|k|a)?sh$/;

/** The index of the text that a shell runs, as in `bash -ec TEXT`; -1 without one. */
export function shellTextIndex(words: readonly ShellWord[]): number {
  const shell = words.findIndex(({ text }) => shells.test(commandName(text)));
  if (shell === -1) return -1;
  const option = words.findIndex(({ text }, i) => i > shell && /^-[a-z]*c$/i.test(text));
  if (option === -1) return -1;
  return words.findIndex(({ text }, i) => i > option && text !== '--');
}

/** True for a shell that reads commands from its input. */
export function readsCommands(words: readonly ShellWord[]): boolean {
  const [first, second] = words;
  if (!first) return false;
  const name = commandName(first.text);
  if (name === 'ssh') return true;
  const command = name === 'sudo' ? second : first;
  return command !== undefined && shells.test(commandName(command.text));
}

/** Clients of HTTP. */
export function isHttpClient(name: string): boolean {
  return /^(?:curl|wget|https?|xh|curlie|Invoke-RestMethod|Invoke-WebRequest|iwr|irm)$/.test(name);
}
