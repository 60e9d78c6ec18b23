/** Terraform in the workbench, beside the language and the grammar that HashiCorp's extension contributes. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { exampleFiles } from './support/example-programs.ts';
import { acceptSuggestion, applyFix, goTo, hover, showFixes, suggest } from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf } from './support/states.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const slice = `resource "kubernetes_endpoint_slice_v1" "cache" {
  metadata {
    name = "cache-1"
  }
  address_type = "IPv4"
  endpoint {
    addresses = ["10.0.0.1/24"]
  }
  port {
    port         = 6379
    app_protocol = "redis"
    
  }
}
`;

const findColours = `[...new Set(
  [...document.querySelectorAll('.editor-instance .view-line span span')].map((each) => getComputedStyle(each).color),
)]`;

describe('terraform beside its language', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    window = await open(workspace('terraform-language', { ...exampleFiles(), 'slice.tf': slice, 'open.tofu': slice }));
  });

  function shown(): Window {
    assert.ok(window);
    return window;
  }

  it('has the findings, with the colours of the grammar', async () => {
    const { page, probe, file } = shown();
    const { language } = await probe.open(file('terraform/main.tf'), { line: 28, character: 14 });
    assert.equal(language, 'terraform');
    assert.deepEqual(await codesOf(shown(), 'terraform/main.tf', (codes) => codes.length > 1), [
      'deprecated-endpoints',
      'unmatched-port',
    ]);
    const colours = (): Promise<readonly string[]> => page.evaluate(findColours);
    await until('the grammar to colour', async () => (await colours()).length > 2, { within: 10_000, show: colours });
    await takePicture(page, 'terraform');
  });

  it('explains blocks and arguments', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('terraform/main.tf'), { line: 28, character: 14 });
    assert.match(await hover(page, 'port {', 'port', 'ports'), /ports/);
  });

  it('gets fixes', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('slice.tf'), { line: 6, character: 20 });
    await codesOf(shown(), 'slice.tf', (codes) => codes.includes('not-an-ip'));
    await showFixes(page, 'Replace with');
    await applyFix(page, 'Replace with');
    await codesOf(shown(), 'slice.tf', (codes) => !codes.includes('not-an-ip'));
    assert.match(await probe.text(file('slice.tf')), /addresses = \["10\.0\.0\.1"\]/);
  });

  it('gets completions', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('slice.tf'));
    await goTo(page, 12, 5);
    await suggest(page, 'protocol');
    await acceptSuggestion(page, 'protocol');
    assert.match(await probe.text(file('slice.tf')), /^ {4}protocol/m);
  });

  it('is checked without the language, too', async () => {
    const { probe, file } = shown();
    assert.equal((await probe.open(file('open.tofu'))).language, 'plaintext');
    await codesOf(shown(), 'open.tofu', (codes) => codes.includes('not-an-ip'));
  });
});
