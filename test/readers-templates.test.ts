/** Readers of Endpoints in templates of other languages than Helm's. */
import assert from 'node:assert/strict';
import { folderOf } from './support/process.ts';
import { readersBeside, shownReaders } from './support/shown-readers.ts';

const job = '- job_name: a\n  kubernetes_sd_configs:\n  - role: endpoints\n';

describe('Readers in templates', () => {
  it('are found between statements of Jinja, and left to a person', () => {
    for (const name of ['prometheus.yml.j2', 'prometheus.yml'])
      for (const [open, close, certainty] of [
        ['for x in hosts', 'endfor', 'likely'],
        ['if big', 'endif', 'certain'],
      ] as const) {
        const text = `scrape_configs:\n{% ${open} %}\n${job}{% ${close} %}\n`;
        assert.deepEqual(shownReaders(name, text), [`5 prom-sd-role ${certainty} replaced shop/db`]);
        const [reader] = readersBeside({ [name]: text });
        assert.equal(reader?.change, 'person');
        assert.match(reader?.message ?? '', /in the template\.$/);
      }
  });

  it('are found beside a template in a block scalar', () => {
    const config = `apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: shop}
data:
  page.html: |
    {% if a %}
    b
    {% endif %}
  prometheus.yml: |
    scrape_configs:
${job.replaceAll(/^/gm, '    ').trimEnd()}
`;
    assert.deepEqual(shownReaders('config.yaml', config), ['13 prom-sd-role certain replaced shop/db']);
  });

  it('are not found in other languages, which a note says', () => {
    const files = {
      'a.yml': `scrape_configs:\n<% if a %>\n${job}<% end %>\n`,
      'b.yaml.tftpl': `scrape_configs:\n%{ for x in y }\n${job}%{ endfor }\n`,
    };
    const folder = folderOf(files);
    const { err } = folder.run('readers');
    folder.remove();
    const note = 'has parts that cannot be read as YAML, so readers in them are not found. Correct or exclude it.';
    assert.equal(err, `endpoints: a.yml ${note}\nendpoints: b.yaml.tftpl ${note}\n`);
  });
});
