/** Findings on traffic follow edits in either file: that of the Service, and that of its slices. */
import assert from 'node:assert/strict';
import {
  codesIn,
  pulling,
  quiet,
  relatedInformation,
  startWorkspace,
  until,
  findingsIn,
} from './support/workspace-session.ts';

const serviceUri = 'file:///project/shop/service.yaml';
const sliceUri = 'file:///project/shop/slice.yaml';
const service = (spec = ''): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n${spec}  ports:\n    - name: http\n      port: 80\n`;
const slice = (type = 'IPv4', address = '10.20.0.15', ports = '[{name: http, port: 8080}]', labels = ''): string =>
  `apiVersion: discovery.k8s.io/v1\nkind: EndpointSlice\nmetadata:\n  name: web-1\n  labels:\n    kubernetes.io/service-name: web\n${labels}addressType: ${type}\nendpoints:\n- addresses: [${address}]\nports: ${ports}\n`;
const headless = '  clusterIP: None\n';
const local = '  internalTrafficPolicy: Local\n';
const oneFamily = '  ipFamilies: [IPv6]\n';
const label = '    service.kubernetes.io/headless: ""\n';

/** Texts of the Service and the slice, and the codes of both files. */
const states: readonly (readonly [
  service: string,
  slice: string,
  inService: readonly string[],
  inSlice: readonly string[],
])[] = [
  [service(), slice(), [], []],
  [service(), slice('FQDN', 'db.example.com'), [], ['fqdn-behind-cluster-ip']],
  [service(headless), slice('FQDN', 'db.example.com'), [], []],
  [service(), slice('IPv4', '10.20.0.15', '[]'), [], ['missing-ports']],
  [service(headless), slice('IPv4', '10.20.0.15', '[]'), [], []],
  [service(local), slice(), ['address-without-node'], []],
  [service(local), slice().replace('\nports', '\n  nodeName: one\nports'), [], []],
  [service(oneFamily), slice(), [], ['unserved-ip-family']],
  [service(), slice('IPv4', '10.20.0.15', '[{name: htp, port: 8080}]'), [], ['unmatched-port']],
  [service(), slice('IPv4', '10.20.0.15', undefined, label), [], ['headless-label']],
  [service(headless), slice('IPv4', '10.20.0.15', undefined, label), [], ['controller-owned-key']],
  [service(), slice(), [], []],
];

describe('language server: findings on traffic', () => {
  const expected = (inService: readonly string[], inSlice: readonly string[]): object => ({
    ...(inService.length > 0 && { 'shop/service.yaml': inService }),
    ...(inSlice.length > 0 && { 'shop/slice.yaml': inSlice }),
  });

  it('follow edits in the file of the Service and in that of the slice, in open files', async () => {
    const files = { [serviceUri]: service(), [sliceUri]: slice() };
    const client = await startWorkspace({ capabilities: pulling, initializationOptions: quiet, files });
    client.open(serviceUri, service());
    client.open(sliceUri, slice());
    let version = 1;
    for (const [ofService, ofSlice, inService, inSlice] of states) {
      version++;
      client.change(serviceUri, version, [{ text: ofService }]);
      client.change(sliceUri, version, [{ text: ofSlice }]);
      const codes = async (uri: string): Promise<readonly unknown[]> =>
        (await client.pull(uri)).map(({ code }) => code);
      assert.deepEqual([await codes(serviceUri), await codes(sliceUri)], [inService, inSlice], ofService + ofSlice);
      assert.deepEqual(codesIn(await client.pullAll()), expected(inService, inSlice));
    }
    await client.stop();
  });

  it('follow edits on the disk, where the findings are pushed', async () => {
    const files: Record<string, string> = { [serviceUri]: service(), [sliceUri]: slice() };
    const client = await startWorkspace({ capabilities: relatedInformation, initializationOptions: quiet, files });
    for (const [ofService, ofSlice, inService, inSlice] of [...states, ...states.toReversed()]) {
      for (const [uri, text] of [
        [serviceUri, ofService],
        [sliceUri, ofSlice],
      ] as const) {
        if (files[uri] === text) continue;
        files[uri] = text;
        client.watched({ [uri]: 'changed' });
      }
      const wanted = JSON.stringify(expected(inService, inSlice));
      const now = (): object => codesIn(findingsIn(client.published));
      await until(() => JSON.stringify(now()) === wanted);
      assert.deepEqual(now(), expected(inService, inSlice), ofService + ofSlice);
    }
    await client.stop();
  });
});
