/** Writes words of shell commands. */

/** The text as one word of a POSIX shell; with control characters, of bash or zsh. */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text)) return text;
  const path = text.startsWith('-') ? `./${text}` : text;
  // A line break would end a command, or the code block around it.
  if (/\p{Cc}/u.test(path))
    return `$${JSON.stringify(path)
      .replaceAll("'", String.raw`\'`)
      .replace(/^"|"$/g, "'")}`;
  return singleQuoted(path);
}

export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
