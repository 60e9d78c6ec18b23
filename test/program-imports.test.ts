/** New objects in programs name their classes by the imports of the program, and add those that are missing. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import { fixEdits } from '../server/src/edits/apply-fix.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { loadGrammarsOf, parses } from './support/programs.ts';

const sdk = 'github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes';

/** Programs with an EndpointSlice or Endpoints, and what the lines become that name or import a class. */
const programs: Readonly<
  Record<string, { readonly name: string; readonly text: string; readonly added: readonly string[] }>
> = {
  'a module of TypeScript': {
    name: 'a.ts',
    text: 'import * as k8s from "@pulumi/kubernetes";\n\nnew k8s.core.v1.Endpoints("a", { metadata: { name: "a" } });\n',
    added: [],
  },
  'dictionaries of Python': {
    name: 'a.py',
    text: 'import pulumi_kubernetes as k8s\n\nk8s.core.v1.Endpoints("a", metadata={"name": "a"})\n',
    added: [],
  },
  'classes of a module of Python': {
    name: 'a.py',
    text: 'import pulumi_kubernetes as k8s\n\nk8s.core.v1.Endpoints("a", metadata=k8s.meta.v1.ObjectMetaArgs(name="a"))\n',
    added: [],
  },
  'classes of Python': {
    name: 'a.py',
    text: 'from pulumi_kubernetes.core.v1 import Endpoints\nfrom pulumi_kubernetes.meta.v1 import ObjectMetaArgs\n\nEndpoints("a", metadata=ObjectMetaArgs(name="a"))\n',
    added: ['from pulumi_kubernetes.core.v1 import EndpointSubsetArgs, EndpointAddressArgs, EndpointPortArgs'],
  },
  'packages of Go': {
    name: 'a.go',
    text: `package main\n\nimport (\n\tcorev1 "${sdk}/core/v1"\n\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"\n)\n\nfunc run(ctx *pulumi.Context) {\n\tcorev1.NewEndpoints(ctx, "a", &corev1.EndpointsArgs{\n\t\tKind: pulumi.String("Endpoints"),\n\t})\n}\n`,
    added: [],
  },
  'a package of Go that is missing': {
    name: 'a.go',
    text: `package main\n\nimport (\n\tcorev1 "${sdk}/core/v1"\n)\n\nfunc run(ctx *pulumi.Context) {\n\tcorev1.NewEndpoints(ctx, "a", &corev1.EndpointsArgs{})\n}\n`,
    added: ['\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi"'],
  },
  'namespaces of C#': {
    name: 'a.cs',
    text: 'using Pulumi;\nusing Pulumi.Kubernetes.Core.V1;\nusing Pulumi.Kubernetes.Types.Inputs.Core.V1;\n\nnew Endpoints("a", new EndpointsArgs { Kind = "Endpoints" });\n',
    added: [],
  },
  'a namespace of C# that has the same names': {
    name: 'a.cs',
    text: 'using Pulumi;\nusing Pulumi.Kubernetes.Core.V1;\nusing Pulumi.Kubernetes.Types.Inputs.Discovery.V1;\n\nnew Endpoints("a", new() { Kind = "Endpoints" });\n',
    added: ['using CoreInputs = Pulumi.Kubernetes.Types.Inputs.Core.V1;'],
  },
  'classes of Java': {
    name: 'A.java',
    text: 'import com.pulumi.kubernetes.core.v1.Endpoints;\nimport com.pulumi.kubernetes.core.v1.EndpointsArgs;\n\nclass A {\n    void run() {\n        new Endpoints("a", EndpointsArgs.builder().kind("Endpoints").build());\n    }\n}\n',
    added: [
      'import com.pulumi.kubernetes.core.v1.inputs.EndpointSubsetArgs;',
      'import com.pulumi.kubernetes.core.v1.inputs.EndpointAddressArgs;',
      'import com.pulumi.kubernetes.core.v1.inputs.EndpointPortArgs;',
    ],
  },
};

describe('new objects in programs', () => {
  before(() => loadGrammarsOf('a.ts', 'a.py', 'a.go', 'a.cs', 'a.java'));

  for (const [what, { name, text, added }] of Object.entries(programs)) {
    it(`are named and imported: ${what}`, async () => {
      const file = readFile(name, text, { isPartial: false });
      const [part] = file.parts;
      const [resource] = part?.document.resources ?? [];
      assert.ok(part && resource);
      const value = [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }];
      const fix = {
        title: '',
        safety: 'safe' as const,
        edits: [{ kind: 'insert' as const, mapping: resource.properties, name: 'subsets', value }],
      };
      const edits = fixEdits(name, file, { fix, ...part }, { isPartial: false });
      assert.ok(edits, 'the edit is not written');
      const after = applyEdits(text, edits);
      const before = new Set(text.split('\n'));
      const isImport = (line: string): boolean => /^\s*(?:import|from|using)\b|^\t"/.test(line);
      assert.deepEqual(
        after.split('\n').filter((line) => !before.has(line) && isImport(line)),
        added,
        after,
      );
      assert.ok(await parses(name, after), after);
    });
  }
});
