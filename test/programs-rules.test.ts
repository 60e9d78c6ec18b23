/** What rules say in programs: in the words of the language, at the use of a value, and nothing where the SDK or a compiler leaves nothing to say. */
import assert from 'node:assert/strict';
import { writeEdits } from '../server/src/edits/write.ts';
import { inProgramWords } from '../server/src/lint/program-words.ts';
import { programName } from '../server/src/tree/program-name.ts';
import { rules } from '../server/src/rules/rules.ts';
import type { CodeLanguage } from '../server/src/tree/document.ts';
import {
  diagnosticsIn,
  endpointsCall,
  foundIn,
  loopback,
  messageIn,
  programIn,
  script,
} from './support/program-findings.ts';
import { languages } from './support/program-writer.ts';
import { loadGrammarsOf, programDocument } from './support/programs.ts';

const all = ['typescript', 'javascript', 'python', 'go', 'csharp', 'java'] as const;

before(() => loadGrammarsOf(...Object.values(languages)));

/** By code: what is different in programs, an example, and what is found in it. All other rules are the same in programs. */
const decisions: Readonly<
  Record<string, { readonly why: string; readonly text: string; readonly found: readonly string[] }>
> = {
  'wrong-constant': {
    why: 'silent: every SDK sends its own apiVersion and kind',
    text: endpointsCall(`apiVersion: "v9", kind: "Wrong"`),
    found: [],
  },
  'wrong-type': {
    why: 'says nothing of apiVersion and kind, which no SDK sends as they are written',
    text: endpointsCall(
      `apiVersion: 5, subsets: [{ addresses: [{ ip: "10.0.0.1", nodeName: 5 }], ports: [{ port: "80" }] }]`,
    ),
    found: ['wrong-type 5', 'wrong-type "80"'],
  },
  'dropped-argument': {
    why: 'only in TypeScript and JavaScript: their constructors copy what they know',
    text: endpointsCall(`subset: [], status: {}, protect: true`),
    found: ['dropped-argument subset', 'dropped-argument status', 'dropped-argument protect'],
  },
  'unknown-property': {
    why: 'only below the top in TypeScript and JavaScript, where names are sent as they are',
    text: endpointsCall(`subsets: [{ addresses: [{ ip: "10.0.0.1", nodename: "a" }], ports: [{ port: 80 }] }]`),
    found: ['unknown-property nodename'],
  },
  'output-only-id': {
    why: 'the same in every language',
    text: endpointsCall(`id: "db"`),
    found: ['output-only-id id'],
  },
  'miscapitalized-key': {
    why: 'silent: unknown-resource-option reports it, because no SDK accepts it',
    text: endpointsCall('', ', { dependson: [], Parent: undefined, transforms: undefined }'),
    found: ['unknown-resource-option dependson'],
  },
  'unknown-resource-option': {
    why: 'knows the options that only programs have; silent in Go, C# and Java, whose compilers refuse others',
    text: endpointsCall('', ', { hooks: {}, id: "a", urn: "b", dependsOnn: [] }'),
    found: ['unknown-resource-option dependsOnn'],
  },
  'wrong-resource-value': {
    why: 'silent in Go, C# and Java, whose compilers refuse other types',
    text: endpointsCall('', ', { ignoreChanges: "subsets" }'),
    found: ['wrong-resource-value "subsets"'],
  },
  'null-value': {
    why: 'null is sent by JavaScript; the absent values of other languages leave the field out',
    text: endpointsCall(
      `subsets: [{ addresses: [{ ip: "10.0.0.1", hostname: null, nodeName: undefined }], ports: [{ port: 80 }] }]`,
    ),
    found: ['null-value hostname'],
  },
  'duplicate-key': {
    why: 'silent: compilers and Map.of refuse a repeated name, and of a repeated key the last one is read',
    text: endpointsCall(`subsets: [], "subsets": ${loopback}`),
    found: ['loopback-ip "127.0.0.1"'],
  },
  'unknown-output': {
    why: 'silent: expressions of programs call methods, and the compiler knows the outputs',
    text: `${script}const db = new k8s.core.v1.Endpoints("db", { metadata: { name: "db" } });\nexport const x = db.metadata.nmae;\n`,
    found: [],
  },
  'list-resource': {
    why: 'reports the class in place of the token',
    text: `${script}new k8s.core.v1.EndpointsList("l", { items: [] });\n`,
    found: ['list-resource EndpointsList'],
  },
  'ineffective-patch-force': {
    why: 'the same in every language',
    text: `${script}new k8s.core.v1.EndpointsPatch("p", { metadata: { name: "db", annotations: { "pulumi.com/patchForce": "True" } } });\n`,
    found: ['ineffective-patch-force "True"'],
  },
  'patch-without-name': {
    why: 'the same in every language: the name of the resource is not that of the object',
    text: `${script}new k8s.core.v1.EndpointsPatch("p", { metadata: { labels: { a: "b" } } });\n`,
    found: ['patch-without-name metadata'],
  },
};

