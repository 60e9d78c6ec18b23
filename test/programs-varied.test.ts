/** What is read of Go, C# and Java programs whose imports, constants and arrays are written in rarer forms. */
import { deepEqual } from 'node:assert/strict';
import { loadGrammarsOf, readingsOf } from './support/programs.ts';

const opaque = { $opaque: true };

describe('programs: rarer forms', () => {
  before(() => loadGrammarsOf('main.go', 'Program.cs', 'App.java'));

  function namesIn(path: string, text: string): readonly unknown[] {
    return readingsOf(path, text).map(({ resourceName }) => resourceName);
  }

  it('Go: packages that are imported with a dot', () => {
    const text = `package main
import (
  . "github.com/pulumi/pulumi-kubernetes/sdk/v4/go/kubernetes/core/v1"
  . "github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)
func main() {
  Run(func(ctx *Context) error {
    host := "inner"
    opt := Version("1")
    _, err := NewService(ctx, host, &ServiceArgs{Spec: &ServiceSpecArgs{Type: ServiceSpecTypeNodePort, ExternalIPs: ToStringArray([]string{host})}},
      Protect(true), Timeouts(&CustomTimeouts{Create: "5m"}), opt, Composite(DeleteBeforeReplace(true)))
    return err
  })
}
`;
    deepEqual(
      readingsOf('main.go', text).map(({ properties, options }) => ({ properties, options })),
      [
        {
          properties: { spec: { type: 'NodePort', externalIPs: ['inner'] } },
          options: { protect: true, customTimeouts: { create: '5m' }, version: '1', deleteBeforeReplace: true },
        },
      ],
    );
  });

  it('C#: constants of types in a namespace for the whole file', () => {
    const text = `using Pulumi.Kubernetes.Core.V1;
using static Acme.Net.Ports;
namespace Acme.Net;
static class Ports { public const string Http = "http"; }
class P
{
  void M() { new Service(Http); new Service(Acme.Net.Ports.Http); new Service($"{{a}}-{Ports.Http}"); }
}
`;
    deepEqual(namesIn('Program.cs', text), ['http', 'http', '{a}-http']);
  });

  it('Java: the types of Services, imported by a wildcard, hide no class', () => {
    const text = `import static com.pulumi.kubernetes.core.v1.enums.ServiceSpecType.*;
import com.pulumi.kubernetes.core.v1.*;
class P {
  void m() {
    new Service("a", ServiceArgs.builder().spec(ServiceSpecArgs.builder().type(NodePort).build()).build());
    new Endpoints("b", null);
  }
}
`;
    const read = readingsOf('App.java', text);
    deepEqual(
      read.map(({ token, properties }) => [token, properties]),
      [
        ['kubernetes:core/v1:Service', { spec: { type: 'NodePort' } }],
        ['kubernetes:core/v1:Endpoints', {}],
      ],
    );
  });

  it('Java: an array as the only item of a list is its items', () => {
    const open = { $open: true, $items: [] };
    const given: readonly (readonly [list: string, expected: unknown])[] = [
      ['K.IPS', ['a', 'b']],
      ['K.IPS[0]', ['a']],
      ['K.PAIRS[1]', ['n2', 'n3']],
      ['K.LATE', ['c']],
      ['other', ['a', 'b']],
      ['split', open],
      ['hosts', open],
      ['one', [opaque]],
      ['hosts, one', [opaque, opaque]],
    ];
    for (const [list, expected] of given) {
      const text = `import com.pulumi.kubernetes.core.v1.*;
import java.util.*;
class K {
  static final String[] IPS = {"a", "b"};
  static final String[][] PAIRS = {{"n1"}, {"n2", "n3"}};
  static final String LATE[] = {"c"};
}
class P {
  void m(String one, String... hosts) {
    var other = K.IPS;
    final String[] split = one.split(",");
    new Service("a", ServiceArgs.builder().spec(ServiceSpecArgs.builder().externalIPs(List.of(${list})).build()).build());
  }
}
`;
      deepEqual(readingsOf('App.java', text)[0]?.properties, { spec: { externalIPs: expected } }, list);
    }
  });
});
