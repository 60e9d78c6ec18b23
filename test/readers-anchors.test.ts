/** Readers of Endpoints in YAML that anchors share: a tool must not change one place together with others. */
import assert from 'node:assert/strict';
import { readersBeside } from './support/shown-readers.ts';

describe('Readers in YAML with anchors', () => {
  const found = (name: string, text: string): readonly string[] =>
    readersBeside({ [name]: text }).map(({ kind, span, change }) => {
      const line = text.slice(0, span.start).split('\n').length;
      return `${line} ${kind} ${change}`;
    });

  it('are left to a person where another job has the same discovery', () => {
    const text = `scrape_configs:
- job_name: a
  kubernetes_sd_configs: &sd
  - role: endpoints
- job_name: b
  kubernetes_sd_configs: *sd
  relabel_configs:
  - {source_labels: [__meta_kubernetes_endpoints_name], regex: db, action: keep}
`;
    assert.deepEqual(found('p.yml', text), [
      '4 prom-sd-role person',
      '6 prom-sd-role person',
      '8 prom-meta-label person',
    ]);
  });

  it('are found through merge keys', () => {
    const text = `x-default: &d
  kubernetes_sd_configs:
  - role: endpoints
scrape_configs:
- job_name: a
  <<: *d
  relabel_configs:
  - {source_labels: [__meta_kubernetes_endpoint_hostname], target_label: h}
`;
    assert.deepEqual(found('p.yml', text), ['3 prom-sd-role person', '8 prom-meta-label person']);
    assert.deepEqual(found('p.yml', text.replace('endpoints\n', 'endpointslice\n')), ['8 prom-meta-label person']);
  });

  it('are rewritten where only this job uses the anchor', () => {
    const text = `scrape_configs:
- job_name: a
  kubernetes_sd_configs: [{role: endpoints}]
  relabel_configs:
  - {source_labels: &l [__meta_kubernetes_endpoint_ready], regex: a&b, action: keep}
  - {source_labels: *l, target_label: ready}
- {job_name: "b & *c", static_configs: []}
`;
    assert.deepEqual(found('p.yml', text), ['3 prom-sd-role rewrite', '5 prom-meta-label rewrite']);
  });
});
