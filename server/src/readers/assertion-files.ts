/** Finds files that kuttl and Chainsaw compare with a cluster: by their names, their content, and the tests that name them. */
import { isAssertion } from '../analysis/workspace/patch-roles.ts';
import { folderOf, plainPath, resolvePath } from '../analysis/workspace/placement.ts';
import { treesIn } from '../frontends/trees.ts';
import { nestedValue, stringOf, type Value } from '../tree/value.ts';
import { entriesIn, type NamedText } from './searched-text.ts';

const tools = /\b(?:kuttl\.dev|chainsaw\.kyverno\.io)\//;

/** Decides whether a text is an assertion, whose objects no tool applies. */
export function assertionTest(texts: readonly NamedText[]): (file: NamedText) => boolean {
  let named: ReadonlySet<string> | undefined;
  const namedInTests = (): ReadonlySet<string> =>
    new Set(
      texts.flatMap(({ uri, text }) => {
        if (!tools.test(text) || !/\b(?:assert|error)\b/.test(text)) return [];
        const folder = folderOf(plainPath(uri));
        return namedFiles(uri, text).map((each) => resolvePath(folder, each));
      }),
    );
  return ({ uri, text }) => {
    const path = plainPath(uri);
    return isAssertion(path) || (named ??= namedInTests()).has(path) || /^kind:[ \t]*["']?TestAssert\b/m.test(text);
  };
}

/** In `assert: {file: …}` of Chainsaw and `assert: […]` of kuttl. */
function namedFiles(uri: string, text: string): readonly string[] {
  return treesIn(uri, text, (part) => tools.test(part)).flatMap(({ root }) =>
    entriesIn(root).flatMap(({ entry: { name, value } }) =>
      name === 'assert' || name === 'error' ? filesOf(value) : [],
    ),
  );
}

function filesOf(value: Value): readonly string[] {
  if (value.kind === 'sequence') return value.items.flatMap((item) => stringOf(item) ?? []);
  return [stringOf(nestedValue(value, ['file']))].flatMap((file) => file ?? []);
}
