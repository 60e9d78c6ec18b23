/** Plans of Terraform with several clusters, and beside the files that they are made of. */
import assert from 'node:assert/strict';
import { check } from '../server/src/api.ts';
import { folderOf } from './support/process.ts';
import { temporary } from './support/temporary.ts';
import {
  databaseService,
  plainPort,
  plannedEndpoints,
  plannedService,
  planText,
  servicePort,
  stateText,
  type Planned,
} from './support/terraform-plans.ts';

describe('terraform: plans of several clusters', () => {
  const having = temporary(folderOf);

  it('may have objects of one name in several clusters', () => {
    const inCluster = (alias: string, port: string): readonly Planned[] => [
      { ...plannedService(`kubernetes_service_v1.${alias}`, 'db', [servicePort]), provider: `kubernetes.${alias}` },
      {
        ...plannedEndpoints(`kubernetes_endpoints_v1.${alias}`, 'db', ['10.0.0.1'], {
          ...(plainPort as object),
          name: port,
        }),
        provider: `kubernetes.${alias}`,
        written: {},
      },
    ];
    const errorsIn = (text: string) => check(text, { name: 'plan.json' }).filter(({ severity }) => severity !== 'hint');
    const codes = (planned: readonly Planned[], print = planText): readonly string[] =>
      errorsIn(print(planned)).map(({ code, terraform }) => `${code} ${terraform?.address} ${terraform?.field}`);
    assert.deepEqual(codes([...inCluster('east', 'postgres'), ...inCluster('west', 'postgres')]), []);
    assert.deepEqual(codes([...inCluster('east', 'postgres'), ...inCluster('west', 'pg')]), [
      'unmatched-port kubernetes_endpoints_v1.west subset[0].port[0].name',
    ]);
    const states = [...inCluster('east', 'postgres'), ...inCluster('west', 'pg')];
    assert.deepEqual(codes(states, stateText), []);
    const one = inCluster('east', 'pg').map((each) => ({ ...each, provider: 'kubernetes' }));
    const twice = [...one, ...one.map((each) => ({ ...each, address: `module.a.${each.address}` }))];
    assert.ok(errorsIn(planText(twice)).some(({ message }) => message.startsWith('This plan defines the Service')));
  });

  it('repeat the files beside them, and are not compared with these', () => {
    const { out, code } = having({
      'plan.json': planText([databaseService]),
      'state.json': stateText([databaseService]),
      'main.tf':
        'resource "kubernetes_service_v1" "db" {\n  metadata {\n    name      = "db"\n    namespace = "shop"\n  }\n  spec {\n    port {\n      name = "postgres"\n      port = 5432\n    }\n  }\n}\n',
    }).run('check', '.');
    assert.deepEqual([out.includes('duplicate-resource'), code], [false, 0]);
  });
});
