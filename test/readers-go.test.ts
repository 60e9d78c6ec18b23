/** Readers in Go: clients of the API, types, dynamic clients, locks of leaders, and RBAC in markers and values. */
import assert from 'node:assert/strict';
import { applyEdits } from '../server/src/edits/apply-edits.ts';
import { assertMarked, readersIn, type MarkedText } from './support/marked-readers.ts';

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
	_, err := k.CoreV1().Endpoints("shop").Create(ctx, &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Name: "db"}}, x) //!go-client shop/db
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
  const fixed = (text: string, ...others: readonly MarkedText[]): string => {
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
