/** Whole resources of Terraform, with the Service that they belong to. */
import { CompletionItemKind } from 'vscode-languageserver-types';
import { defaultManager, managedByLabel, serviceNameLabel } from '../../contract/endpoint-slice.ts';
import { nextStop, snippetText, type Spelling } from './draft.ts';
import type { Proposal } from './proposal.ts';

interface Skeleton {
  readonly label: string;
  readonly detail: string;
  readonly lines: readonly string[];
}

/** The texts that the user fills in. What is repeated is filled in once. */
const samples = ['my_service', 'my-service', '10.0.0.1', 'postgresql', '5432'];

const service = [
  'resource "kubernetes_service_v1" "my_service" {',
  '  metadata {',
  '    name = "my-service"',
  '  }',
  '  spec {',
  '    port {',
  '      name = "postgresql"',
  '      port = 5432',
  '    }',
  '  }',
  '}',
];

const port = [
  '    name = kubernetes_service_v1.my_service.spec[0].port[0].name',
  '    port = kubernetes_service_v1.my_service.spec[0].port[0].port',
];

const endpoints = [
  'resource "kubernetes_endpoints_v1" "my_service" {',
  '  metadata {',
  '    name = kubernetes_service_v1.my_service.metadata[0].name',
  '  }',
  '  subset {',
  '    address {',
  '      ip = "10.0.0.1"',
  '    }',
  '    port {',
  ...port.map((line) => `  ${line}`),
  '    }',
  '  }',
  '}',
];

const slice = [
  'resource "kubernetes_endpoint_slice_v1" "my_service" {',
  '  metadata {',
  '    name = "my-service-1"',
  '    labels = {',
  ...labelLines(),
  '    }',
  '  }',
  '  address_type = "IPv4"',
  '  endpoint {',
  '    addresses = ["10.0.0.1"]',
  '  }',
  '  port {',
  ...port.map((line) => line.replace(/ =/, '         =')),
  '    app_protocol = "postgresql"',
  '  }',
  '}',
];

function labelLines(): readonly string[] {
  const keys = [serviceNameLabel, managedByLabel].map((key) => `"${key}"`);
  const width = Math.max(...keys.map((key) => key.length));
  const values = ['kubernetes_service_v1.my_service.metadata[0].name', `"${defaultManager}"`];
  return keys.map((key, i) => `      ${key.padEnd(width)} = ${values[i]}`);
}

const skeletons: readonly Skeleton[] = [
  {
    label: 'resource kubernetes_endpoint_slice_v1 with its Service',
    detail: 'EndpointSlice and Service',
    lines: [...service, '', ...slice],
  },
  {
    label: 'resource kubernetes_endpoints_v1 with its Service',
    detail: 'Endpoints and Service',
    lines: [...service, '', ...endpoints],
  },
];

export function terraformSkeletons(newline: string): readonly Proposal[] {
  return skeletons.map(({ label, detail, lines }) => ({
    label,
    kind: CompletionItemKind.Snippet,
    detail,
    spell: (spelling) => spellLines(lines.join(newline), spelling),
  }));
}

function spellLines(text: string, spelling: Spelling): string {
  if (!spelling.isSnippet) return text;
  const stops = new Set<string>();
  const pattern = new RegExp(samples.map((each) => each.replaceAll('.', String.raw`\.`)).join('|'), 'g');
  return snippetText(text, spelling).replace(pattern, (sample) => {
    const number = nextStop(spelling, sample);
    const isAgain = stops.has(sample);
    stops.add(sample);
    return isAgain ? `\${${number}}` : `\${${number}:${sample}}`;
  });
}
