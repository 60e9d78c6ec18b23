/** What is said of an EndpointSlice, field by field: the same in a manifest and in a Pulumi program. */
import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import { newestMinor } from '../server/src/contract/version.ts';
import { checkText } from './support/checking.ts';
import { good, rows } from './support/slice-rows.ts';

describe('rules on EndpointSlices', () => {
  for (const [what, row] of Object.entries(rows)) {
    const slice = { ...good, ...row.with };
    const minor = row.minor ?? newestMinor;
    it(`${what}, in a manifest`, () => {
      const text = stringify({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', ...slice });
      assert.deepEqual(said(text, 'a.yaml', minor), row.says);
    });
    it(`${what}, in JSON`, () => {
      const text = JSON.stringify({ apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', ...slice });
      assert.deepEqual(said(text, 'a.json', minor), row.says);
    });
    it(`${what}, in a program`, () => {
      const properties = { type: 'kubernetes:discovery.k8s.io/v1:EndpointSlice', properties: slice };
      const text = stringify({ name: 'a', runtime: 'yaml', resources: { web: properties } });
      assert.deepEqual(said(text, 'Pulumi.yaml', minor), row.says);
    });
  }
});

/** Sorted, without what is said of any null. */
function said(text: string, path: string, minor: number): readonly string[] {
  const reported = checkText(text, { path, minor }).filter(({ code }) => code !== 'null-value');
  return reported.map((each) => `${each.code} ${each.path}`).sort();
}
