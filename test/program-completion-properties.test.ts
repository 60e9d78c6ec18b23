/** What holds for completion in every program: a proposal is what is read when it is accepted, and no text breaks it or takes long. */
import assert from 'node:assert/strict';
import type { CompletionItem } from 'vscode-languageserver-types';
import { codeSlotAt } from '../server/src/frontends/code-slot/code-slot.ts';
import { pathText, type Path } from '../server/src/tree/path.ts';
import type { Document } from '../server/src/tree/document.ts';
import { valueOf, type Value } from '../server/src/tree/value.ts';
import { accept } from './support/accept.ts';
import { completions } from './support/gestures/completion.ts';
import { inputAt } from './support/gesture-page.ts';
import { mutate } from './support/mutate.ts';
import { pageObjects } from './support/page-objects.ts';
import { loadGrammarsOf, programDocument } from './support/programs.ts';
import { languages, writeProgram, type Language } from './support/program-writer.ts';
import { times } from './support/runs.ts';

await loadGrammarsOf(...Object.values(languages));
const all = [...pageObjects().values()];
const some = (Object.keys(languages) as Language[]).map((language) => {
  const texts = all.flatMap((resources) => writeProgram(language, resources) ?? []);
  return { file: languages[language], texts };
});

function nodesIn({ resources, neighbours }: Document): readonly { readonly value: Value; readonly path: Path }[] {
  const found: { value: Value; path: Path }[] = [];
  const visit = (value: Value, path: Path): void => {
    found.push({ value, path });
    if (value.kind === 'mapping') for (const each of value.entries) visit(each.value, [...path, each.name]);
    if (value.kind === 'sequence') for (const [i, each] of value.items.entries()) visit(each, [...path, i]);
  };
  for (const [i, { properties }] of [...resources, ...neighbours].entries()) visit(properties, [i]);
  return found;
}

/** The value at a path that starts with the number of the resource. */
function valueAt({ resources, neighbours }: Document, [first, ...path]: Path): Value | undefined {
  let at: Value | undefined = [...resources, ...neighbours][Number(first)]?.properties;
  for (const step of path) {
    if (typeof step === 'string') at = at?.kind === 'mapping' ? valueOf(at, step) : undefined;
    else at = at?.kind === 'sequence' ? at.items[step] : undefined;
  }
  return at;
}

/** The items at the offset, of many only the first. */
async function itemsAt(file: string, text: string, offset: number): Promise<readonly CompletionItem[]> {
  const { items } = await completions(inputAt(file, text, [offset]));
  return items.slice(0, 3);
}

