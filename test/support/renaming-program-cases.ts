/** Cases of renaming in programs. In the texts, `$0` is the cursor and `‹name›` an expected change. */
import type { CodeLanguage } from '../../server/src/tree/document.ts';
import { constants, programPair, type PairParts } from './program-pairs.ts';
import { languages } from './program-writer.ts';
import type { Texts } from './renaming.ts';
import type { RenamingCase } from './renaming-kustomize-cases.ts';

const all = Object.keys(languages) as CodeLanguage[];

/** A manifest of the family, with the marks of one topic. */
const slice = (name: string, port: string, address: string): string => `apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: db-1
  namespace: default
  labels: { kubernetes.io/service-name: ${name} }
addressType: IPv4
endpoints: [{ addresses: [${address}] }]
ports: [{ name: ${port}, port: 80 }]
`;

const plain: PairParts = { name: '"db"', port: '"http"', ip: '"10.0.0.1"' };

const inEach = all.flatMap((language): readonly RenamingCase[] => {
  const file = languages[language];
  const write = (parts: Partial<PairParts>): string => programPair(language, { ...plain, ...parts });
  const constant = constants[language];
  return [
    {
      title: `a Service in ${language} and a manifest, from the program`,
      to: 'orders',
      files: {
        [file]: write({ name: '"‹db›"', endpointsName: '"‹d$0b›"' }),
        'slice.yaml': slice('‹db›', 'http', '10.0.0.1'),
      },
    },
    {
      title: `a port in ${language} and a manifest, from the manifest`,
      to: 'web',
      files: { [file]: write({ port: '"‹http›"' }), 'slice.yaml': slice('db', '‹ht$0tp›', '10.0.0.1') },
    },
    {
      title: `an address in ${language} and a manifest, from the program`,
      to: '10.0.0.9',
      files: { [file]: write({ ip: '"‹10.0$0.0.1›"' }), 'slice.yaml': slice('db', 'http', '‹10.0.0.1›') },
    },
    {
      title: `a Service whose name a constant of ${language} holds, from its literal`,
      to: 'orders',
      files: {
        [file]: write({ own: constant('NAME', '"‹d$0b›"'), name: 'NAME' }),
        'slice.yaml': slice('‹db›', 'http', '10.0.0.1'),
      },
    },
    {
      title: `a port that a constant of ${language} holds, from the manifest`,
      to: 'web',
      files: {
        [file]: write({ own: constant('PORT', '"‹http›"'), port: 'PORT' }),
        'slice.yaml': slice('db', '‹$0http›', '10.0.0.1'),
      },
    },
    {
      title: `an address that a constant of ${language} holds`,
      to: '10.0.0.9',
      files: {
        [file]: write({ own: constant('HOST', '"‹10.0.0.1$0›"'), ip: 'HOST' }),
        'slice.yaml': slice('db', 'http', '‹10.0.0.1›'),
      },
    },
    {
      title: `a constant of ${language} that also names the resources in Pulumi`,
      to: 'orders',
      files: { [file]: write({ own: constant('NAME', '"‹d$0b›"'), name: 'NAME', logical: 'NAME' }) },
    },
  ];
});

const imported = 'import * as k8s from "@pulumi/kubernetes";\n';
const call = (name: string, parts: string): string => `new k8s.core.v1.${name}("a", { ${parts} });\n`;

