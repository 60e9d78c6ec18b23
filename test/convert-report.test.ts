/** The report of a conversion as Markdown: tables that a pull request shows as they are meant, whatever the names hold. */
import assert from 'node:assert/strict';
import type { Conversion, ConvertSettings, ConversionOutcome } from '../server/src/convert/outcome.ts';
import { reportMarkdown } from '../server/src/convert/report/report-markdown.ts';
import type { Span } from '../server/src/text/span.ts';

const settings: ConvertSettings = { to: 'endpointslice', mode: 'replace', managedBy: 'platform', minor: 36 };
const span: Span = { start: 0, end: 1 };
/** As if every line had ten characters. */
const place = ({ uri, span: { start } }: { uri: string; span: Span }) => ({
  name: uri,
  line: Math.floor(start / 10) + 1,
  column: (start % 10) + 1,
});

function outcome(name: string, more: Partial<ConversionOutcome> = {}): ConversionOutcome {
  const made = [{ kind: 'EndpointSlice', name: `${name}-ipv4` }];
  const own = { uri: `k8s/${name}.yaml`, span, kind: 'Endpoints', namespace: 'shop', name };
  return { ...own, what: 'converted', reasons: [], losses: [], made, ...more };
}

const person = (name: string, message: string): ConversionOutcome =>
  outcome(name, { what: 'person', made: [], reasons: [{ message, span: { start: 34, end: 35 } }] });

function markdown(conversion: Partial<Conversion>, more: Partial<ConvertSettings> = {}): string {
  return reportMarkdown({ files: [], outcomes: [], references: [], ...conversion }, { ...settings, ...more }, place);
}

describe('report of a conversion as Markdown', () => {
  it('has a table for everything that there is to say', () => {
    const lost = outcome('cache', { losses: [{ message: 'The first hostname.', span }], namespace: '' });
    const settled = outcome('old', { what: 'settled', made: [], reasons: [{ message: 'It is mirrored.', span }] });
    const two = outcome('db', { made: [...outcome('db').made, { kind: 'EndpointSlice', name: 'db-ipv6' }] });
    const files = ['db', 'cache'].map((name) => ({ uri: `k8s/${name}.yaml`, before: '', after: 'x' }));
    const references = [{ uri: 'role.yaml', span, what: 'rbac-rule' as const, message: 'Add a rule for __it__.' }];
    const outcomes = [two, lost, person('bad', 'It has an error.'), settled];
    assert.equal(markdown({ files, outcomes, references }), page);
  });

  it('folds what is long', () => {
    const outcomes = Array.from({ length: 11 }, (_, i) => outcome(`db-${i}`));
    const text = markdown({ outcomes });
    assert.match(text, /### Converts without loss\n\n<details>\n<summary>11 rows<\/summary>\n\n\| Resource/);
    assert.match(text, /`k8s\/db-10\.yaml:1:1` \| EndpointSlice `db-10-ipv4` \|\n\n<\/details>\n$/);
  });

  it('keeps to what a pull request takes', () => {
    const outcomes = Array.from({ length: 1234 }, (_, i) => outcome(`db-${i}`));
    const text = markdown({ outcomes });
    assert.match(text, /db-99`[^\n]*\n\n… and 1,134 more\.\n\n<\/details>\n$/);
    assert.ok(text.length < 20_000);
  });

  it('says so where there is nothing', () => {
    assert.equal(markdown({}), '## Endpoints to EndpointSlice\n\nThere is nothing to convert.\n');
  });

  it('says which way it goes, and what is added only', () => {
    const outcomes = [outcome('db')];
    const back = markdown({ outcomes }, { to: 'endpoints' });
    assert.match(back, /^## EndpointSlice to Endpoints\n\n1 resource in 0 files converts back to Endpoints\. Checked/);
    assert.match(markdown({ outcomes }, { mode: 'add' }), /1 resource in 0 files gets additional EndpointSlices\./);
  });

  it('lets no name or message act as Markdown', () => {
    const evil = 'a|b`c\nd<img>';
    const message = 'See @all | <b> *x* [y](z) `q` #1 \u001B[31m';
    const text = markdown({ outcomes: [outcome(evil), person('p', message)] });
    assert.ok(text.includes('Endpoints ``shop/a\\|b`c d<img>``<br>'), text);
    assert.ok(
      text.includes('Line 4: See &#64;all \\| \\<b\\> \\*x\\* \\[y\\]\\(z\\) \\`q\\` \\#1 \uFFFD\\[31m |\n'),
      text,
    );
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    assert.ok(rows.every((row) => row.endsWith(' |')));
  });
});

const page = `## Endpoints to EndpointSlice

2 resources in 2 files become EndpointSlices. The slices are labeled \`endpointslice.kubernetes.io/managed-by: platform\`. Checked for Kubernetes 1.36.

| Resources | Count |
| --- | --- |
| convert without loss | 1 |
| convert, but still have readers | 0 |
| convert with loss | 1 |
| need a manual change | 1 |
| need no conversion | 1 |
| **all** | **4** |

### Needs a manual change

| Resource | Why |
| --- | --- |
| Endpoints \`shop/bad\`<br>\`k8s/bad.yaml:1:1\` | Line 4: It has an error. |

### Converts with loss

| Resource | Becomes | What is lost |
| --- | --- | --- |
| Endpoints \`cache\`<br>\`k8s/cache.yaml:1:1\` | EndpointSlice \`cache-ipv4\` | The first hostname. |

### References to check

| Place | What to do |
| --- | --- |
| \`role.yaml:1:1\` | Add a rule for \\_\\_it\\_\\_. |

### Converts without loss

| Resource | Becomes |
| --- | --- |
| Endpoints \`shop/db\`<br>\`k8s/db.yaml:1:1\` | EndpointSlice \`db-ipv4\`<br>EndpointSlice \`db-ipv6\` |

### Needs no conversion

| Resource | Why |
| --- | --- |
| Endpoints \`shop/old\`<br>\`k8s/old.yaml:1:1\` | It is mirrored. |
`;
