/** Finds the manifests that commands print in the transcript of a terminal. */
import { contentOf, startsWithManifest, type TextLine } from './text-lines.ts';

export interface Printed {
  readonly lines: readonly TextLine[];
  /** True for the output of `kubectl get`. */
  readonly isLive: boolean;
}

/** `$ kubectl`, `user@host:~$ kubectl`; after `#` and `>`, which YAML uses too, only known programs. */
const prompt =
  /^(?:(?:[\w.@:~/[\]-]{1,60} ?)?[$%❯] +|(?:[\w.@:~/[\]-]{1,60} ?)?[#>] +(?=(?:sudo +)?(?:kubectl|oc|cat)\b))(\S.*)/;
const gets = /\b(?:kubectl|oc)\b.*\bget\b.*(?:-o|--output)[ =]*(?:yaml|json)\b/;
const shows = /\bcat +\S+\.(?:ya?ml|json)\b/;

/** The rest of a longer command is not looked at. */
const longestCommand = 1_000;

/** The lines below a command that prints a manifest, up to the next command. */
export function printedIn(lines: readonly TextLine[]): readonly Printed[] {
  const found: Printed[] = [];
  const contents = lines.map(contentOf);
  const starts = contents.flatMap((content, i) => (prompt.test(content) ? [i] : []));
  for (const [i, start] of starts.entries()) {
    let from = start + 1;
    while (contents[from - 1]?.endsWith('\\')) from++;
    const command = contents.slice(start, from).join(' ').slice(0, longestCommand);
    const output = lines.slice(from, starts[i + 1]);
    const isLive = gets.test(command);
    if ((isLive || shows.test(command)) && startsWithManifest(output)) found.push({ lines: output, isLive });
  }
  return found;
}

/** True for lines whose first one with content is a command. */
export function startsWithCommand(lines: readonly TextLine[]): boolean {
  const first = lines.map(contentOf).find((content) => /^\s*[^\s#]/.test(content)) ?? '';
  return prompt.test(first) || /^\s*(?:sudo +)?(?:kubectl|oc|cat|tee) /.test(first);
}
