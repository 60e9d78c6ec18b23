/** Names that every object of JavaScript has, in the place of any word: nothing stops, and none is taken for a known name. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../server/src/frontends/code/languages.ts';
import { checkText } from './support/checking.ts';
import { inputAt } from './support/gesture-page.ts';
import { completions } from './support/gestures/completion.ts';
import { loadGrammarsOf } from './support/programs.ts';
import { root } from './support/root.ts';
import { carried, patched, texts } from './support/whole-texts.ts';

const folder = 'examples/programs';
/** Programs with names that no example has. */
const written = [
  {
    name: 'imports of whole packages in Java',
    path: 'Main.java',
    text: 'import com.pulumi.kubernetes.core.v1.*;\nclass Main { void run() { new Endpoints("a"); } }\n',
  },
  {
    name: 'options in Go',
    path: 'main.go',
    text: `package main
import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)
func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := corev1.NewEndpoints(ctx, "a", nil, pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "5m"}))
		return err
	})
}
`,
  },
  {
    name: 'imports of namespaces in C#',
    path: 'Program.cs',
    text: 'using Pulumi.Kubernetes.Core;\nusing Pulumi.Kubernetes.Core.V1;\nnew Endpoints("a", new(), new() { ImportId = "b" });\n',
  },
];
const inherited = ['constructor', 'toString', '__proto__'];

describe('names of Object.prototype', () => {
  const programs = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('.') && codeOf(path))
    .map((path) => ({ name: path, path, text: readFileSync(join(root, folder, path), 'utf8') }));

  before(() => loadGrammarsOf(...programs.map(({ path }) => path)));

  for (const { name, path, text } of [...texts, carried, patched, ...written, ...programs])
    it(`as any word of ${name}`, () => {
      for (const word of new Set(text.match(/[A-Za-z_]\w*/g)))
        for (const other of inherited) {
          const changed = text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), other);
          for (const { message } of checkText(changed, { path })) assert.doesNotMatch(message, /native code|\[object/);
        }
    });

  for (const { name, path, text } of texts)
    it(`above the cursor in ${name}`, async () => {
      for (const { index, 0: key } of text.matchAll(/[A-Za-z_]\w*(?="?:)/g)) {
        const end = index + key.length;
        for (const other of inherited) {
          const changed = text.slice(0, index) + other + text.slice(end);
          const next = /\n\s*\S/.exec(text.slice(end));
          if (!next) continue;
          const offset = index + other.length + next.index + next[0].length - 1;
          await completions(inputAt(path, changed, [offset]));
        }
      }
    });
});
