/** The examples of the playground: which files of the project they are, and what they show first. */
import type { Tab } from './link-state.ts';

interface ListedExample {
  readonly name: string;
  readonly title: string;
  /** Below `examples`; the first one is opened. */
  readonly files: readonly string[];
  readonly tab: Tab;
  /** Words before which the cursor stands. */
  readonly at: string;
}

const languages: Readonly<Record<string, string>> = {
  'typescript/index.ts': 'TypeScript',
  'python/__main__.py': 'Python',
  'go/main.go': 'Go',
  'csharp/Program.cs': 'C#',
  'java/src/main/java/shop/App.java': 'Java',
};

export const exampleList: readonly ListedExample[] = [
  {
    name: 'ports',
    title: 'A port that reaches nothing',
    files: ['outages/ports/endpoints.yaml', 'outages/ports/service.yaml'],
    tab: 'traffic',
    at: 'kind:',
  },
  {
    name: 'mistakes',
    title: 'Many mistakes, most with a fix',
    files: ['mistakes.yaml'],
    tab: 'explain',
    at: 'subsets',
  },
  {
    name: 'external-database',
    title: 'A database outside of the cluster',
    files: ['external-database.yaml'],
    tab: 'traffic',
    at: 'kind:',
  },
  { name: 'zones', title: 'Endpoints in two zones', files: ['zones.yaml'], tab: 'traffic', at: 'kind:' },
  {
    name: 'convert',
    title: 'From Endpoints to EndpointSlices',
    files: ['multi-port.yaml'],
    tab: 'convert',
    at: 'kind: Endpoints',
  },
  {
    name: 'dual-stack',
    title: 'Mirrored slices, IPv4 and IPv6',
    files: ['dual-stack.yaml'],
    tab: 'slices',
    at: 'kind: Endpoints',
  },
  {
    name: 'patches',
    title: 'Server-side apply: patches in Pulumi YAML',
    files: ['patches/Pulumi.yaml'],
    tab: 'apply',
    at: 'subsets',
  },
  {
    name: 'chart',
    title: 'A Helm chart',
    files: ['chart/templates/endpoints.yaml', 'chart/values.yaml', 'chart/Chart.yaml'],
    tab: 'explain',
    at: 'subsets',
  },
  {
    name: 'terraform',
    title: 'A Terraform module',
    files: ['terraform/main.tf', 'terraform/variables.tf'],
    tab: 'traffic',
    at: 'kubernetes_endpoints_v1',
  },
  { name: 'json', title: 'JSON', files: ['mail-relay.json'], tab: 'traffic', at: '"kind"' },
  ...Object.entries(languages).map(([path, language]): ListedExample => {
    const [folder = ''] = path.split('/');
    return {
      name: folder,
      title: `Pulumi in ${language}`,
      files: [`programs/${path}`, `programs/${folder}/Pulumi.yaml`],
      tab: 'traffic',
      at: 'Endpoint',
    };
  }),
];
