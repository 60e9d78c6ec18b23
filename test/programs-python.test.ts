/** Python programs: every form of a constructor call, and outputs of resources as values. */
import assert from 'node:assert/strict';
import { loadGrammarsOf } from './support/programs.ts';
import { opaque, open, outputsOf, read, tokens, valueOf } from './support/python-programs.ts';

await loadGrammarsOf('a.py');

describe('Python: classes', () => {
  const forms: readonly (readonly [string, string, readonly string[]])[] = [
    ['a module with an alias', 'import pulumi_kubernetes as k8s\nk8s.core.v1.Endpoints("a")', ['core/v1:Endpoints']],
    ['a module', 'import pulumi_kubernetes\npulumi_kubernetes.core.v1.Service("a")', ['core/v1:Service']],
    [
      'dotted modules',
      'import pulumi_kubernetes.core.v1\nimport pulumi_kubernetes.discovery.v1\npulumi_kubernetes.core.v1.EndpointsPatch("a")\npulumi_kubernetes.discovery.v1.EndpointSlice("b")',
      ['core/v1:EndpointsPatch', 'discovery.k8s.io/v1:EndpointSlice'],
    ],
    [
      'a dotted module with an alias',
      'import pulumi_kubernetes.core.v1 as c\nc.ServicePatch("a")',
      ['core/v1:ServicePatch'],
    ],
    [
      'a group',
      'from pulumi_kubernetes import core, discovery as d\ncore.v1.Endpoints("a")\nd.v1.EndpointSlicePatch("b")',
      ['core/v1:Endpoints', 'discovery.k8s.io/v1:EndpointSlicePatch'],
    ],
    ['a version', 'from pulumi_kubernetes.core import v1\nv1.Endpoints("a")', ['core/v1:Endpoints']],
    [
      'classes',
      'from pulumi_kubernetes.core.v1 import (\n  Endpoints as E,\n  Service,\n)\nE("a")\nService("b")',
      ['core/v1:Endpoints', 'core/v1:Service'],
    ],
    [
      'a class of its own file',
      'from pulumi_kubernetes.core.v1.Endpoints import Endpoints\nEndpoints("a")',
      ['core/v1:Endpoints'],
    ],
    [
      'a wildcard',
      'from pulumi_kubernetes.core.v1 import *\nfrom pulumi_kubernetes.discovery.v1 import *\nEndpoints("a")\nEndpointSlice("b")\nNamespace("n")',
      ['core/v1:Endpoints', 'discovery.k8s.io/v1:EndpointSlice'],
    ],
    ['a wildcard of groups', 'from pulumi_kubernetes import *\ncore.v1.Endpoints("a")', ['core/v1:Endpoints']],
    [
      'an import in a function',
      'def f():\n  from pulumi_kubernetes.core.v1 import Endpoints\n  Endpoints("a")\nEndpoints("b")',
      ['core/v1:Endpoints'],
    ],
    [
      'an import that may fail',
      'try:\n  import pulumi_kubernetes as k8s\nexcept ImportError:\n  raise\nk8s.core.v1.Endpoints("a")',
      ['core/v1:Endpoints'],
    ],
    [
      'an assignment that renames',
      'import pulumi_kubernetes as k8s\nv1 = k8s.core.v1\nE = v1.Endpoints\nE("a")',
      ['core/v1:Endpoints'],
    ],
    [
      'a destructured one',
      'import pulumi_kubernetes as k8s\ncore, discovery = k8s.core, k8s.discovery\nk8s.core.v1.Endpoints("a")',
      ['core/v1:Endpoints'],
    ],
    ['no class of the program', 'import pulumi_kubernetes\nclass Endpoints: pass\nEndpoints("a")', []],
    ['no class of another module', 'import pulumi_kubernetes\nfrom .infra import Endpoints\nEndpoints("a")', []],
    [
      'no class that the program declares again',
      'from pulumi_kubernetes.core.v1 import Endpoints\nclass Endpoints(Endpoints): pass\nEndpoints("a")',
      [],
    ],
    [
      'no name that is assigned twice',
      'import pulumi_kubernetes as k8s\nE = k8s.core.v1.Endpoints\nE = k8s.core.v1.Service\nE("a")',
      [],
    ],
    ['no parameter', 'from pulumi_kubernetes.core.v1 import Endpoints\ndef f(Endpoints):\n  Endpoints("a")', []],
    [
      'no static get, no other class',
      'import pulumi_kubernetes as k8s\nk8s.core.v1.Endpoints.get("a", "b/c")\nk8s.core.v1.EndpointsList("a")\nk8s.core.v1.EndpointSubsetArgs()\nk8s.Provider("p")\n',
      [],
    ],
  ];
  for (const [name, text, expected] of forms) it(name, () => assert.deepEqual(tokens(text), expected));
});

