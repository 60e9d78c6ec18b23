/** Comments of programs that ignore rules: which code they apply to, in each language. */
import assert from 'node:assert/strict';
import { foundIn, programIn, script } from './support/program-findings.ts';
import { languages } from './support/program-writer.ts';
import { loadGrammarsOf } from './support/programs.ts';

const all = ['typescript', 'javascript', 'python', 'go', 'csharp', 'java'] as const;

before(() => loadGrammarsOf(...Object.values(languages)));

describe('comments that ignore rules in programs', () => {
  const bad = `metadata: { name: "Bad" },`;
  const texts: Readonly<Record<string, { readonly text: string; readonly found: readonly string[] }>> = {
    'behind the line': {
      text: `${script}new k8s.core.v1.Endpoints("a", {\n  ${bad} // endpoints: ignore[malformed-name] reason\n});\n`,
      found: [],
    },
    'above an entry': {
      text: `${script}new k8s.core.v1.Endpoints("a", {\n  // endpoints: ignore[malformed-name] reason\n\n  // another comment\n  ${bad}\n});\n`,
      found: [],
    },
    'above a call': {
      text: `${script}// endpoints: ignore[malformed-name] reason\nexport const a = new k8s.core.v1.Endpoints("a", {\n  ${bad}\n});\n`,
      found: [],
    },
    'above an inner call': {
      text: `${script}new k8s.core.v1.Endpoints("a", {\n  metadata: { name: "a" },\n}, {\n  dependsOn: [\n    // endpoints: ignore[malformed-name] reason\n    new k8s.core.v1.Endpoints("b", {\n      ${bad}\n    }),\n  ],\n});\n`,
      found: [],
    },
    'in a block on one line': {
      text: `${script}new k8s.core.v1.Endpoints("a", {\n  /* endpoints: ignore[malformed-name] reason */\n  ${bad}\n});\n`,
      found: [],
    },
    'for the file': {
      text: `// endpoints: ignore-file[malformed-name] reason\n${script}new k8s.core.v1.Endpoints("a", { ${bad} });\n`,
      found: [],
    },
    'at the use of a constant': {
      text: `${script}const name = "Bad";\nnew k8s.core.v1.Endpoints("a", {\n  metadata: { name }, // endpoints: ignore[malformed-name] reason\n});\n`,
      found: [],
    },
    'at the constant': {
      text: `${script}const name = "Bad"; // endpoints: ignore[malformed-name] reason\nnew k8s.core.v1.Endpoints("a", { metadata: { name } });\n`,
      found: ['unused-ignore // endpoints: ignore[malformed-name] reason', 'malformed-name name'],
    },
    'in a text': {
      text: `${script}new k8s.core.v1.Endpoints("a", { metadata: { name: "Bad", labels: { a: "// endpoints: ignore[malformed-name] reason" } } });\n`,
      found: ['malformed-name "Bad"', 'malformed-label-value "// endpoints: ignore[malformed-name] reason"'],
    },
    'over several lines': {
      text: `${script}/* endpoints: ignore[malformed-name] reason\n */\nnew k8s.core.v1.Endpoints("a", { ${bad} });\n`,
      found: ['malformed-name "Bad"'],
    },
    'without a finding': {
      text: `${script}// endpoints: ignore[malformed-name] reason\nnew k8s.core.v1.Endpoints("a", { metadata: { name: "a" } });\n`,
      found: ['unused-ignore // endpoints: ignore[malformed-name] reason'],
    },
    'with Windows line breaks': {
      text: `${script}new k8s.core.v1.Endpoints("a", {\r\n  // endpoints: ignore[malformed-name] reason\r\n  ${bad}\r\n});\r\n`,
      found: [],
    },
  };
  for (const [where, { text, found: expected }] of Object.entries(texts)) {
    it(`work or not ${where}`, () => {
      assert.deepEqual(foundIn(text), expected);
    });
  }

  for (const language of all) {
    it(`work in ${language}`, () => {
      const text = programIn(language);
      const sign = language === 'python' ? '#' : '//';
      const at = text.split('\n').findIndex((line) => line.includes('10.0.0.1'));
      const lines = text.split('\n');
      const behind = lines.map((line, i) =>
        i === at ? `${line} ${sign} endpoints: ignore[duplicate-address] why` : line,
      );
      assert.deepEqual(foundIn(text, languages[language]).length, 1, text);
      assert.deepEqual(foundIn(behind.join('\n'), languages[language]), []);
      const head = `${text}\n${sign} endpoints: ignore-file[duplicate-address] why\n`;
      assert.deepEqual(foundIn(head, languages[language]), []);
    });
  }
});
