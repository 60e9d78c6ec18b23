/** Messages for the YAML reader's error codes, for readers who do not know the YAML specification. */

const messages: { readonly [code: string]: string } = {
  BAD_ALIAS: 'This alias has no name, or a name that YAML does not allow. Put the value in quotes if it is a text.',
  BAD_DIRECTIVE: 'This line starts with "%", which YAML reserves for directives. Quote the text if it is a value.',
  BAD_DQ_ESCAPE: 'This backslash escape does not exist. Write "\\\\" for a backslash, or use single quotes.',
  BAD_INDENT: 'The indentation does not fit the lines above. Align the line with its siblings.',
  BAD_SCALAR_START: 'A plain value cannot start with this character. Put the value in quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'There is a second ": " in this line. Quote the value, or start the nested mapping on its own line.',
  BLOCK_IN_FLOW: 'A block of lines cannot stand inside [ ] or { }. Write the value on one line.',
  KEY_OVER_1024_CHARS: 'A key of more than 1,024 characters is not allowed. Write a shorter one.',
  MULTILINE_IMPLICIT_KEY: 'This line has no ": ", so it runs on into the next. Add a colon and a space after the key.',
  MULTIPLE_ANCHORS: 'A value can have one anchor only. Remove one of them.',
  MULTIPLE_TAGS: 'A value can have one tag only. Remove one of them.',
  TAB_AS_INDENT: 'YAML does not allow tabs in indentation. Use spaces.',
  BAD_PROP_ORDER: 'Anchors and tags must stand before the value. Write them there.',
  ALIAS_PROPS: 'An alias cannot have an anchor or a tag of its own. Remove it.',
  UNEXPECTED_TOKEN: 'This does not belong here. Check the quotes, brackets and colons before it.',
  BAD_COLLECTION_TYPE: 'The tag asks for another kind of collection. Remove the tag.',
};

/**
 * `detail` is the package's own message, which distinguishes the cases of one code; `isContinued` is true if the value
 * continues on the next line, and that line has its own colon.
 */
export function syntaxMessage(code: string, detail: string, isContinued = false): string {
  if (code === 'MISSING_CHAR') return missingCharacter(detail);
  if (code === 'BAD_INDENT' && detail.startsWith('Flow'))
    return 'A bracket above is not closed before this line. Close it, or indent this line.';
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && isContinued) {
    return 'The line below is indented deeper than this value allows. Align it with the key of this line.';
  }
  return messages[code] ?? 'This is not YAML. Check the quotes, brackets and indentation around it.';
}

function missingCharacter(detail: string): string {
  if (detail.includes('quote')) return 'This quote is never closed. Add the closing quote.';
  if (detail.includes('map values')) return 'This key has no colon. Write ": " and a value after it.';
  if (detail.includes('directives-end'))
    return 'The first key cannot follow "---" on its line. Write it on the next line.';
  if (detail.includes(',')) return 'A comma is missing between these items. Add it.';
  if (detail.includes(']') || detail.includes('}')) return 'This bracket is never closed. Close it.';
  return 'A character is missing here: a colon, a space, a comma or a bracket. Add it.';
}