describe('Python: arguments', () => {
  const imports = 'import pulumi\nimport pulumi_kubernetes as k8s\nfrom pulumi import ResourceOptions as RO\n';
  const args = 'k8s.core.v1.EndpointsInitArgs(metadata={"name": "m"})';
  const metadata = { metadata: { name: 'm' } };
  const calls: readonly (readonly [string, string, unknown, unknown, unknown])[] = [
    ['keyword arguments', '"a", metadata={"name": "m"}, opts=RO(protect=True)', 'a', metadata, { protect: true }],
    ['the name by its keyword', 'metadata={"name": "m"}, resource_name="a"', 'a', metadata, {}],
    ['an object of arguments', `"a", ${args}`, 'a', metadata, {}],
    ['an object of arguments and options', `"a", ${args}, RO(protect=False)`, 'a', metadata, { protect: false }],
    [
      'an object of arguments and options by keyword',
      `"a", ${args}, opts=RO(protect=False)`,
      'a',
      metadata,
      { protect: false },
    ],
    ['arguments by keyword', `"a", args=${args}, opts=RO()`, 'a', metadata, {}],
    ['all by keyword', `args=${args}, opts=RO(protect=True), resource_name="a"`, 'a', metadata, { protect: true }],
    ['options in the second place', '"a", RO(protect=True), metadata={"name": "m"}', 'a', metadata, { protect: true }],
    ['options alone', '"a", pulumi.ResourceOptions(protect=True)', 'a', {}, { protect: true }],
    ['options by a name in the second place', '"a", shared', 'a', {}, { protect: true }],
    ['merged options in the second place', '"a", RO.merge(shared, shared)', 'a', {}, opaque],
    ['unknown options in the second place', '"a", unknown, metadata={"name": "m"}', 'a', metadata, opaque],
    ['the former keyword of options', '"a", metadata={"name": "m"}, __opts__=shared', 'a', metadata, { protect: true }],
    ['no options', '"a", metadata={"name": "m"}, opts=None', 'a', metadata, {}],
    [
      'spread arguments',
      '"a", **{"metadata": {"name": "m"}}, **dict(subsets=[])',
      'a',
      { ...metadata, subsets: [] },
      {},
    ],
    ['unknown spread arguments', '"a", metadata={"name": "m"}, **unknown', 'a', { ...metadata, ...open }, {}],
    ['arguments that are not known', '"a", unknown', 'a', opaque, {}],
    ['several places in one argument', '*unknown, metadata={"name": "m"}', opaque, metadata, {}],
    [
      'options that are merged',
      '"a", metadata={"name": "m"}, opts=RO.merge(shared, RO(protect=True))',
      'a',
      metadata,
      opaque,
    ],
    [
      'names of options',
      '"a", opts=RO(depends_on=[shared2], import_="ns/n", custom_timeouts=pulumi.CustomTimeouts(create="5m"), aliases=[pulumi.Alias(type_="t", name="old"), pulumi.Alias("older")], delete_before_replace=True, plugin_download_url="u", env_var_mappings={"A_B": "c"})',
      'a',
      {},
      {
        dependsOn: [opaque],
        import: 'ns/n',
        customTimeouts: { create: '5m' },
        aliases: [{ type: 't', name: 'old' }, { name: 'older' }],
        deleteBeforeReplace: true,
        pluginDownloadURL: 'u',
        envVarMappings: { A_B: 'c' },
      },
    ],
  ];
  for (const [name, given, resourceName, properties, options] of calls) {
    it(name, () => {
      const [found] = read(`${imports}shared = RO(protect=True)\nk8s.core.v1.Endpoints(${given})\n`);
      assert.deepEqual([found?.resourceName, found?.properties, found?.options], [resourceName, properties, options]);
    });
  }

  it('translates names of fields, and nothing else', () => {
    const [found] = read(`${imports}k8s.core.v1.Service("a",
      api_version="v1", kind="Service",
      metadata=k8s.meta.v1.ObjectMetaArgsDict(generate_name="g-", labels=dict(app_protocol="x"), annotations={"node_name": "y"}),
      spec=k8s.core.v1.ServiceSpecArgs(cluster_ip="None", cluster_ips=["None"], external_ips=[], selector={"target_port": "z"},
        type=k8s.core.v1.ServiceSpecType.CLUSTER_IP,
        ports=[dict(target_port=80), {"targetPort": 80}, {"target-port": 80, "name_space": "n"}]))\n`);
    assert.deepEqual(found?.properties, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { generateName: 'g-', labels: { app_protocol: 'x' }, annotations: { node_name: 'y' } },
      spec: {
        clusterIP: 'None',
        clusterIPs: ['None'],
        externalIPs: [],
        selector: { target_port: 'z' },
        type: 'ClusterIP',
        ports: [{ targetPort: 80 }, { targetPort: 80 }, { 'target-port': 80, name_space: 'n' }],
      },
    });
  });
});

