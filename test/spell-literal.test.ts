/** Literals that are written into programs: read again, they have the value that was written. */
import assert from 'node:assert/strict';
import { spellLiteral, spellLiteralLike, type LiteralValue } from '../server/src/edits/code/spell-literal.ts';
import type { CodeLanguage } from '../server/src/tree/document.ts';
import { valueAtPath } from '../server/src/tree/value.ts';
import { loadGrammarsOf, programDocument } from './support/programs.ts';
import { languages } from './support/program-writer.ts';
import { pick, randomFrom } from './support/random.ts';
import { times } from './support/runs.ts';

/** A program whose only known value is the literal. */
const programs: Readonly<Record<CodeLanguage, (literal: string) => string>> = {
  typescript: (literal) =>
    `import * as k from "@pulumi/kubernetes";\nnew k.core.v1.Endpoints("a", { metadata: { name: ${literal} } });\n`,
  javascript: (literal) =>
    `import * as k from "@pulumi/kubernetes";\nnew k.core.v1.Endpoints("a", { metadata: { name: ${literal} } });\n`,
  python: (literal) => `import pulumi_kubernetes as k\nk.core.v1.Endpoints("a", metadata={"name": ${literal}})\n`,
  go: (literal) =>
    `package main\nimport corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"\nimport metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"\nimport "github.com/pulumi/pulumi/sdk/v3/go/pulumi"\nfunc main() { corev1.NewEndpoints(ctx, "a", &corev1.EndpointsArgs{Metadata: &metav1.ObjectMetaArgs{Name: pulumi.Any(${literal})}}) }\n`,
  csharp: (literal) =>
    `using Pulumi.Kubernetes.Core.V1;\nvar a = new Endpoints("a", new() { Metadata = new() { Name = ${literal} } });\n`,
  java: (literal) =>
    `import com.pulumi.kubernetes.core.v1.*;\nimport com.pulumi.kubernetes.meta.v1.inputs.*;\nclass A { void a() { new Endpoints("a", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().name(${literal}).build()).build()); } }\n`,
};

/** What the literal is when it is read; undefined where it is not known. */
function valueRead(literal: string, language: CodeLanguage): unknown {
  const [resource] = programDocument(languages[language], programs[language](literal)).resources;
  const value = resource && valueAtPath(resource.properties, ['metadata', 'name']);
  return value?.kind === 'scalar' && !value.isComputed && value.text === literal ? value.value : undefined;
}

const raw = String.raw;

