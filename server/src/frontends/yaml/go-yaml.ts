/**
 * Where go-yaml, which reads YAML 1.1, refuses a text that YAML 1.2 allows: found in the tokens of the `yaml` package.
 * It deliberately does not repeat what that package reports itself.
 */
import type { CST } from 'yaml';
import type { Issue } from '../../tree/document.ts';

/** The issues in document order. */
export function goYamlIssues(tokens: readonly CST.Token[], _text: string): Issue[] {
  const issues: Issue[] = [];
  const stack: { token: CST.Token; isFlow: boolean }[] = tokens.map((token) => ({ token, isFlow: false }));
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { token, isFlow } = top;
    if (isFlow && token.type === 'scalar') {
      const issue = flowScalarIssue(token);
      if (issue) issues.push(issue);
    }
    if (token.type === 'document' && token.value) stack.push({ token: token.value, isFlow });
    if (!('items' in token)) continue;
    const isNowFlow = isFlow || token.type === 'flow-collection';
    for (const item of token.items) {
      if (item.key) stack.push({ token: item.key, isFlow: isNowFlow });
      if (item.value) stack.push({ token: item.value, isFlow: isNowFlow });
    }
  }
  return issues.sort((a, b) => a.span.start - b.span.start);
}

function flowScalarIssue({ source, offset }: CST.FlowScalar): Issue | undefined {
  const span = { start: offset, end: offset + source.length };
  if (source.startsWith(':')) {
    return { span, message: `"${source}" starts with a colon, which the server's YAML reader refuses inside [ ] and { }. Put it in quotes.` };
  }
  if (source.includes('?')) {
    return { span, message: `"${source}" contains "?", which the server's YAML reader refuses inside [ ] and { } unless quoted. Put it in quotes.` };
  }
  return undefined;
}
