/** Judging expectations on DNS. */
import assert from 'node:assert/strict';
import { judge, messagesOn } from './support/expectations.ts';

const files = {
  'web.yaml': `apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {clusterIP: None, ports: [{name: http, port: 80}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web-1, namespace: shop, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{name: http, port: 8080}]
endpoints:
  - {addresses: [10.0.0.1], hostname: web-0}
  - {addresses: [10.0.0.2]}
---
apiVersion: v1
kind: Service
metadata: {name: cache, namespace: shop}
spec: {ports: [{port: 6379}]}
---
apiVersion: v1
kind: Service
metadata: {name: mail, namespace: shop}
spec: {type: ExternalName, externalName: smtp.example.com}
---
apiVersion: v1
kind: Service
metadata: {name: alias, namespace: shop}
spec: {type: ExternalName, externalName: web.shop.svc.cluster.local}
`,
};

const on = (...lines: readonly string[]) => messagesOn(files, ...lines);

describe('expectations on DNS', () => {
  it('hold for the records in any order', () => {
    assert.deepEqual(on('resolve: web.shop', 'answers: [10.0.0.2, 10.0.0.1]'), []);
    assert.deepEqual(on('resolve: web-0.web.shop.svc.cluster.local', 'type: A', 'answers: [10.0.0.1]'), []);
    assert.deepEqual(on('resolve: web.shop', 'type: AAAA', 'answers: []'), []);
    assert.deepEqual(on('resolve: 10.0.0.1', 'answers: [WEB-0.web.shop.svc.cluster.local]'), []);
    assert.deepEqual(on('resolve: _http._tcp.web-0.web.shop', 'answers: []'), []);
    assert.deepEqual(on('resolve: alias.shop', 'answers: [10.0.0.1, 10.0.0.2]'), []);
    assert.deepEqual(on('resolve: alias.shop', 'type: CNAME', 'answers: [web.shop.svc.cluster.local]'), []);
    assert.deepEqual(on('resolve: no.shop', 'answers: []'), []);
  });

  it('hold for an address that the cluster assigns', () => {
    assert.deepEqual(on('resolve: cache.shop', 'type: A', 'answers: [<assigned>]'), []);
    assert.match(
      on('resolve: cache.shop', 'type: A', 'answers: [10.96.0.1]').join(),
      /10\.96\.0\.1 is not answered\. <assigned> stands for/,
    );
  });

  it('fail with the reason, at the place of the record', () => {
    const tests =
      'tests:\n  - resolve: web.shop\n    answers: [10.0.0.1, 10.0.0.3]\n  - resolve: no.shop\n    answers: 10.0.0.1\n';
    assert.deepEqual(
      judge(files, tests).flatMap(({ failures }) => failures),
      [
        { at: '10.0.0.3', message: '10.0.0.3 is not answered.', related: [] },
        { at: '[10.0.0.1, 10.0.0.3]', message: '10.0.0.2 is answered as well.', related: [] },
        {
          at: '10.0.0.1',
          message:
            '10.0.0.1 is not answered. The namespace "shop" has no Service "no". Create it, or correct the name.',
          related: [],
        },
      ],
    );
    assert.deepEqual(on('resolve: web.shop', 'answers: []'), ['10.0.0.1 and 10.0.0.2 are answered.']);
  });

  it('fail where the answer is not certain', () => {
    assert.match(
      on('resolve: mail.shop', 'answers: [203.0.113.9, "2001:db8:ffff::9"]').join(),
      /^The answer is not certain\. The addresses of "smtp\.example\.com" come from/,
    );
    const unknown = { 'web.yaml': files['web.yaml'].replace('10.0.0.2', '"{{ .ip }}"') };
    assert.match(
      messagesOn(unknown, 'resolve: web.shop', 'answers: [10.0.0.1]').join(),
      /^The answer is not certain\. /,
    );
  });

  it('depend on mirroring', () => {
    const endpoints = {
      'db.yaml':
        'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {clusterIP: None}\n---\napiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets: [{addresses: [{ip: 10.0.0.1}]}]\n',
    };
    assert.deepEqual(messagesOn(endpoints, 'resolve: db', 'answers: 10.0.0.1'), []);
    assert.deepEqual(messagesOn(endpoints, 'resolve: db', 'mirroring: off', 'answers: []'), []);
  });
});
