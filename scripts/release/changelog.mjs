/** Finds the section of a version in CHANGELOG.md, for the notes of its release. */

/** Throws for a version without a dated section. */
export function sectionOf(changelog, version) {
  const headings = [...changelog.matchAll(/^## (\S+)(?: \((.*)\))?$/gm)];
  const at = headings.findIndex(([, name]) => name === version);
  const heading = headings[at];
  if (heading === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)". Add it.`);
  if (!/^\d{4}-\d\d-\d\d$/.test(heading[2] ?? ''))
    throw new Error(`CHANGELOG.md has no date of ${version}. Write "## ${version} (YYYY-MM-DD)".`);
  const text = changelog.slice(heading.index + heading[0].length, headings[at + 1]?.index).trim();
  if (text === '') throw new Error(`CHANGELOG.md says nothing of ${version}. Describe what users notice.`);
  return text;
}

/** The notes, whose relative links lead to the files of the tag. */
export function notesOf(changelog, version, url) {
  const files = `${url}/blob/v${version}/`;
  const notes = sectionOf(changelog, version).replace(/\]\((?![a-z][a-z+.-]*:|#)([^)\s]+)\)/gi, `](${files}$1)`);
  return `${notes}\n`;
}
