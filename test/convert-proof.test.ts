/** The proof of a conversion refuses every text that is not what it should be. */
import assert from 'node:assert/strict';
import { fileFacts } from '../server/src/analysis/facts/file-facts.ts';
import { Workspace } from '../server/src/analysis/workspace/workspace.ts';
import { objectKey, proofFault } from '../server/src/convert/proof/proof.ts';
import { readFile } from '../server/src/frontends/frontends.ts';
import { settingsFor } from './support/checking.ts';
import { convertTexts } from './support/converting.ts';

const text = `# The shop.
apiVersion: v1
kind: Endpoints
metadata:
  name: web
  namespace: shop
  labels:
    app: "1"
  annotations:
    example.com/rack: a
    kubectl.kubernetes.io/last-applied-configuration: "{}"
subsets:
  - addresses:
      - ip: 10.0.0.1 # rack 1
    ports:
      - port: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
    - port: 80
`;

describe('the proof of a conversion', () => {
  const after = convertTexts([{ path: 'a.yaml', text }]).files[0]?.after ?? '';

  it('takes what the conversion gives', () => assert.equal(faultOf(after), undefined));

  const changes: readonly (readonly [string, RegExp, string, RegExp])[] = [
    ['another address', /- 10\.0\.0\.1/, '- 10.0.0.2', /same endpoints/],
    ['another readiness', /ready: true/, 'ready: false', /same endpoints/],
    ['another port', /port: 80/, 'port: 81', /same endpoints/],
    ['another Service', /service-name: web/, 'service-name: mail', /same endpoints/],
    ['a lost object', /kind: EndpointSlice/, 'kind: Endpointed', /same endpoints/],
    ['a lost comment', / # rack 1/, '', /"# rack 1" would be lost/],
    ['a comment of the head that is lost', /# The shop\.\n/, '', /would be lost/],
    ['another namespace', /namespace: shop/, 'namespace: mall', /same endpoints/],
    ['another label', /app: "1"/, 'app: "2"', /label "app" would change/],
    ['a label of another kind', /app: "1"/, 'app: 1', /must be a string/],
    ['a lost label', / {4}app: "1"\n/, '', /label "app" would change/],
    ['a label that nobody asked for', /app: "1"/, 'app: "1"\n    tier: web', /label "tier" would change/],
    ['another annotation', /rack: a/, 'rack: b', /annotation "example\.com\/rack" would change/],
    ['a lost annotation', / {2}annotations:\n.*rack: a\n/, '', /annotation "example\.com\/rack" would change/],
    ['another object that changes', /kind: Service/, 'kind: Servicing', /another part of the file would change/],
    ['an error', /addressType: IPv4\n/, '', /error/],
  ];
  for (const [name, from, to, fault] of changes) {
    it(`refuses ${name}`, () => {
      const changed = after.replace(from, to);
      assert.notEqual(changed, after);
      assert.match(faultOf(changed) ?? '', fault);
    });
  }
});

function faultOf(after: string): string | undefined {
  const uri = 'file:///project/a.yaml';
  const before = readFile('a.yaml', text, { isPartial: false });
  const workspace = new Workspace();
  workspace.set(uri, fileFacts(before));
  const converted = before.parts.flatMap(({ document }) => document.resources);
  const moves = [{ converted, uri, made: [objectKey('EndpointSlice', 'shop', 'web-ipv4')], stays: [] }];
  return proofFault([{ uri, path: 'a.yaml', before, text: after }], moves, { workspace, checks: settingsFor(36) });
}
