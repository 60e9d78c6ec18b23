/**
 * What the rules say about Services without a selector: nothing about a valid one, and something at the right place
 * after each single slip. `PROPERTY_RUNS` multiplies the number of texts.
 */
import assert from 'node:assert/strict';
import { checkText, findings } from './support/checking.ts';
import { pick, randomFrom } from './support/random.ts';
import { randomService, type Data } from './support/random-services.ts';
import { times } from './support/runs.ts';
import { allTypes, slips } from './support/service-slips.ts';

const minors = [20, 22, 24, 30, 33, 34, 36];

const wanted = times(1_500);

/** Specifications that look wrong, and that the API server of these versions accepts. */
const nearMisses: readonly (readonly [spec: string, oldest?: number, newest?: number])[] = [
  ['{clusterIP: None}'],
  ['{clusterIP: None, ports: []}'],
  ['{clusterIP: None, clusterIPs: [None]}'],
  ['{clusterIP: None, ipFamilies: [IPv6, IPv4]}', 21],
  ['{clusterIP: None, ipFamilies: [IPv4], ipFamilyPolicy: RequireDualStack}', 21],
  ['{clusterIP: None, ports: [{port: 80, targetPort: 81}]}'],
  ['{type: ExternalName, externalName: db.example.com, ports: [{port: 80, nodePort: 30080}]}'],
  ['{type: ExternalName, externalName: 10.0.0.1}'],
  ['{type: ExternalName, externalName: a}'],
  ['{type: ExternalName, externalName: a.b., clusterIP: ""}'],
  ['{type: ExternalName, externalName: a, clusterIPs: [], ipFamilies: [], ipFamilyPolicy: null}', 20],
  ['{type: ExternalName, externalName: a, internalTrafficPolicy: Local}', 22],
  ['{externalName: "not a name!", ports: [{port: 80}]}'],
  ['{type: "", sessionAffinity: "", ports: [{port: 80, protocol: ""}]}'],
  ['{type: null, sessionAffinity: null, ports: [{port: 80, protocol: null, name: null}]}'],
  ['{ports: [{port: 80, name: ""}]}'],
  ['{ports: [{port: 1, name: "1"}, {port: 65535, name: a--b}]}'],
  ['{ports: [{port: 53, name: a}, {port: 53, name: b, protocol: UDP}]}'],
  ['{ports: [{name: a, port: 80, targetPort: 0}, {name: b, port: 81, targetPort: ""}], clusterIP: null}'],
  ['{ports: [{port: 80, targetPort: 1a}]}'],
  ['{ports: [{port: 80, targetPort: abcdefghijklmno}]}'],
  ['{ports: [{port: 80, nodePort: 0}]}'],
  ['{ports: [{port: 80, appProtocol: HTTP}]}'],
  ['{ports: [{port: 80, appProtocol: kubernetes.io/anything}]}'],
  ['{type: NodePort, ports: [{port: 80, nodePort: 80}]}'],
  [
    '{type: NodePort, ports: [{port: 53, name: a, nodePort: 30053}, {port: 53, name: b, protocol: UDP, nodePort: 30053}]}',
  ],
  ['{type: NodePort, externalTrafficPolicy: "", healthCheckNodePort: 0, ports: [{port: 80}]}'],
  ['{externalTrafficPolicy: Local, externalIPs: [192.0.2.7], ports: [{port: 80}]}'],
  ['{externalTrafficPolicy: null, ports: [{port: 80}]}'],
  ['{type: LoadBalancer, externalTrafficPolicy: Local, healthCheckNodePort: 30009, ports: [{port: 80}]}'],
  ['{type: LoadBalancer, allocateLoadBalancerNodePorts: false, ports: [{port: 80, nodePort: 30080}]}', 22],
  ['{type: LoadBalancer, loadBalancerClass: internal, ports: [{port: 80}]}', 22],
  ['{type: LoadBalancer, loadBalancerIP: nonsense, ports: [{port: 80}]}'],
  ['{type: LoadBalancer, loadBalancerSourceRanges: [" 192.0.2.0/24 ", "::/0"], ports: [{port: 80}]}'],
  ['{type: LoadBalancer, loadBalancerSourceRanges: [192.0.2.1/24, 192.0.2.0/024], ports: [{port: 80}]}', 22, 35],
  ['{loadBalancerSourceRanges: [], ports: [{port: 80}]}'],
  ['{loadBalancerIP: 10.0.0.1, ports: [{port: 80}]}'],
  ['{loadBalancerClass: null, allocateLoadBalancerNodePorts: null, ports: [{port: 80}]}', 21],
  ['{allocateLoadBalancerNodePorts: true, loadBalancerClass: x, ports: [{port: 80}]}', 21, 21],
  ['{sessionAffinityConfig: {clientIP: {timeoutSeconds: 0}}, ports: [{port: 80}]}'],
  ['{sessionAffinity: None, sessionAffinityConfig: {clientIP: {timeoutSeconds: 86401}}, ports: [{port: 80}]}'],
  ['{sessionAffinity: ClientIP, ports: [{port: 80}]}'],
  ['{sessionAffinity: ClientIP, sessionAffinityConfig: {}, ports: [{port: 80}]}'],
  ['{sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: null}}, ports: [{port: 80}]}'],
  ['{internalTrafficPolicy: null, trafficDistribution: null, ports: [{port: 80}]}', 30],
  ['{internalTrafficPolicy: anything, ports: [{port: 80}]}', 21, 21],
  ['{trafficDistribution: anything, ports: [{port: 80}]}', 30, 30],
  ['{trafficDistribution: PreferClose, ports: [{port: 80}]}', 30],
  ['{topologyKeys: ["*"], ports: [{port: 80}]}', 20, 21],
  ['{ipFamilies: [IPv6], ports: [{port: 80}]}', 20],
  ['{ipFamilies: [IPv4, IPv6], ports: [{port: 80}]}', 20, 22],
  ['{ipFamilies: [nonsense], ipFamilyPolicy: nonsense, ports: [{port: 80}]}', 20, 20],
  ['{clusterIP: 192.0.2.7, ports: [{port: 80}]}'],
  ['{clusterIP: 0.0.0.0, ports: [{port: 80}]}'],
  ['{clusterIP: FD00:0096::7, ports: [{port: 80}]}'],
  ['{clusterIP: 010.96.0.7, ports: [{port: 80}]}', 22, 35],
  ['{clusterIP: "", clusterIPs: [], ports: [{port: 80}]}'],
  ['{externalIPs: null, loadBalancerSourceRanges: null, ports: [{port: 80}]}'],
  ['{externalIPs: [240.0.0.1, "2001:DB8::7", 198.51.100.7], ports: [{port: 80}]}'],
  ['{selector: null, publishNotReadyAddresses: null, ports: [{port: 80}]}'],
];

