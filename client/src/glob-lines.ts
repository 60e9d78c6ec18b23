/** Converts VS Code's glob patterns to lines of .gitignore. */

/** Expands braces, and anchors a pattern without `**` at the top. */
export function ignoreLines(pattern: string): readonly string[] {
  return alternatives(pattern).map((each) => (each.startsWith('**/') ? each : `/${each.replace(/^\.?\//, '')}`));
}

/** More alternatives are a mistake or an attack. */
const most = 256;

function alternatives(pattern: string): readonly string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length <= most) {
    open = open.flatMap((each) => {
      // The innermost braces come first.
      const [whole, choices = ''] = /\{([^{}]*)\}/.exec(each) ?? [];
      if (whole === undefined) {
        done.push(each);
        return [];
      }
      return choices.split(',').map((choice) => each.replace(whole, () => choice));
    });
  }
  return [...new Set(done)];
}
