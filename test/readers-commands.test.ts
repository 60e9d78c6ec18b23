/** Readers of Endpoints in shell scripts: kubectl, requests to the API, and what stays silent. */
import assert from 'node:assert/strict';
import { commandReadersIn, commandsFixed, commandsFound } from './support/command-readers.ts';

const rewrite = 'kubectl-read rewrite core/mq';

describe('commands in shell scripts', () => {
  const kindOf = (line: string): string => commandsFound('bin/queue.sh', `#!/bin/sh\n${line}\n`).join(' | ');

  it('are rewritten where the output is only shown', () => {
    const lines: readonly (readonly [string, string])[] = [
      ['kubectl get endpoints mq -n core', 'kubectl get endpointslices -l kubernetes.io/service-name=mq -n core'],
      ['kubectl -n core describe ep/mq', 'kubectl -n core describe endpointslices -l kubernetes.io/service-name=mq'],
      ['kubectl get "ep/$1" -ncore', 'kubectl get endpointslices -l kubernetes.io/service-name="$1" -ncore'],
      ['oc get "endpoints" "$1" -n=core', 'oc get "endpointslices" -l kubernetes.io/service-name="$1" -n=core'],
      ['kubectl get svc,ep,pods -n core -o wide', 'kubectl get svc,endpointslices,pods -n core -o wide'],
      ['kubectl get endpoints.v1 -n core -w', 'kubectl get endpointslices -n core -w'],
      ['watch -n 2 "kubectl get ep -n core"', 'watch -n 2 "kubectl get endpointslices -n core"'],
      ['sudo k3s kubectl get ep -n core | less', 'sudo k3s kubectl get endpointslices -n core | less'],
      ['${KUBECTL:-kubectl} get ep -n core 2>/dev/null', '${KUBECTL:-kubectl} get endpointslices -n core 2>/dev/null'],
      ['if true; then kubectl get ep -n core; fi', 'if true; then kubectl get endpointslices -n core; fi'],
    ];
    for (const [line, by] of lines) {
      assert.equal(kindOf(line), `2 ${rewrite}`, line);
      assert.equal(commandsFixed('bin/queue.sh', `#!/bin/sh\n${line}\n`), `#!/bin/sh\n${by}\n`);
    }
  });

  it('are left to a person where something uses the output or the status', () => {
    for (const line of [
      'kubectl get ep mq -n core -o json',
      'kubectl get ep mq -n core | grep 10.',
      'x=$(kubectl get ep mq -n core)',
      'x=`kubectl get ep mq -n core`',
      'kubectl get ep mq -n core > state',
      'kubectl get ep mq -n core || exit 1',
      'true && kubectl get ep mq -n core',
      '! kubectl get ep mq -n core',
      'until kubectl get ep mq -n core; do sleep 1; done',
      'for i in 1 2; do kubectl get ep mq -n core; done | sort',
      '[ -n "$(kubectl get ep mq -n core)" ]',
      'read -r a < <(kubectl get ep mq -n core)',
      'kubectl get ep mq -n core\n[ $? -eq 0 ] || exit 1',
      'timeout 5 kubectl get ep mq -n core',
      'kubectl get ep mq other -n core',
      'kubectl get ep -n core "$@"',
      'kubectl get svc/mq ep/mq -n core',
      'kubectl get ep --field-selector=metadata.name=mq -n core',
      'bash -c "kubectl get ep mq -n core"',
      'ips() { kubectl get ep mq -n core; }\nx=$(ips)',
      'set -e\nkubectl get ep mq -n core\nkubectl apply -f .',
      'kubectl "${OPTIONS[@]}" get ep mq -n core --no-headers',
    ]) {
      assert.match(kindOf(line), /^[23] kubectl-read person core\/mq$/, line);
    }
  });

  it('are left to a person in scripts that end at a failure, and in substitutions of here-documents', () => {
    for (const line of ['set -uo pipefail -e', 'trap "exit 1" ERR'])
      assert.equal(kindOf(`${line}\nkubectl get ep mq -n core\necho`), '3 kubectl-read person core/mq', line);
    for (const body of [
      'a $(kubectl get ep mq -n core) b',
      '`kubectl get ep mq -n core`',
      '\\$ $(\nkubectl get ep mq -n core)',
    ])
      assert.match(kindOf(`cat > a <<-E\n${body}\nE\n`), /^[34] kubectl-read person core\/mq$/, body);
    for (const body of ['\\$(kubectl get ep mq)', '$((1 + 1)) kubectl get ep mq'])
      assert.equal(kindOf(`cat <<E\n${body}\nE`), '', body);
    assert.equal(kindOf(`cat <<'E'\n$(kubectl get ep mq)\nE`), '');
  });

  it('are silent where they are words', () => {
    for (const line of [
      '# kubectl get endpoints mq',
      'echo "kubectl get endpoints mq"',
      "printf 'kubectl get ep\\n'",
      'log_info kubectl get ep mq',
      'cat <<EOF\nkubectl get endpoints mq\nEOF',
      'kubectl get endpointslices,ciliumendpoints -n core',
      'kubectl get vpcendpoints.ec2.services.k8s.aws',
      'kubectl exec etcd -- etcdctl --endpoints=x endpoint health',
      'kubectl exec pod -- sh -c "kubectl get ep"',
      'kubectl explain endpoints; kubectl api-resources | grep endpoints',
      'kubectl get all -n core; kubectl get svc endpoints -n core',
      'kubectl apply -f endpoints/; gcloud endpoints services list',
      'curl http://localhost:9000/api/v1/endpoints',
      'curl https://menu.example.test/endpoints',
      'curl "$API/apis/discovery.k8s.io/v1/namespaces/core/endpointslices"',
    ]) {
      assert.equal(kindOf(`${line}\nkubectl version`), '', line);
    }
  });

  it('that write, wait or ask the API are for a person', () => {
    for (const [line, expected] of [
      ['kubectl label --overwrite ep mq a=b -n core', '2 kubectl-write person core/mq'],
      ['kubectl delete endpoints --all -n core', '2 kubectl-write person core/mq'],
      ['kubectl wait --for=create endpoints/mq', '2 kubectl-wait person core/mq'],
      ['kubectl get --raw "/api/v1/namespaces/core/endpoints/mq"', '2 api-path person core/mq'],
      [
        'curl -k "https://$HOST/api/v1/namespaces/core/endpoints?fieldSelector=metadata.name%3Dmq"',
        '2 api-path person core/mq',
      ],
      ['kubectl proxy & curl localhost:8001/api/v1/endpoints', '2 api-path person *'],
      [
        'kubectl apply -f - <<EOF\napiVersion: v1\nkind: Endpoints\nmetadata: {name: mq}\nEOF',
        '4 kubectl-write person core/mq',
      ],
      [
        'cat >e.yaml <<EOF\nkind: Endpoints\napiVersion: v1\nmetadata:\n  name: db\nEOF\noc apply -n shop -f e.yaml',
        '3 kubectl-write person shop/db',
      ],
    ] as const) {
      assert.equal(kindOf(line), expected, line);
    }
  });

  it('reach the objects of their names and namespaces', () => {
    for (const [line, expected] of [
      ['kubectl get ep -A', '*'],
      ['kubectl get ep', '*'],
      ['NS="shop"\nkubectl get ep -n "$NS"', 'shop/db'],
      ['NS=${1:-shop}\nkubectl get ep $NAME -n $NS', 'shop/db'],
      ['oc project shop\noc get ep', 'shop/db'],
      ['alias k=kubectl\nk get ep db', 'shop/db'],
      ['K="kubectl -n shop"\n$K get ep', 'shop/db'],
    ] as const) {
      assert.deepEqual(
        commandReadersIn('bin/queue.sh', line).map((each) => each.for.join(',')),
        [expected],
        line,
      );
    }
    assert.equal(kindOf('kubectl get ep kubernetes'), '2 kubectl-read later rewrite default/kubernetes');
  });
});

describe('long scripts', () => {
  it('are read in linear time', () => {
    const start = performance.now();
    for (const part of [
      '$(',
      '"$(x ',
      '`a',
      '{ ',
      '[[ (',
      'cat <<E\n',
      'cat <<E\n$(a \nE\n',
      'f() { kubectl get ep; } > x\n',
    ])
      commandReadersIn('bin/long.sh', `kubectl get ep\n${part.repeat(5000)}`);
    assert.ok(performance.now() - start < 3000);
  });
});