function typeOf(value: unknown): string {
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** Whole numbers are read as bigint. */
function shown(value: unknown): string {
  return `${typeOf(value)} ${String(value)}`;
}

/** Literals of each kind that the language has. */
const written: Readonly<Record<CodeLanguage, readonly string[]>> = {
  typescript: ['"a"', "'a'", '`a`', raw`'it\'s'`, '80', '8_0', '80n', '-1', '1.5', 'true'],
  javascript: ['"a"', "'a'", '`a\n`', '``', '80', '0x1F', 'false'],
  python: [
    '"a"',
    "'a'",
    'r"a"',
    "R'a'",
    'f"a"',
    'rf"a{{"',
    'u"a"',
    '"""a\n"""',
    "'''a'''",
    'r"""a"""',
    '80',
    '0o17',
    '1e3',
    'True',
  ],
  go: ['"a"', '`a`', '`a\n`', '""', '80', '0b10', '-1', 'true'],
  csharp: [
    '"a"',
    '@"a""b"',
    '"""a"""',
    '$"a{{"',
    '$@"a"',
    '@$"a"',
    '$$"""a"""',
    '"""\n  a\n  """',
    '80',
    '80L',
    '1.5',
    'true',
  ],
  java: ['"a"', '"""\n  a"""', raw`"\""`, '80', '80L', '0x1F', 'false'],
};

const values: readonly LiteralValue[] = ['', 'db', "it's", '"a"', '"""', "'''", '`', '${a}', '{a}', '{{', '}', '\\', 'a\\', raw`\u0041`, raw`\n`, 'a\nb', 'a\r\nb', '\0', '\t', '\u0085', '\u2028', '\ufeff', '\u007f', '😀', 'é', '\ud800', '"', '""', 'a"', '$', '${', '#{a}', '%s', '//', '*/', 80, 0, -1, 1.5, 443n, 2n ** 40n, true, false]; // prettier-ignore

const pieces = [
  'a',
  'b',
  '"',
  "'",
  '`',
  '\\',
  '{',
  '}',
  '$',
  '\n',
  '\r',
  '\0',
  ' ',
  'u0041',
  'x41',
  '0',
  '😀',
  '\u2029',
  '@',
];

describe('literals in programs', () => {
  before(() => loadGrammarsOf(...Object.values(languages)));

  for (const language of Object.keys(programs) as CodeLanguage[]) {
    const isWritable = (value: LiteralValue): boolean => language !== 'go' || value !== '\ud800';

    it(`are new ones in ${language}`, () => {
      for (const value of values) {
        const literal = spellLiteral(value, language);
        assert.equal(literal !== undefined, isWritable(value), String(value));
        if (literal !== undefined) assert.equal(shown(valueRead(literal, language)), shown(value), literal);
      }
    });

    it(`replace others in ${language}`, () => {
      for (const before of written[language]) {
        const type = typeOf(valueRead(before, language));
        assert.notEqual(type, 'undefined', before);
        for (const value of values) {
          const literal = spellLiteralLike(before, value, language);
          const isKept = language !== 'go' || typeOf(value) === type;
          assert.equal(literal !== undefined, isKept && isWritable(value), `${before} by ${String(value)}`);
          if (literal !== undefined)
            assert.equal(shown(valueRead(literal, language)), shown(value), `${before} by ${literal}`);
        }
      }
    });

    it(`are random texts in ${language}`, () => {
      const random = randomFrom(27);
      for (let i = 0; i < times(60); i++) {
        const value = Array.from({ length: random(8) }, () => pick(random, pieces)).join('');
        const before = pick(
          random,
          written[language].filter((each) => /["'`]/.test(each)),
        );
        const literal = spellLiteralLike(before, value, language) ?? '';
        assert.equal(valueRead(literal, language), value, `${before} by ${literal}`);
      }
    });
  }

  const rows: readonly (readonly [CodeLanguage, written: string, LiteralValue, literal: string | undefined])[] = [
    ['typescript', "'a'", "it's", raw`'it\'s'`],
    ['typescript', '`a`', '${a}`', raw`${'`'}\${a}\`${'`'}`],
    ['typescript', '`a${b}`', 'c', undefined],
    ['typescript', 'a', 'c', undefined],
    ['typescript', '"a" + "b"', 'c', undefined],
    ['typescript', '"80"', 80, '80'],
    ['typescript', '80n', 81, '81n'],
    ['python', "r'a'", raw`\d`, raw`r'\d'`],
    ['python', "r'a'", 'a\\', raw`'a\\'`],
    ['python', "f'a'", '{a}', "f'{{a}}'"],
    ['python', "f'a{b}'", 'c', undefined],
    ['python', "b'a'", 'c', undefined],
    ['python', '"a" "b"', 'c', undefined],
    ['python', '"""a"""', '"', raw`"""\""""`],
    ['python', 'True', false, 'False'],
    ['go', '`a`', 'b', '`b`'],
    ['go', '`a`', 'b`', '"b`"'],
    ['go', '"80"', 80, undefined],
    ['go', "'a'", 'b', undefined],
    ['csharp', '@"a"', 'a"\\', '@"a""\\"'],
    ['csharp', '"""a"""', 'a"b', '"""a"b"""'],
    ['csharp', '"""a"""', '"b"', raw`"\"b\""`],
    ['csharp', '$"a"', '{', '$"{{"'],
    ['csharp', '$"{a}"', 'b', undefined],
    ['csharp', '"a"u8', 'b', undefined],
    ['java', '"""\n  a"""', 'b\n', raw`"b\n"`],
    ['java', '80L', 5, '5L'],
  ];
  for (const [language, before, value, literal] of rows)
    it(`writes ${String(value)} in ${language} for ${before.replaceAll('\n', ' ')}`, () => {
      assert.equal(spellLiteralLike(before, value, language), literal);
    });
});
