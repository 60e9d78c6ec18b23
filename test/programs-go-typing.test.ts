/** Programs in Go while they are typed, and programs that nobody types. */
import assert from 'node:assert/strict';
import { childrenOf, type Value } from '../server/src/tree/value.ts';
import { goProgram, named } from './support/go-programs.ts';
import { loadGrammarsOf, programDocument, readingsOf } from './support/programs.ts';

const later = `_, err = corev1.NewService(ctx, "later", nil)`;

describe('programs: Go while it is typed', () => {
  before(() => loadGrammarsOf('main.go'));

  const halves: readonly string[] = [
    'corev1.',
    'corev1.NewEndpoints(',
    'corev1.NewEndpoints(ctx,',
    'corev1.NewEndpoints(ctx, "x", &corev1.EndpointsArgs{',
    'corev1.NewEndpoints(ctx, "x", &corev1.EndpointsArgs{Metadata: })',
    'corev1.NewEndpoints(ctx, "x", &corev1.EndpointsArgs{Subsets: corev1.EndpointSubsetArray{&corev1.',
    'corev1.NewEndpoints(ctx, "x", &corev1.EndpointsArgs{}, pulumi.)',
    'corev1.NewEndpoints(ctx, "x, nil)',
    'name := ',
    'name := "',
    'const name =',
    'var ips = []string{"a", ',
    'ips := map[string]string{"a": }',
    'if _, err := ',
    'for _, ip := range ',
    'x.y.',
    'ips[',
    'func() {',
    'return corev1.',
  ];
  for (const half of halves)
    it(`finds a call behind ${half}`, () => {
      const text = goProgram(`${half}\n\n${later}`);
      assert.ok(readingsOf('main.go', text).some(({ resourceName }) => resourceName === 'later'));
    });

  it('reads each beginning of a program', () => {
    const text = goProgram(`const ip = "10.0.0.1"\n_, err := ${named('pulumi.String(ip)')}`);
    for (let end = 0; end < text.length; end++) assertSpans(text.slice(0, end));
  });

  const deep = 10_000;
  /** Texts with more nested brackets are not read. */
  const inBrackets = 450;
  const nested: readonly (readonly [what: string, expression: string])[] = [
    ['brackets', `${'('.repeat(inBrackets)}"x"${')'.repeat(inBrackets)}`],
    ['open brackets', '('.repeat(inBrackets)],
    ['calls', `${'f('.repeat(inBrackets)}1${')'.repeat(inBrackets)}`],
    ['wrappers', `${'pulumi.String('.repeat(inBrackets)}"x"${')'.repeat(inBrackets)}`],
    ['lists', `${'[]any{'.repeat(inBrackets)}1${'}'.repeat(inBrackets)}`],
    ['elements without types', `[]any${'{'.repeat(inBrackets)}1${'}'.repeat(inBrackets)}`],
    ['signs', `${'-'.repeat(deep)}1`],
    ['addresses', `${'& '.repeat(deep)}x`],
    ['sums', `"x"${' + "x"'.repeat(deep)}`],
    ['members', `x${'.y'.repeat(deep)}`],
    ['methods', `x${'.y(1)'.repeat(deep)}`],
    ['elements', `x${'[0]'.repeat(deep)}`],
  ];
  for (const [what, expression] of nested)
    it(`reads nested ${what}`, () => {
      const [first] = readingsOf('main.go', goProgram(`${named(expression)}\n${later}`));
      assert.ok(first);
    });

  it('reads a name of a name of a name', () => {
    const lines = Array.from({ length: deep }, (_, i) => `x${i + 1} := x${i}`);
    const text = goProgram(`x0 := corev1.NewEndpoints\n${lines.join('\n')}\nx${deep}(ctx, "x", nil)\n${later}`);
    assert.equal(readingsOf('main.go', text).at(-1)?.resourceName, 'later');
  });
});

/** All that is read lies in the text. */
function assertSpans(text: string): void {
  const waiting: Value[] = [];
  const { root: value } = programDocument('main.go', text);
  if (value) waiting.push(value);
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    assert.ok(at.span.start <= at.span.end && at.span.end <= text.length);
    waiting.push(...childrenOf(at));
  }
}