describe('Services without a selector', function () {
  this.timeout(30_000 + wanted * 10);

  it(`are valid: nothing is reported in ${wanted} random ones`, () => {
    for (let seed = 0; seed < wanted; seed++) {
      const random = randomFrom(seed);
      const [type, minor] = [pick(random, allTypes), pick(random, minors)];
      const service = randomService(random, type, minor);
      assert.deepEqual(rejections(service, minor), [], `seed ${seed}, 1.${minor}: ${JSON.stringify(service)}`);
    }
  });

  for (const [i, slip] of slips.entries()) {
    it(`have a finding for each slip (${i}: ${slip.code} ${slip.path})`, () => {
      const { since = 0, until = Infinity, types = allTypes } = slip;
      for (const minor of minors.filter((each) => each >= since && each < until)) {
        for (const type of types) {
          const random = randomFrom(i * 97 + minor);
          const service = structuredClone(randomService(random, type, minor));
          slip.make(service['spec'] as Data, service);
          const found = rejections(service, minor);
          const text = `${type}, 1.${minor}: ${found.join('; ')} in ${JSON.stringify(service)}`;
          assert.ok(
            found.some((each) => each.startsWith(slip.code) && each.endsWith(` ${slip.path}`)),
            text,
          );
        }
      }
    });
  }

  it(`are valid where they only look wrong: ${nearMisses.length} near misses`, () => {
    for (const [spec, oldest = 20, newest = 36] of nearMisses) {
      const text = `apiVersion: v1\nkind: Service\nmetadata: {name: orders-db}\nspec: ${spec}\n`;
      for (let minor = oldest; minor <= newest; minor++)
        assert.deepEqual(rejectionsIn(text, minor), [], `${minor}: ${spec}`);
    }
  });

  it('are not checked with a selector, as patches, or where a template may add one', () => {
    const wrong = 'spec:\n  type: x\n  ports: 5\n';
    const head = 'apiVersion: v1\nkind: Service\nmetadata: {name: A}\n';
    assert.notDeepEqual(codesOf(`${head}${wrong}`), []);
    assert.notDeepEqual(codesOf(`${head}${wrong}  selector: {}\n`), []);
    assert.notDeepEqual(codesOf(`${head}${wrong}  selector:\n`), []);
    for (const rest of [
      `${wrong}  selector: {app: db}\n`,
      `${wrong}  selector: {{ toYaml .Values.selector | nindent 4 }}\n`,
      `${wrong}  selector:\n    {{- include "labels" . | nindent 4 }}\n`,
      `${wrong}  {{- with .Values.more }}\n  {{- toYaml . | nindent 2 }}\n  {{- end }}\n`,
      'spec: {{ toYaml .Values.spec | nindent 2 }}\n',
      `${wrong}  $patch: replace\n`,
      'spec: [1]\n',
      `${wrong}  selector: 5\n`,
    ])
      assert.deepEqual(codesOf(`${head}${rest}`), [], rest);
    assert.deepEqual(codesOf(`${head}${wrong}`, true), []);
    assert.deepEqual(codesOf(`apiVersion: serving.knative.dev/v1\nkind: Service\n${wrong}`), []);
  });
});

/** `code path` of each finding about something that the API server rejects. */
function rejections(service: Data, minor: number): readonly string[] {
  return rejectionsIn(JSON.stringify(service), minor);
}

function rejectionsIn(text: string, minor: number): readonly string[] {
  return checkText(text, { minor })
    .filter(({ enforcedBy }) => enforcedBy === 'server' || enforcedBy === 'strict')
    .map(({ code, path }) => `${code} ${path}`);
}

function codesOf(text: string, isPartial = false): readonly string[] {
  return findings(text, isPartial ? { isPartial } : {}).found.map(({ diagnostic }) => diagnostic.rule.code);
}
