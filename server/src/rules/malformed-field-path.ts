/** Reports a fieldPath that is not a field access. The API server accepts any text, but tools understand only a field access. */
import { ObjectReference } from '../contract/endpoints.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

const segment = String.raw`[A-Za-z_][A-Za-z0-9_]*(?:\{[a-z0-9]([-a-z0-9]*[a-z0-9])?\}|\[\d+\]|\['[^']+'\])?`;
const access = new RegExp(String.raw`^${segment}(\.${segment})*$`);

export const malformedFieldPath = defineRule({
  code: 'malformed-field-path',
  summary: 'A fieldPath should be a field access such as spec.containers{name} or spec.containers[2].',
  enforcedBy: 'advice',
  on: [ObjectReference, 'fieldPath'],
  check(path, { report }) {
    const text = path.value.value;
    if (text === '' || access.test(text)) return;
    const message = `The fieldPath ${quote(text)} is not a field access. Write a path such as "spec.containers{name}" or "spec.containers[2]".`;
    report(path, message);
  },
});