/** Forms that only some languages have. */
const others: readonly RenamingCase[] = [
  {
    title: 'a Service whose name another resource of the program reads',
    to: 'orders',
    files: {
      'index.ts': `${imported}const service = ${call('Service', 'metadata: { name: "‹d$0b›", namespace: "default" }')}${call('Endpoints', 'metadata: { name: service.metadata.name, namespace: "default" }')}`,
      'slice.yaml': slice('‹db›', 'http', '10.0.0.1'),
    },
  },
  {
    title: 'a Service whose name an object holds that is spread, in its own quotes',
    to: 'orders',
    files: {
      'index.ts': `${imported}const meta = { name: '‹d$0b›', labels: { app: "db" } };\n${call('Service', 'metadata: { ...meta, namespace: "x" }')}${call('Endpoints', 'metadata: { namespace: "x", ...meta }')}`,
    },
  },
  {
    title: 'an address in a list that is mapped over, and in an annotation',
    to: '10.0.0.9',
    files: {
      'index.ts': `${imported}const hosts = ["‹10.0.0.1›", "10.0.0.2"];\n${call('Endpoints', 'metadata: { name: "db", annotations: { note: "is ‹10.0.$00.1›\\u0020now" } }, subsets: [{ addresses: hosts.map((ip) => ({ ip })) }]')}`,
    },
  },
  {
    title: 'a port in the body of a map, and in a comprehension',
    to: 'web',
    files: {
      'index.ts': `${imported}${call('Endpoints', 'metadata: { name: "db", namespace: "x" }, subsets: [80, 81].map((port) => ({ ports: [{ name: "‹ht$0tp›", port }] }))')}`,
      '__main__.py':
        'import pulumi_kubernetes as k\nk.core.v1.Service("a", metadata={"name": "db", "namespace": "x"}, spec={"ports": [{"name": n, "port": 80} for n in [r\'‹http›\', "x"]]})\n',
    },
  },
  {
    title: 'a Service in texts of each kind',
    to: 'orders',
    files: {
      'index.ts': `${imported}${call('Service', 'metadata: { name: `‹d$0b›`, namespace: "default" }')}`,
      '__main__.py':
        "import pulumi_kubernetes as k\nk.core.v1.Endpoints('a', metadata={'name': f'''‹db›''', 'namespace': 'default'})\n",
      'Program.cs':
        'using Pulumi.Kubernetes.Core.V1;\nnew Endpoints("a", new() { Metadata = new() { Name = @"‹db›", Namespace = "default" } });\nnew EndpointsPatch("b", new() { Metadata = new() { Name = """‹db›""", Namespace = "default" } });\n',
      'main.go': programPair('go', { ...plain, name: '`‹db›`' }),
    },
  },
];

export const programCases: readonly RenamingCase[] = [...inEach, ...others];

interface Refusal {
  readonly title: string;
  readonly files: Texts;
  readonly to: string;
  readonly message: RegExp;
}

/** Two texts in one: `"a" + "b"`. */
const sum = '"d" + "b"';
const manifest = slice('d$0b', 'http', '10.0.0.1');
const configured: Readonly<Record<CodeLanguage, string>> = {
  typescript: 'config.require("d$0b")',
  javascript: 'config.require("d$0b")',
  python: 'config.require("d$0b")',
  go: 'cfg.Require("d$0b")',
  csharp: 'config.Require("d$0b")',
  java: 'config.require("d$0b")',
};

export const programRefusals: readonly Refusal[] = all.flatMap((language) => {
  const file = languages[language];
  const at = new RegExp(`at ${file.replace('.', '\\.')}:\\d+:\\d+`).source;
  const write = (parts: Partial<PairParts>): string => programPair(language, { ...plain, ...parts });
  const named = (value: string): string => constants[language]('NAME', value);
  return [
    {
      title: `a constant of ${language} that also gives another value`,
      to: 'orders',
      files: { [file]: write({ own: named('"d$0b"'), name: 'NAME', port: 'NAME' }) },
      message: new RegExp(`^The text of this name also gives the value ${at}\\. Write `),
    },
    {
      title: `a constant of ${language} with which another value is put together`,
      to: 'orders',
      files: { [file]: write({ own: named('"d$0b"'), name: 'NAME', endpointsName: 'NAME + "-x"' }) },
      message: new RegExp(`^The program puts the value ${at} together, and this name is a part of it\\. Change `),
    },
    {
      title: `a name that ${language} puts together, from a manifest`,
      to: 'orders',
      files: { [file]: write({ endpointsName: sum }), 'slice.yaml': manifest },
      message: new RegExp(`^The program puts the value ${at} together`),
    },
    {
      title: `a name that ${language} puts together, from a part of it`,
      to: 'orders',
      files: { [file]: write({ endpointsName: sum.replace('b', '$0b') }) },
      message: new RegExp(`^The program puts the name ${at} together\\. Change it by hand\\.$`),
    },
    {
      title: `a name that the configuration gives in ${language}`,
      to: 'orders',
      files: { [file]: write({ endpointsName: configured[language] }) },
      message: new RegExp(`^The name ${at} is not known, because an expression gives it\\. Change it by hand\\.$`),
    },
    {
      title: `a port, where one of ${language} is not known`,
      to: 'web',
      files: { [file]: write({ endpointsPort: configured[language].replace('$0', '') }), 'slice.yaml': slice('db', 'h$0ttp', '10.0.0.1') }, // prettier-ignore
      message: new RegExp(
        `^The ports ${at} are not known, and one of them may have this name\\. Change them by hand\\.$`,
      ),
    },
  ];
});
