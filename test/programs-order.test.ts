/** In which order programs of each language make their objects, and how they send them: as the same program in Pulumi YAML does. */
import assert from 'node:assert/strict';
import { isUnknown, memberOf, type Json } from '../server/src/analysis/apply/json-value.ts';
import type { CodeLanguage } from '../server/src/tree/document.ts';
import { appliedIn } from './support/apply-facts.ts';
import { randomOrder, writeOrder, yamlOrder, type OrderedPatch } from './support/program-orders.ts';
import { languages } from './support/program-writer.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { randomFrom } from './support/random.ts';
import { times } from './support/runs.ts';

/** What is sent, and when, as text. A program of a language has no name, and expressions are written differently. */
function sent(text: string, path: string): string {
  const all = appliedIn(text, path).map((each) => ({ ...each, program: '', component: '' }));
  return JSON.stringify(all, (_, value: unknown) => (isUnknown(value as Json) ? '?' : value), 1);
}

describe('the order of programs', () => {
  before(() => loadGrammarsOf(...Object.values(languages)));

  for (const language of Object.keys(languages) as CodeLanguage[])
    it(`is the same in ${language} as in Pulumi YAML`, () => {
      for (let seed = 0; seed < times(25); seed++) {
        const order = randomOrder(randomFrom(seed));
        const text = writeOrder(language, order);
        const yaml = yamlOrder(order);
        assert.equal(sent(text, languages[language]), sent(yaml, 'Pulumi.yaml'), `seed ${seed}\n${text}\n${yaml}`);
      }
    });

  const conditions: Readonly<Record<CodeLanguage, readonly string[]>> = {
    typescript: ['{ dependsOn: flag ? [r0] : [] }', '{ dependsOn: flag && r0 }', '{ parent: flag ?? r0 }'],
    javascript: ['{ dependsOn: flag ? r0 : undefined }', '{ dependsOn: [flag || r0] }'],
    python: [
      ', opts=pulumi.ResourceOptions(depends_on=[r0] if flag else [])',
      ', opts=pulumi.ResourceOptions(parent=flag and r0)',
    ],
    go: [', pulumi.DependsOn(func() []pulumi.Resource { if flag { return []pulumi.Resource{r0} }; return nil }())'],
    csharp: [
      ', new CustomResourceOptions { DependsOn = flag ? r0 : null }',
      ', new CustomResourceOptions { Parent = flag ?? r0 }',
    ],
    java: [', CustomResourceOptions.builder().dependsOn(flag ? List.of(r0) : List.of()).build()'],
  };
  for (const [language, options] of Object.entries(conditions) as [CodeLanguage, readonly string[]][])
    it(`is free in ${language} where a condition decides`, () => {
      const plain: OrderedPatch = {
        label: undefined,
        dependsOn: [],
        listed: 'list',
        parent: undefined,
        hasProvider: false,
        options: undefined,
      };
      const text = writeOrder(language, {
        provider: undefined,
        isForcing: false,
        providerAt: 9,
        patches: [plain, plain],
      });
      for (const option of options) {
        const own = option.startsWith('{') ? `, ${option}` : option;
        const end = {
          typescript: /(?=\);\n$)/,
          javascript: /(?=\);\n$)/,
          python: /(?=\)\n$)/,
          go: /(?=\)\n\t\treturn err)/,
          csharp: /(?=\);\n\}\);)/,
          java: /(?=\);\n {8}\}\);)/,
        }[language];
        const [, second] = appliedIn(text.replace(end, own), languages[language]);
        assert.deepEqual([second?.after, second?.mayWait], [[], true], text.replace(end, own));
      }
    });

  it('is free where a condition decides on an output in a property', () => {
    const program = (name: string): string =>
      `import * as k8s from "@pulumi/kubernetes";
const db = new k8s.core.v1.Endpoints("db", { metadata: { name: "db" } });
new k8s.core.v1.EndpointsPatch("a", { metadata: { name: "db", labels: { of: ${name} } } });
`;
    const [, certain] = appliedIn(program('db.metadata.name'), 'index.ts');
    assert.deepEqual([certain?.after, certain?.mayWait], [[0], false]);
    const [, free] = appliedIn(program('flag ? db.metadata.name : "x"'), 'index.ts');
    assert.deepEqual([free?.after, free?.mayWait], [[], true]);
  });

  it('shows expressions in brackets, on one line', () => {
    const text =
      'import * as k8s from "@pulumi/kubernetes";\nnew k8s.core.v1.EndpointsPatch("a", { metadata: { name: "b", labels: { a: config\n  .require("x") } } });\n';
    const [applied] = appliedIn(text, 'index.ts');
    assert.equal(
      JSON.stringify(memberOf(memberOf(applied?.config, 'metadata'), 'labels')),
      '{"a":{"text":"<config .require(\\"x\\")>"}}',
    );
  });
});