describe('Python: outputs of resources', () => {
  const before = `svc = k8s.core.v1.Service("svc", spec={"cluster_ip": "None"})
other = svc
class C(pulumi.ComponentResource):
    def __init__(self):
        self.own = k8s.core.v1.Service("own")
        self.twice = k8s.core.v1.Service("one")
        self.twice = k8s.core.v1.Service("two")
        self.text = "x"
        SELF
`;
  const outputs: readonly (readonly [string, readonly string[]])[] = [
    ['svc.metadata.name', ['svc.metadata.name']],
    ['svc.metadata["name"]', ['svc.metadata.name']],
    ['other.metadata.name', ['svc.metadata.name']],
    ['svc.spec.cluster_ip', ['svc.spec.clusterIP']],
    ['svc.spec.ports[0].target_port', ['svc.spec.ports[0].targetPort']],
    ['svc.metadata.apply(lambda m: m.name)', ['svc.metadata.name']],
    ['svc.metadata.apply(lambda m: m["name"])', ['svc.metadata.name']],
    ['svc.spec.apply(lambda s: s.ports).apply(lambda p: p[0].port)', ['svc.spec.ports[0].port']],
    ['pulumi.Output.concat(svc.metadata.name)', ['svc.metadata.name']],
    ['Output.format("{0}", svc.metadata.name)', ['svc.metadata.name']],
    ['Output.from_input(svc.metadata.name)', ['svc.metadata.name']],
    ['Output.concat("v-", svc.id)', ['svc']],
    ['Output.format("{0}-x", svc.metadata.name)', ['svc']],
    ['str(svc.metadata.name)', ['svc']],
    ['svc', ['svc']],
  ];
  for (const [expression, expected] of outputs)
    it(expression, () => {
      assert.deepEqual(outputsOf(expression, before.replace('SELF', 'pass')), expected);
      assert.deepEqual(valueOf(expression, before.replace('SELF', 'pass')), opaque);
    });

  const members: readonly (readonly [string, readonly string[]])[] = [
    ['self.own.metadata.name', ['own.metadata.name']],
    ['self.own.metadata.apply(lambda m: m.name)', ['own.metadata.name']],
    ['self.twice.metadata.name', []],
    ['self.text', []],
    ['self.missing', []],
  ];
  for (const [expression, expected] of members)
    it(`${expression} in a class`, () => {
      const use = `k8s.core.v1.Endpoints("e", metadata={"name": ${expression}})`;
      assert.deepEqual(outputsOf('"z"', before.replace('SELF', use)), expected);
    });
});
