/** Readers in programs of Python, JavaScript and Java. */
import { assertMarked } from './support/marked-readers.ts';

describe('readers in Python', () => {
  it('are calls and models of the official client', () => {
    assertMarked(
      'a.py',
      `"""read_namespaced_endpoints is only named here."""
from kubernetes import client, config, dynamic, watch
NS = "shop"


def f(api: client.CoreV1Api, ns, ep: client.V1Endpoints) -> client.V1EndpointsList:
    api.read_namespaced_endpoints("db", NS)  #!python-client shop/db
    api.read_namespaced_endpoints(namespace="shop", name="mail")  #!python-client shop/mail
    api.read_namespaced_endpoints("kubernetes", "default")  #!python-client default/kubernetes
    api.list_namespaced_endpoints(namespace="lab", watch=False)  #!python-client lab/scope
    api.list_endpoints_for_all_namespaces()  #!python-client
    api.read_namespaced_service("db", ns)
    api.delete_namespaced_endpoints(  #!python-client
        name=ns,
        namespace=ns,
    )
    w = watch.Watch()
    for e in w.stream(api.list_namespaced_endpoints, namespace="lab"):  #!python-client lab/scope
        print("api.read_namespaced_endpoints", e)
    body = client.V1Endpoints(  #!python-client shop/db
        metadata=client.V1ObjectMeta(name="db", namespace="shop", labels={"name": "x"}),
        subsets=[client.V1EndpointSubset(ports=[client.CoreV1EndpointPort(name="p", port=1)])],
    )
    dyn = dynamic.DynamicClient(client.ApiClient())
    eps = dyn.resources.get(kind="Endpoints", api_version="v1")  #!python-client
    own = dyn.resources.get(kind="Endpoints", api_version="own.test/v1")
    sls = dyn.resources.get(kind="EndpointSlice", api_version="discovery.k8s.io/v1")
    mock.read_namespaced_endpoints.assert_called_once()
`,
    );
  });

  it('are other clients', () => {
    assertMarked(
      'a.py',
      `import kopf
import kr8s
import pykube
from kr8s.objects import Endpoints as Eps
from lightkube import Client
from lightkube.resources.core_v1 import Endpoints, Pod


@kopf.on.event("", "v1", "endpoints")  #!python-client
def one(**_):
    pass


@kopf.on.create("v1", "endpoints")  #!python-client
@kopf.on.event("own.test", "v1", "endpoints")
def two(client: Client, x: Endpoints, **_):
    client.get(Endpoints, name="db", namespace="shop")  #!python-client shop/db
    client.list(Pod, namespace="shop")
    kr8s.get("endpoints", "mail", namespace="shop")  #!python-client shop/mail
    Eps.get("scope", namespace="lab")  #!python-client lab/scope
    pykube.Endpoint.objects(api).filter(namespace="lab")  #!python-client
    isinstance(x, Endpoints)
    routes.get("endpoints")
`,
    );
  });

  it('are objects only where no call says more', () => {
    const body = 'b = {"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": "db"}}';
    assertMarked(
      'a.py',
      `from kubernetes import client, utils\n${body}  #!python-client\nutils.create_from_dict(c, b)\n`,
    );
    assertMarked(
      'a.py',
      `import kubernetes\n${body}\napi.create_namespaced_endpoints("lab", b)  #!python-client lab/scope\n`,
    );
    assertMarked('a.py', `${body}\n`);
  });

  it('need a client, or a name that only a client has', () => {
    const call = 'self.core.read_namespaced_endpoints(n, s)';
    assertMarked('a.py', `def f(self):\n    ${call}  #!python-client\n`);
    assertMarked('a.py', `def f(self):\n    ${call}\n`, {
      name: 'b.py',
      text: 'def read_namespaced_endpoints(a): pass\n# k8s\n',
    });
    assertMarked('a.py', 'def f(self):\n    self.shop.read_namespaced_endpoints(n, s)\n');
    assertMarked('a.py', 'import boto3\nboto3.client("kube").list_endpoints()\nec2.describe_vpc_endpoints()\n');
  });
});