describe('completion in programs', function () {
  this.timeout(120_000);

  for (const { file, texts } of some) {
    it(`proposes what is read when it is accepted, in place of a literal and where none is written: ${file}`, async () => {
      let count = 0;
      for (const [n, text] of texts.entries()) {
        if (n % 20 !== 0 && times(1) === 1) continue;
        const nodes = nodesIn(programDocument(file, text)).filter(
          ({ value }) => value.kind === 'scalar' && /^["'\d]/.test(text.slice(value.span.start)),
        );
        for (const { value, path } of nodes) {
          const { start, end } = value.span;
          const without = text.slice(0, start) + text.slice(end);
          for (const [whole, offset] of [
            [text, start + 1],
            [without, start],
          ] as const) {
            for (const item of await itemsAt(file, whole, offset)) {
              const accepted = accept(inputAt(file, whole, [offset]).view.located, item);
              const read = valueAt(programDocument(file, accepted), path);
              const shown = `${pathText(path)}: ${item.label}\n${accepted.slice(start - 200, end + 100)}`;
              assert.ok(read?.kind === 'scalar', shown);
              assert.ok(item.label.includes(String(read.value)) || item.label.startsWith('<'), shown);
              count++;
            }
          }
        }
      }
      assert.ok(count > times(50), String(count));
    });
  }

  it('names a field that is read as a field of the contract, wherever a name is proposed', async () => {
    let count = 0;
    for (const { file, texts } of some.filter(({ file: name }) => /\.(?:js|py)$/.test(name))) {
      for (const [n, text] of texts.entries()) {
        for (const match of n % 40 === 0 ? text.matchAll(/\{/g) : []) {
          const offset = match.index + 1;
          for (const item of await itemsAt(file, text, offset)) {
            const accepted = accept(inputAt(file, text, [offset]).view.located, item);
            const before = nodesIn(programDocument(file, text)).length;
            const after = nodesIn(programDocument(file, accepted)).map(({ path }) => path.at(-1));
            assert.ok(after.length > before, `${item.label}\n${accepted}`);
            const isRead = after.some(
              (name) => String(name).toLowerCase() === item.label.replaceAll('_', '').toLowerCase(),
            );
            assert.ok(isRead, `${item.label}\n${accepted}`);
            count++;
          }
        }
      }
    }
    assert.ok(count > times(50), String(count));
  });

  it('fails on no text, wherever it is cut or changed', async () => {
    for (const { file, texts } of some) {
      for (let seed = 0; seed < times(40); seed++) {
        const mutated = mutate(texts[seed % texts.length] ?? '', seed);
        const text = seed % 3 === 0 ? mutated.slice(0, (seed * 7919) % (mutated.length + 1)) : mutated;
        for (let i = 0; i < 4; i++) {
          const offset = i === 0 ? text.length : (seed * 104_729 + i * 7919) % (text.length + 1);
          for (const { textEdit } of await itemsAt(file, text, offset)) {
            assert.ok(textEdit && 'range' in textEdit);
            assert.equal(textEdit.range.start.line, textEdit.range.end.line, `seed ${seed}, ${file}`);
          }
        }
      }
    }
  });

  const heads: Readonly<Record<string, string>> = {
    'a.ts': 'import * as k8s from "@pulumi/kubernetes";\nnew k8s.core.v1.Endpoints("a", { metadata: { name: ',
    'a.py': 'import pulumi_kubernetes as k8s\nk8s.core.v1.Endpoints("a", metadata={"name": ',
    'a.go':
      'package main\nimport corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"\nvar a = corev1.NewEndpoints(ctx, "a", &corev1.EndpointsArgs{Subsets: ',
    'a.cs': 'using Pulumi.Kubernetes.Core.V1;\nvar a = new Endpoints("a", new() { Metadata = new() { Name = ',
    'a.java':
      'import com.pulumi.kubernetes.core.v1.*;\nvar a = new Endpoints("a", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().name(',
  };
  const shapes = [
    '(',
    '[{',
    '{',
    ')',
    ']',
    '"',
    "'",
    '`',
    '`${',
    '"\\',
    '/*',
    '//',
    '#',
    '/[',
    ',',
    'a.',
    '.a()',
    'a<b,',
    '=>',
    '...',
    '"""',
    "'''",
    'x = "a"\n',
    'import {a, b} from "c";',
    'import a.b.*;',
    'using A;',
    'const a = ',
    '\n',
    ' ',
    '\\',
    '$"',
    '@"',
    "x'\n",
    '☃',
  ];

  it('takes a time that grows as the text does', () => {
    for (const [file, head] of Object.entries(heads)) {
      for (const shape of shapes) {
        const cost = (length: number): number => {
          const text = head + shape.repeat(length / shape.length);
          const since = process.cpuUsage().user;
          codeSlotAt(file, text, text.length);
          return (process.cpuUsage().user - since) / 1000;
        };
        const [short, long] = [cost(25_000), cost(200_000)];
        // In ms. Eight times as long: a pause may double it.
        assert.ok(long < Math.max(16 * short, 500), `${file} ${JSON.stringify(shape)}: ${short} and ${long} ms`);
      }
    }
  });
});