describe('rules in programs', () => {
  for (const [code, { why, text, found: expected }] of Object.entries(decisions)) {
    it(`${code}: ${why}`, () => {
      assert.ok(rules.some((rule) => rule.code === code));
      assert.deepEqual(foundIn(text), expected);
    });
  }

  it('report what is dropped of a Service, too', () => {
    const text = `${script}new k8s.core.v1.Service("a", { metadata: { name: "a" }, specs: {} });\n`;
    assert.deepEqual(foundIn(text), ['dropped-argument specs']);
  });

  it('are never about the syntax of YAML', () => {
    const words = /YAML|indent|"- "|\bmapping\b|this key|merge key|\$\{/;
    for (const { text } of Object.values(decisions))
      for (const { message } of diagnosticsIn(text)) assert.doesNotMatch(message, words);
  });

  it('see no finding in what a compiler refuses', () => {
    const go = `package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := corev1.NewEndpoints(ctx, "db", &corev1.EndpointsArgs{
			Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String("db")},
		}, pulumi.Composite(), pulumi.DependsOn("x"))
		return err
	})
}
`;
    assert.deepEqual(foundIn(go, 'main.go'), []);
  });
});

describe('words of rules in programs', () => {
  it('name a list beside another field as the program does', () => {
    const said = inProgramWords('Add one to "addresses" or to "notReadyAddresses".', {
      language: 'go',
      written: new Map(),
      value: undefined,
    });
    assert.equal(said, 'Add one to "Addresses" or to "NotReadyAddresses".');
  });

  const names: Readonly<Record<string, readonly string[]>> = {
    notReadyAddresses: ['notReadyAddresses', 'not_ready_addresses', 'NotReadyAddresses', 'NotReadyAddresses'],
    clusterIPs: ['clusterIPs', 'cluster_ips', 'ClusterIPs', 'ClusterIPs'],
    fieldsV1: ['fieldsV1', 'fields_v1', 'FieldsV1', 'FieldsV1'],
    import: ['import', 'import_', 'Import', 'ImportId'],
    customTimeouts: ['customTimeouts', 'custom_timeouts', 'Timeouts', 'CustomTimeouts'],
    pluginDownloadURL: ['pluginDownloadURL', 'plugin_download_url', 'PluginDownloadURL', 'PluginDownloadURL'],
  };
  for (const [name, expected] of Object.entries(names)) {
    it(`spell ${name} in each language`, () => {
      const spelled = (['typescript', 'python', 'go', 'csharp'] as const).map((language) =>
        programName(name, language),
      );
      assert.deepEqual(spelled, expected);
    });
  }

  const messages: Readonly<Record<CodeLanguage, string>> = {
    typescript: '"notReadyAddresses"',
    javascript: '"notReadyAddresses"',
    python: '"not_ready_addresses" (notReadyAddresses)',
    go: '"NotReadyAddresses"',
    csharp: '"NotReadyAddresses"',
    java: '"notReadyAddresses"',
  };
  for (const language of all) {
    it(`name fields as ${language} does`, () => {
      const text = programIn(language);
      assert.equal(
        messageIn(text, 'duplicate-address', languages[language]),
        `10.0.0.1 is listed twice in ${messages[language]}, and only the first entry counts. Remove one of them.`,
      );
    });
  }

  it('name a field as it is written, with the name of the contract beside it once', () => {
    const text = `import pulumi_kubernetes as k8s
k8s.core.v1.Service("a", metadata={"name": "a"}, spec={"externalTrafficPolicy": "Local", "ports": [{"port": 80}]})
k8s.core.v1.Service("b", metadata={"name": "b"}, spec={"external_traffic_policy": "Local", "ports": [{"port": 80}]})
`;
    const rest =
      'is only for the types NodePort and LoadBalancer, but the type of this Service is ClusterIP. Remove it, or change the type.';
    assert.deepEqual(
      diagnosticsIn(text, 'a.py').map(({ message }) => message),
      [`"externalTrafficPolicy" ${rest}`, `"external_traffic_policy" (externalTrafficPolicy) ${rest}`],
    );
  });

  it('leave values as they are', () => {
    const text = `import pulumi_kubernetes as k8s
k8s.core.v1.Service("a", metadata={"name": "a"}, spec={"type": "clusterIP", "ports": [{"port": 80}]})
`;
    assert.equal(
      messageIn(text, 'unknown-service-value', 'a.py'),
      '"clusterIP" is not a value of "type". Did you mean "ClusterIP"?',
    );
  });

  it('name the meant field for a key of a dictionary that nobody translates', () => {
    const text = `import pulumi_kubernetes as k8s
k8s.core.v1.Endpoints("a", metadata={"name": "a", "name_space": "b"}, subsets=[{"addresses": [{"ip": "10.0.0.1", "node-name": "b", "targetRef": {"kind": "Pod"}}], "ports": [{"port": 80}]}])
`;
    assert.deepEqual(
      diagnosticsIn(text, 'a.py').map(({ message }) => message),
      [
        'ObjectMeta has no field "name_space". Did you mean "namespace"?',
        'EndpointAddress has no field "node-name". Did you mean "node_name" (nodeName)?',
      ],
    );
  });
});

describe('places of findings in programs', () => {
  it('are the use of a value, with its literal beside', () => {
    const text = endpointsCall(
      `subsets: [{ addresses: [{ ip: host }], ports: [{ port: 80 }] }]`,
      '',
      'const host = "127.0.0.1";\n',
    );
    const [finding, ...more] = diagnosticsIn(text);
    assert.ok(finding && more.length === 0);
    assert.equal(text.slice(finding.span.start, finding.span.end), 'host');
    assert.deepEqual(
      finding.related.map((place) => 'span' in place && [place.message, text.slice(place.span.start, place.span.end)]),
      [['The value is written here.', '"127.0.0.1"']],
    );
  });

  it('have no literal beside where it is in place, or put together', () => {
    for (const ip of ['"127.0.0.1"', '`127.0.0.${last}`']) {
      const text = endpointsCall(
        `subsets: [{ addresses: [{ ip: ${ip} }], ports: [{ port: 80 }] }]`,
        '',
        'const last = 1;\n',
      );
      assert.deepEqual(
        diagnosticsIn(text).map(({ rule, related }) => [rule.code, related]),
        [['loopback-ip', []]],
      );
    }
  });

  it('are named once where one text stands for several values', () => {
    const text = endpointsCall(
      `subsets: [{ addresses: hosts.map((ip) => ({ ip, nodename: "a" })), ports: [{ port: 80 }] }]`,
      '',
      'const hosts = ["127.0.0.1", "10.0.0.1", "127.0.0.2"];\n',
    );
    const [finding] = diagnosticsIn(text);
    assert.deepEqual(foundIn(text), ['loopback-ip ip', 'unknown-property nodename']);
    assert.match(finding?.message ?? '', /^127\.0\.0\.1 /);
    assert.deepEqual(
      finding?.related.map((place) => 'span' in place && text.slice(place.span.start, place.span.end)),
      ['"127.0.0.1"', '"127.0.0.2"'],
    );
  });
});

describe('edits of programs', () => {
  it('change no style, which the formatter of the language does', () => {
    const text = endpointsCall(`subsets: ${loopback}`);
    const document = programDocument('index.ts', text);
    const [resource] = document.resources;
    assert.ok(resource);
    const value = resource.properties;
    assert.equal(writeEdits(document, [{ kind: 'restyle', value, style: 'block' }]), undefined);
  });
});

describe('ways out in programs', () => {
  it('are no entries of YAML', () => {
    const none = { written: new Map<string, string>(), value: undefined };
    const said = (message: string, language: CodeLanguage): string => inProgramWords(message, { language, ...none });
    assert.equal(said('Ports match by name. Write name: pg.', 'csharp'), 'Ports match by name. Set Name to "pg".');
    assert.equal(said('Write protocol: UDP here to change it.', 'go'), 'Set Protocol to "UDP" here to change it.');
    assert.equal(said('Add clusterIP: 10.0.0.1.', 'python'), 'Set cluster_ip (clusterIP) to "10.0.0.1".');
    assert.equal(
      said('Add the annotation pulumi.com/patchForce: "true" to the patch.', 'java'),
      'Add the annotation "pulumi.com/patchForce" with the value "true" to the patch.',
    );
    assert.equal(said('Write a DNS label.', 'typescript'), 'Write a DNS label.');
  });
});