describe('readers in JavaScript and TypeScript', () => {
  it('are calls, models and informers of the official client', () => {
    assertMarked(
      'a.ts',
      `import * as k8s from '@kubernetes/client-node';
import type { V1Endpoints } from '@kubernetes/client-node';
const NAMESPACE = 'shop';
// core.readNamespacedEndpoints({ name, namespace })
export async function f(core: k8s.CoreV1Api, name: string, x: V1Endpoints): Promise<k8s.V1EndpointsList> {
  await core.readNamespacedEndpoints({ name: 'db', namespace: NAMESPACE }); //!js-client shop/db
  await core.readNamespacedEndpoints('mail', 'shop') //!js-client shop/mail
  await core.readNamespacedEndpoints({ name, namespace: 'shop' }) //!js-client shop/db,shop/mail
  const ep: V1Endpoints = { metadata: { name: 'scope', namespace: 'lab' } }; //!js-client lab/scope
  await core.createNamespacedEndpoints({ namespace: 'lab', body: ep }); //!js-client lab/scope
  const fn = () => core.listNamespacedEndpoints({ namespace: 'lab' }); //!js-client lab/scope
  const informer = k8s.makeInformer(kc, '/api/v1/namespaces/lab/endpoints', fn); //!js-client lab/scope
  await new k8s.Watch(kc).watch('/api/v1/endpoints', {}, () => {}); //!api-path
  const fresh = new k8s.V1Endpoints(); //!js-client
  console.log('core.readNamespacedEndpoints', \`\${name}\`);
  return core.listEndpointsForAllNamespaces(); //!js-client
}
`,
    );
    assertMarked(
      'a.js',
      `const k8s = require('@kubernetes/client-node')
const client = k8s.KubernetesObjectApi.makeApiClient(kc)
client.read({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'db', namespace: 'shop' } }) //!js-client shop/db
client.read({ apiVersion: 'own.test/v1', kind: 'Endpoints', metadata: { name: 'db', namespace: 'shop' } })
`,
    );
  });

  it('are calls of the client of GoDaddy', () => {
    assertMarked(
      'a.js',
      `const { Client } = require('kubernetes-client')
client.api.v1.namespaces('shop').endpoints('db').get() //!js-client shop/db
client.api.v1.endpoints.get() //!js-client
config.endpoints('db').get()
`,
    );
  });

  it('are no methods of others', () => {
    assertMarked(
      'a.ts',
      `import { C } from './kube';\nconst c = new C('/api/v1/endpoints');\nc.listNamespacedEndpoints('x');\n`,
    );
    assertMarked('a.ts', `k8sApi.listNamespacedEndpoints('lab'); //!js-client lab/scope\n`);
    assertMarked('a.ts', `k8sApi.listNamespacedEndpoints('lab');\n`, {
      name: 'kube.ts',
      text: 'export class K8sApi {\n  async listNamespacedEndpoints(a: string) {}\n}\n',
    });
    assertMarked(
      'a.ts',
      "import * as k8s from '@kubernetes/client-node';\nexpect(core.readNamespacedEndpoints).toBe(1);\n",
    );
  });
});

describe('readers in Java', () => {
  it('are calls and models of fabric8', () => {
    assertMarked(
      'a/A.java',
      `package a;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.EndpointsList;
import io.fabric8.kubernetes.client.KubernetesClient;

class A {
  private static final String NS = "shop";
  private Watcher<Endpoints> watcher;
  /* client.endpoints().list() */
  Endpoints f(KubernetesClient client, Endpoints given, String ns) {
    Endpoints a = client.endpoints().inNamespace(NS).withName("db").get(); //!java-client shop/db
    EndpointsList b = client.endpoints().inAnyNamespace().list(); //!java-client
    var c = client.resources(Endpoints.class).inNamespace("lab").list(); //!java-client lab/scope
    client.endpoints()  //!java-client
        .inNamespace(ns)
        .watch(watcher);
    Endpoints d = new EndpointsBuilder() //!java-client shop/mail
        .withNewMetadata().withName("mail").withNamespace("shop").endMetadata()
        .addNewSubset().addNewPort().withName("x").endPort().endSubset()
        .build();
    SharedIndexInformer<Endpoints> e = factory.sharedIndexInformerFor(Endpoints.class, 0); //!java-client
    log.info("client.endpoints() {}", config.endpoints().size());
    return given.endpoints().paths();
  }
}
`,
    );
  });

  it('are calls and models of the official client', () => {
    assertMarked(
      'a/A.java',
      `package a;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Endpoints;
import io.kubernetes.client.openapi.models.V1EndpointsList;
import io.kubernetes.client.extended.leaderelection.resourcelock.EndpointsLock;

class A {
  void f(CoreV1Api api, V1Endpoints given) {
    V1Endpoints a = api.readNamespacedEndpoints("db", "shop").execute(); //!java-client shop/db
    api.listEndpointsForAllNamespaces().execute(); //!java-client
    api.deleteNamespacedEndpoints(given.name(), given.ns()).execute(); //!java-client
    V1Endpoints b = new V1Endpoints(); //!java-client
    var c = new GenericKubernetesApi<>(V1Endpoints.class, V1EndpointsList.class, "", "v1", "endpoints", x); //!java-client
    var lock = new EndpointsLock("default", "x", id); //!leader-lock generated
  }
}
`,
    );
  });

  it('are no classes of others', () => {
    const text = 'package a;\nimport io.fabric8.kubernetes.api.model.*;\nclass A { Object o = new Endpoints(1); }\n';
    assertMarked('a/A.java', text, { name: 'a/Endpoints.java', text: 'package a; class Endpoints {}' });
    assertMarked('a/A.java', text.replace('}\n', '} //!java-client\n'));
    assertMarked(
      'a/A.java',
      'package a;\nimport a.kube.Endpoints;\nclass A { Object o = new Endpoints(client.endpoints().list()); }\n',
    );
  });
});
