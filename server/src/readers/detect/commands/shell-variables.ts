/** Resolves the variables of scripts, as far as their values are written in the same file. */
import type { ShellCommand } from './shell-syntax.ts';

/** The value of a variable; undefined where it is not known. */
export type ResolveVariable = (name: string) => string | undefined;

const expansion =
  /\$\{\{\s*(?:env|vars|inputs|parameters)\.([\w-]+)\s*\}\}|\{\{-?\s*\.?(\w+)\s*-?\}\}|\$\{(\w+)(?::?[-=]([^${}]*))?\}|\$\((\w+)\)|\$(\w+)|%(\w+)%|\{(\w+)\}/g;

/** The text with the values of its variables; undefined if a part of it is not known. */
export function resolveText(text: string, resolve: ResolveVariable): string | undefined {
  if (!/[$%{`]/.test(text)) return text;
  let isKnown = true;
  const shown = text.replace(expansion, (_, ...groups: readonly (string | undefined)[]) => {
    const [env, template, braced, byDefault, make, plain, percent, field] = groups;
    const value = resolve(env ?? template ?? braced ?? make ?? plain ?? percent ?? field ?? '') ?? byDefault;
    isKnown &&= value !== undefined;
    return value ?? '';
  });
  return isKnown && !/[$`]|\{\{|%\w+%/.test(shown) ? shown : undefined;
}

/** The variables of a file. One with several values is not known. */
export class FileVariables {
  readonly #values = new Map<string, string | undefined>();

  add(name: string, value: string): void {
    const known = this.#values.get(name);
    this.#values.set(name, this.#values.has(name) && known !== value ? undefined : value);
  }

  /** Marks a variable whose value is not known, such as that of a loop. */
  hide(name: string): void {
    this.#values.set(name, undefined);
  }

  addFrom(commands: readonly ShellCommand[]): void {
    for (const { words } of commands) {
      const [first, second] = words;
      if (first?.raw === 'for' || first?.raw === 'read' || first?.raw === 'select') {
        for (const { text } of first.raw === 'read' ? words.slice(1) : words.slice(1, 2)) this.hide(text);
        continue;
      }
      // PowerShell.
      if (first?.raw.startsWith('$') && second?.raw === '=' && words.length === 3)
        this.add(first.raw.slice(1), words[2]?.text ?? '');
      for (const { text } of words) {
        const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
        if (name !== undefined && value !== undefined) this.add(name, value);
        else if (!/^(?:export|local|readonly|declare|typeset|env|set|-\w+)$/.test(text)) break;
      }
    }
  }

  readonly resolve: ResolveVariable = (name) => this.#resolved(name, 0);

  #resolved(name: string, depth: number): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || depth > 8) return undefined;
    // A variable that only has a default for itself: NAME=${NAME:-core}.
    return resolveText(value, (other) => (other === name ? undefined : this.#resolved(other, depth + 1)));
  }
}
