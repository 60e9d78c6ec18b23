/** Readers in programs: clients of the API, Pulumi, locks of leaders, RBAC in Go, and metrics in texts. */
import assert from 'node:assert/strict';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import { findReaders } from '../server/src/readers/find-readers.ts';
import { estateObjects } from '../server/src/readers/written-objects.ts';
import type { Reader } from '../server/src/readers/reader.ts';

interface File {
  readonly name: string;
  readonly text: string;
}

const objects: File = {
  name: 'k8s/db.yaml',
  text: ['shop/db', 'shop/mail', 'lab/scope']
    .map((each) => {
      const [namespace, name] = each.split('/');
      return `apiVersion: v1\nkind: Endpoints\nmetadata: {name: ${name}, namespace: ${namespace}}\n`;
    })
    .join('---\n'),
};

function readersIn(...files: readonly File[]): readonly Reader[] {
  const texts = [...files, objects].map(({ name, text }) => ({ uri: `file:///r/${name}`, text }));
  return findReaders(texts, { objects: estateObjects(texts), platform: {} });
}

function lineOf({ text }: File, { span }: Reader): number {
  return text.slice(0, span.start).split('\n').length;
}

/** In each text, `!kind` or `!kind for` at the end of a line is the finding that the line has. */
function assertMarked(name: string, marked: string, ...others: readonly File[]): void {
  const sign = /\s*(?:\/\/|#)!([\w-]+)(?: (\S+))?$/;
  const expected = marked.split('\n').flatMap((line, at) => {
    const [, kind, reach = '*'] = sign.exec(line) ?? [];
    return kind === undefined ? [] : [`${at + 1} ${kind} ${reach}`];
  });
  const file = { name, text: marked.replace(new RegExp(sign.source, 'gm'), '') };
  const found = readersIn(file, ...others).filter(({ uri }) => uri.endsWith(`/r/${name}`));
  assert.deepEqual(
    found.map((each) => `${lineOf(file, each)} ${each.kind} ${each.for.join()}`),
    expected,
  );
  for (const { message } of found) assert.ok(/^.{20,160}?[.] /.test(message), message);
}

const goImports = `package a

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	own "example.test/own/v1"
)
`;

describe('readers in Go', () => {
  it('are clients, informers and listers', () => {
    assertMarked(
      'a.go',
      `${goImports}
const ns = "shop"

// c.CoreV1().Endpoints(ns) is only a comment.
func f(ctx context.Context, c kubernetes.Interface, other string) {
	_, _ = c.CoreV1().Endpoints(ns).Get(ctx, "db", metav1.GetOptions{}) //!go-client shop/db
	_, _ = c.CoreV1().Endpoints("default").Get(ctx, "kubernetes", metav1.GetOptions{}) //!go-client default/kubernetes
	_, _ = c.CoreV1().Endpoints("lab").List(ctx, metav1.ListOptions{}) //!go-client lab/scope
	_, _ = c.CoreV1().Endpoints(metav1.NamespaceAll).List(ctx, metav1.ListOptions{}) //!go-client
	_, _ = c.CoreV1().
		Endpoints(other). //!go-client
		Watch(ctx, metav1.ListOptions{})
	core := c.CoreV1()
	_ = core.Endpoints(other).Delete(ctx, "mail", metav1.DeleteOptions{}) //!go-client shop/mail
	_, _ = c.DiscoveryV1().EndpointSlices(other).List(ctx, metav1.ListOptions{})
	fmt.Println("c.CoreV1().Endpoints(ns)")
	inf := factory.Core().V1().Endpoints().Informer() //!go-client
	lister := corelisters.NewEndpointsLister(inf.GetIndexer()) //!go-client
	_, _ = r.endpointsLister.Endpoints(other).Get("db") //!go-client shop/db
	lw := cache.NewListWatchFromClient(c.CoreV1().RESTClient(), "endpoints", "lab", fields.Everything()) //!go-client lab/scope
	slices := cache.NewListWatchFromClient(rest, "endpointslices", "lab", fields.Everything())
	c.CoreV1().RESTClient().Get().Namespace(other).Resource("endpoints").Do(ctx) //!go-client
}
`,
    );
  });

  it('are values of the type, and no parameters, results, fields and assertions', () => {
    assertMarked(
      'a.go',
      `${goImports}
type cached struct {
	ep    corev1.Endpoints
	all   []corev1.Endpoints
	list  corelisters.EndpointsLister
}

func one(ep *corev1.Endpoints, m map[string]*corev1.Endpoints) *corev1.Endpoints {
	return ep
}

func two() corev1.Endpoints {
	x, _ := obj.(*corev1.Endpoints)
	return corev1.Endpoints{} //!go-client
}

func three(ctx context.Context, c client.Client) error {
	ep := &corev1.Endpoints{} //!go-client shop/db
	if err := c.Get(ctx, client.ObjectKey{Namespace: "shop", Name: "db"}, ep); err != nil {
		return err
	}
	var list corev1.EndpointsList //!go-client lab/scope
	if err := c.List(ctx, &list, client.InNamespace("lab")); err != nil {
		return err
	}
	if err := c.Get(ctx, key, &corev1.Endpoints{}); err != nil { //!go-client
		return err
	}
	fresh := new(corev1.Endpoints) //!go-client
	made := &corev1.Endpoints{ //!go-client shop/mail
		ObjectMeta: metav1.ObjectMeta{Name: "mail", Namespace: "shop"},
		Subsets:    []corev1.EndpointSubset{{Ports: []corev1.EndpointPort{{Name: "x"}}}},
	}
	return c.Create(ctx, made)
}

func setup(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		For(&own.Endpoints{}).
		Owns(&corev1.Endpoints{}). //!go-client
		Watches(&discoveryv1.EndpointSlice{}, h).
		WatchesRawSource(source.Kind(mgr.GetCache(), &corev1.Endpoints{})).
		Complete(r)
}
`,
    );
  });

  it('are resources and kinds of dynamic clients', () => {
    assertMarked(
      'a.go',
      `${goImports}
var (
	a = schema.GroupVersionResource{Group: "", Version: "v1", Resource: "endpoints"} //!go-client
	b = schema.GroupVersionResource{Version: "v1", Resource: "endpoints"} //!go-client
	c = schema.GroupVersionResource{Group: "own.test", Version: "v1", Resource: "endpoints"}
	d = schema.GroupVersionKind{"", "v1", "Endpoints"} //!go-client
	e = corev1.SchemeGroupVersion.WithResource("endpoints") //!go-client
	f = own.SchemeGroupVersion.WithResource("endpoints")
	g = []schema.GroupVersionResource{
		{Group: "discovery.k8s.io", Version: "v1", Resource: "endpointslices"},
		{Version: "v1", Resource: "endpoints"}, //!go-client
	}
	h = schema.GroupVersion{Version: "v1"}.WithKind("Endpoints") //!go-client
	i = metav1.OwnerReference{APIVersion: "v1", Kind: "Endpoints"}
	j = rbac.ResourceAttributes{Group: "", Resource: "endpoints"}
	k = metav1.TypeMeta{APIVersion: "v1", Kind: "Endpoints"} //!go-client
	l = metav1.TypeMeta{APIVersion: "own.test/v1", Kind: "Endpoints"}
)

func set(u, v *unstructured.Unstructured) {
	u.SetAPIVersion("v1")
	u.SetKind("Endpoints") //!go-client
	v.SetAPIVersion("own.test/v1")
	v.SetKind("Endpoints")
}
`,
    );
  });

  it('are no types and methods of others, and no copies of packages', () => {
    const silent = `package a

import (
	"github.com/aws/aws-sdk-go/aws/endpoints"
	corev1 "example.test/api/core/v1"
	clientv3 "go.etcd.io/etcd/client/v3"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func f() {
	c, _ := clientv3.New(clientv3.Config{Endpoints: []string{"a"}})
	_ = &corev1.Endpoints{}
	_ = cfg.Endpoints("x").Get("db")
	_ = k8s.Endpoints()
	_ = endpoints.DefaultResolver()
	_ = Endpoints{Create: makeCreate()}
	_ = corev1.Endpoints("a", "b")
}
`;
    assertMarked('a.go', silent);
    assertMarked('vendor/k8s.io/a.go', `${goImports}\nvar a = &corev1.Endpoints{}\n`);
    assertMarked('a.go', `// Code generated by x. DO NOT EDIT.\n${goImports}\nvar a = &corev1.Endpoints{}\n`);
  });

  it('are locks of leaders', () => {
    assertMarked(
      'a.go',
      `package a

import (
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	rl "k8s.io/client-go/tools/leaderelection/resourcelock"
	ctrl "sigs.k8s.io/controller-runtime"
)

func f() {
	a, _ := resourcelock.New(resourcelock.EndpointsResourceLock, ns, "x", c, l, cfg) //!leader-lock generated
	b, _ := rl.New("endpointsleases", ns, "x", c, l, cfg) //!leader-lock generated
	d, _ := rl.New(rl.LeasesResourceLock, ns, "x", c, l, cfg)
	e, _ := ctrl.NewManager(cfg, ctrl.Options{
		LeaderElectionResourceLock: "endpoints", //!leader-lock generated
	})
	g := &rl.EndpointsLock{} //!leader-lock generated
	fs.StringVar(&x, "leader-elect-resource-lock", "endpoints", "the lock") //!leader-lock generated
	fs.StringVar(&x, "resource", "endpoints", "the resource")
}
`,
    );
  });
});

describe('markers of controller-gen', () => {
  const head = 'package a\n\n';
  const fixed = (text: string, ...others: readonly File[]): string => {
    const file = { name: 'c/a.go', text: head + text };
    const edits = readersIn(file, ...others).flatMap(({ fix }) => fix?.edits ?? []);
    const [first] = edits;
    const after = first ? applyEdits(file.text, [first]) : file.text;
    const again = readersIn({ ...file, text: after }, ...others).filter(({ fix }) => fix);
    assert.deepEqual(again, []);
    return after.slice(head.length);
  };

  it('get a marker for slices', () => {
    const lines = (...all: readonly string[]): string => `${all.map((each) => `//${each}`).join('\n')}\n`;
    const rbac = '+kubebuilder:rbac:';
    const rows: readonly (readonly [before: readonly string[], added: string | undefined])[] = [
      [[`${rbac}groups="",resources=endpoints,verbs=get`], 'verbs=get;list'],
      [[`${rbac}groups=core,resources=services;endpoints,verbs=watch;list;get`], 'verbs=get;list;watch'],
      [[`${rbac}groups={"",apps},resources={"endpoints","pods"},verbs={get,list}`], 'verbs=get;list'],
      [[`${rbac}resources=endpoints,verbs=list`], 'verbs=list'],
      [[`${rbac}groups="",namespace=shop,resources=endpoints,verbs=list`], 'verbs=list,namespace=shop'],
      [[`${rbac}groups="",resources=endpoints,verbs=list;update`], undefined],
      [[`${rbac}groups="",resources=endpoints,resourceNames=db,verbs=get`], undefined],
      [[`${rbac}groups=own.test,resources=endpoints,verbs=list`], undefined],
      [[`${rbac}groups="",resources=endpointslices,verbs=list`], undefined],
      [[`${rbac}urls=/endpoints,verbs=get`], undefined],
    ];
    for (const [before, added] of rows) {
      const line = added === undefined ? [] : [`${rbac}groups=discovery.k8s.io,resources=endpointslices,${added}`];
      assert.equal(fixed(lines(...before)), lines(...before, ...line));
      const spaced = (each: string): string => `    // ${each}\r\n`;
      assert.equal(fixed(before.map(spaced).join('')), [...before, ...line].map(spaced).join(''));
    }
  });

  it('of one text get one', () => {
    const rbac = '// +kubebuilder:rbac:groups="",resources=';
    const text = `${rbac}endpoints,verbs=get\n${rbac}services;endpoints,verbs=watch\n${rbac}pods,verbs=get\n`;
    const line = '// +kubebuilder:rbac:groups=discovery.k8s.io,resources=endpointslices,verbs=get;list;watch\n';
    const [one, two] = text.split(/(?<=\n)/);
    assert.equal(fixed(text), `${one}${two}${line}${rbac}pods,verbs=get\n`);
  });

  it('are silent where the role has slices, and for other objects', () => {
    const rbac = '//+kubebuilder:rbac:groups="",resources=endpoints,';
    const slices =
      'package a\n//+kubebuilder:rbac:groups="discovery.k8s.io",resources=endpointslices,verbs=list;watch\n';
    assertMarked('c/a.go', `package a\n${rbac}verbs=get;list;watch\n`, { name: 'c/b.go', text: slices });
    assertMarked('c/a.go', `package a\n${rbac}verbs=get,resourceNames=lock\n`);
    assertMarked('c/a.go', `package a\n${rbac}verbs=get,namespace=kube-system\n`);
    assertMarked('c/a.go', `package a\nconst s = \`\n${rbac}verbs=get\n\`\n`);
    assertMarked('c/a.go', `package a\n// See ${rbac}verbs=get\n`);
    const [far] = readersIn(
      { name: 'c/a.go', text: `package a\n${rbac}verbs=get\n` },
      { name: 'd/b.go', text: slices },
    );
    assert.equal(far?.certainty, 'likely');
    const [named] = readersIn({ name: 'c/a.go', text: `package a\n${rbac}verbs=get,resourceNames=db;x\n` });
    assert.deepEqual([named?.for, named?.change], [['shop/db'], 'person']);
  });

  it('stand beside values of PolicyRule', () => {
    assertMarked(
      'c/a.go',
      `package a

import rbacv1 "k8s.io/api/rbac/v1"

var a = []rbacv1.PolicyRule{
	{APIGroups: []string{""}, Resources: []string{"pods", "endpoints"}, Verbs: []string{"get"}}, //!rbac-code
	{APIGroups: []string{"own.test"}, Resources: []string{"endpoints"}, Verbs: []string{"get"}},
}

var b = []rbacv1.PolicyRule{
	{APIGroups: []string{""}, Resources: []string{"endpoints"}, Verbs: verbs},
	{APIGroups: []string{"discovery.k8s.io"}, Resources: []string{"endpointslices"}, Verbs: []string{"get", "list"}},
}

var c = rbacv1.PolicyRule{
	Verbs:     []string{"list", "watch"},
	APIGroups: []string{corev1.GroupName},
	Resources: []string{"endpoints"}, //!rbac-code
}
`,
    );
  });
});

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

describe('Endpoints in programs of Pulumi', () => {
  it('are constructors and lookups', () => {
    assertMarked(
      'index.ts',
      `import * as k8s from "@pulumi/kubernetes";
import { core } from "@pulumi/kubernetes";
import { Endpoints as Eps, EndpointsPatch } from "@pulumi/kubernetes/core/v1";
const ns = "shop";
const a = new k8s.core.v1.Endpoints("a", { metadata: { labels: { name: "z" }, name: "db", namespace: ns } }); //!program-object shop/db
const b = new core.v1.Endpoints("b", { metadata: { name: "own", namespace: "far" } }); //!program-object far/own
const c = new Eps("c", { metadata: meta }); //!program-object
const d = k8s.core.v1.Endpoints.get("d", "lab/scope"); //!program-object lab/scope
const e = new EndpointsPatch("e", {});
const f = new aws.ec2.Endpoints("f", {});
const g = new k8s.discovery.v1.EndpointSlice("g", {});
`,
    );
    assertMarked(
      '__main__.py',
      `import pulumi_kubernetes as k8s
from pulumi_kubernetes.core.v1 import Endpoints, Service
a = Endpoints("a", metadata=k8s.meta.v1.ObjectMetaArgs(name="db", namespace="shop"))  #!program-object shop/db
b = k8s.core.v1.Endpoints("b", metadata={"name": "mail", "namespace": "shop"})  #!program-object shop/mail
c = Endpoints.get("c", "lab/scope")  #!program-object lab/scope
d = k8s.core.v1.Service("d")
`,
    );
    assertMarked(
      'main.go',
      `package main

import (
	corev1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
	metav1 "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/meta/v1"
)

func f(ctx *pulumi.Context) error {
	_, err := corev1.NewEndpoints(ctx, "a", &corev1.EndpointsArgs{ //!program-object shop/db
		Metadata: &metav1.ObjectMetaArgs{Name: pulumi.String("db"), Namespace: pulumi.String("shop")},
	})
	_, err = corev1.GetEndpoints(ctx, "b", pulumi.ID("lab/scope"), nil) //!program-object lab/scope
	_, err = corev1.NewService(ctx, "c", nil)
	return err
}
`,
    );
    assertMarked(
      'Program.cs',
      `using Pulumi.Kubernetes.Core.V1;
using K8s = Pulumi.Kubernetes;
class MyStack : Stack {
  public MyStack() {
    var a = new Endpoints("a", new EndpointsArgs { Metadata = new ObjectMetaArgs { Name = "db", Namespace = "shop" } }); //!program-object shop/db
    var b = Endpoints.Get("b", "lab/scope"); //!program-object lab/scope
    var c = new K8s.Core.V1.Endpoints("c"); //!program-object
    var d = new Other.Endpoints("d");
  }
}
`,
    );
    assertMarked(
      'App.java',
      `package a;
import com.pulumi.kubernetes.core.v1.Endpoints;
import com.pulumi.kubernetes.core.v1.EndpointsArgs;
class App {
  static void stack(Context ctx) {
    var a = new Endpoints("a", EndpointsArgs.builder() //!program-object shop/db
        .metadata(ObjectMetaArgs.builder().name("db").namespace("shop").build())
        .build());
    var b = Endpoints.get("b", Output.of("lab/scope"), null); //!program-object lab/scope
  }
}
`,
    );
  });
});

describe('metrics of Endpoints in texts of programs', () => {
  it('are reported by line', () => {
    assertMarked(
      'a.go',
      `package a

// kube_endpoint_info
const kube_endpoint_x = 1

var rules = []string{
	"absent(kube_endpoint_address_available{namespace=\\"shop\\", endpoint=\\"db\\"})", //!promql-metric shop/db
	"sum(kube_endpointslice_endpoints)",
	"count(my_kube_endpoint_info)",
	\`kube_endpoint_info{namespace="lab"}\`, //!promql-metric lab/scope
}

func f(t *testing.T) {
	t.Errorf("kube_endpoint_info is gone")
	q := fmt.Sprintf("kube_endpoint_info{x=%q}", x) //!promql-metric
	help := Rule{Description: "kube_endpoint_info is gone"}
}
`,
    );
    assertMarked(
      'a.py',
      `"""kube_endpoint_info of kubernetes"""\nQ = "kube_endpoint_info"  #!promql-metric\nprint("kube_endpoint_info")\n`,
    );
    assertMarked(
      'a.libsonnet',
      `// kube_endpoint_info
{
  local a = 'kube_endpoint_info', //!promql-metric
  # kube_endpoint_info
  alert: { expr: 'absent(kube_endpoint_address{namespace="lab"})', summary: 'kube_endpoint_address is 0' }, //!promql-metric lab/scope
  /* 'kube_endpoint_info' */
  b: |||
    sum(kube_endpoint_address) / //!promql-metric
    sum(kube_endpoint_info)
  |||,
  c: @'it''s kube_endpoint_labels', //!promql-metric
  description+: 'kube_endpoint_info',
}
`,
    );
  });
});
