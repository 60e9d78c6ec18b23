/** Tests the playground of the site in Chromium: what a stranger can do there with the pointer and the keyboard. */
import assert from 'node:assert/strict';
import { playgrounds } from './support/playground-page.ts';
import { until } from './support/until.ts';

describe('playground', () => {
  const open = playgrounds();

  it('reports findings of all files, goes to them and fixes them', async () => {
    const { page, problems, waitForProblem, text } = await open();
    await waitForProblem(/^error unmatched-port endpoints\.yaml:11:15$/);
    await page.getByRole('button', { name: 'service.yaml' }).click();
    await page.getByRole('button', { name: /^The Service "mail-relay" has no port "smpt"/ }).click();
    assert.match(await text(), /^ {6}- name: smpt$/m);
    assert.equal(await page.evaluate(() => getSelection()?.toString()), 'smpt');
    await page.getByRole('button', { name: 'Fix unmatched-port in line 11' }).click();
    await until('no unmatched port', async () => (await problems()).every((row) => !row.includes('unmatched-port')));
    assert.match(await text(), /^ {6}- name: smtp$/m);
  });

  it('explains a place below the mouse, and at the cursor', async () => {
    const { page, hover, click, tab, text } = await open();
    await hover('subsets');
    await page.locator('.cm-tooltip', { hasText: 'list of EndpointSubset' }).waitFor();
    const panel = await tab('Explain');
    await click('10.30.0.25');
    await panel.getByText('10.30.0.25: IPv4, private').waitFor();
    assert.equal(await panel.getByRole('link', { name: 'RFC 1918' }).getAttribute('target'), '_blank');
    await page.getByRole('button', { name: 'service.yaml' }).click();
    await click('25');
    await panel.getByRole('link', { name: 'endpoints.yaml:11' }).click();
    await until('the file of the link', async () => /^kind: Endpoints$/m.test(await text()));
    await click('kind');
    const opened = page.context().waitForEvent('page');
    await panel.getByRole('link', { name: 'wrong-kind' }).click();
    assert.match((await opened).url(), /\/rules\/wrong-kind\.html$/);
  });

  it('completes fields with their documentation, values, and whole resources', async () => {
    const { page, click, text } = await open();
    await click('587');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('proto');
    const list = page.locator('.cm-tooltip-autocomplete');
    await list.getByRole('option', { name: /^protocol/ }).waitFor();
    await page.locator('.cm-completionInfo', { hasText: 'The transport protocol.' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Space');
    await list.getByRole('option', { name: /^UDP/ }).click();
    await until('the protocol', async () => /^ {8}protocol: UDP$/m.test(await text()));
    await page.getByRole('button', { name: 'New file' }).click();
    await page.getByLabel('Name', { exact: true }).fill('new.yaml');
    await page.keyboard.press('Enter');
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+Space');
    await list
      .getByRole('option', { name: /^EndpointSlice/ })
      .first()
      .click();
    await until('a whole resource', async () => /^kind: EndpointSlice$/m.test(await text()));
    assert.doesNotMatch(await text(), /[$\\{}]/);
  });

  it('renames a port in all files, and rejects a name that the API server rejects', async () => {
    const { page, click, text, waitForProblem } = await open();
    await waitForProblem(/unmatched-port/);
    await click('submission');
    await page.keyboard.press('F2');
    await page.getByLabel('Name', { exact: true }).fill('Submission!');
    await page.keyboard.press('Enter');
    await page.locator('.message', { hasText: 'Submission!' }).waitFor();
    await click('submission');
    await page.keyboard.press('F2');
    await page.getByLabel('Name', { exact: true }).fill('submit');
    await page.keyboard.press('Enter');
    await until('the new name', async () => (await text()).includes('name: submit\n'));
    await page.getByRole('button', { name: 'service.yaml' }).click();
    assert.match(await text(), /name: submit\n/);
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+z');
    assert.match(await text(), /name: submission\n/);
  });

  it('lists the actions at the cursor, with the reasons of those that are not possible', async () => {
    const { page, click, text, waitForProblem } = await open();
    await waitForProblem(/unmatched-port/);
    await click('587');
    await page.keyboard.press('Control+.');
    const dialog = page.getByRole('dialog', { name: 'What can be done here' });
    await dialog.getByText('It has an error').first().waitFor();
    assert.ok(await dialog.getByRole('button', { name: /^Convert to EndpointSlice It has/ }).isDisabled());
    await dialog.getByRole('button', { name: 'Write out the default protocol' }).click();
    await until('the protocol', async () => (await text()).includes('protocol: TCP'));
    assert.equal(await dialog.count(), 0);
    await page.getByRole('button', { name: 'service.yaml' }).click();
    await click('smtp');
    await page.keyboard.press('Control+.');
    await dialog.getByRole('button', { name: 'Why does no traffic arrive?' }).click();
    await page.getByRole('dialog').getByText('ports match by name').first().waitFor();
  });

  it('draws the traffic, follows edits, goes to parts, and draws it from a zone', async () => {
    const { page, drawn, click, text } = await open('#example=zones');
    await drawn('10.60.0.12:6379').waitFor();
    await page.getByLabel('From', { exact: true }).selectOption('zone eu-central-1b');
    await drawn('The hints of the endpoint').waitFor();
    await drawn('10.60.0.11:6379').click();
    await until('the address', async () => (await page.evaluate(() => getSelection()?.toString())) === '10.60.0.11');
    await page.keyboard.type('10.60.0.99');
    await drawn('10.60.0.99:6379').waitFor();
    assert.match(await text(), /10\.60\.0\.99/);
    await click('Service');
    await page.frameLocator('iframe').getByRole('button', { name: 'Table' }).click();
    await page
      .frameLocator('iframe')
      .getByRole('row', { name: /10\.60\.0\.99/ })
      .first()
      .waitFor();
  });

  it('shows the result of server-side apply and the mirrored slices', async () => {
    const { page, tab, click } = await open('#example=patches');
    await tab('Apply');
    await page.getByRole('tabpanel').getByText('# pulumi-kubernetes-<owner-label>').first().waitFor();
    await page.getByRole('button', { name: 'Examples…' }).click();
    await page.getByRole('button', { name: 'Mirrored slices, IPv4 and IPv6' }).click();
    await page.getByRole('tabpanel').getByText('addressType').first().waitFor();
    await click('Service');
    await page.getByRole('tabpanel').getByText('There is no Endpoints at this place.').waitFor();
  });

  it('shows a conversion as a difference with its report, and applies it', async () => {
    const { page, tab, text } = await open('#example=convert');
    const panel = await tab('Convert');
    await panel.locator('.cm-deletedChunk', { hasText: 'kind: Endpoints' }).first().waitFor();
    await panel.locator('.cm-changedLine').first().waitFor();
    assert.match(await text(), /^kind: Endpoints$/m);
    await panel.getByRole('heading', { name: 'Endpoints to EndpointSlice' }).waitFor();
    await panel.getByText('What reads the Endpoints is not searched here').waitFor();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await until('the slices', async () => /^kind: EndpointSlice$/m.test(await text()));
    assert.doesNotMatch(await text(), /^kind: Endpoints$/m);
    await panel.getByLabel('Convert').selectOption('back to Endpoints');
    await panel.locator('.cm-deletedChunk', { hasText: 'kind: EndpointSlice' }).first().waitFor();
    await page.locator('.editor .cm-content').click();
    await page.keyboard.press('Control+z');
    assert.match(await text(), /^kind: Endpoints$/m);
  });

  it('checks for another version of Kubernetes', async () => {
    const { page, waitForProblem, problems, click } = await open();
    await waitForProblem(/deprecated-endpoints/);
    await page
      .getByLabel('Open files')
      .setInputFiles([
        { name: 'endpoints.config.yaml', mimeType: 'text/yaml', buffer: Buffer.from('kubernetesVersion: "1.33"\n') },
      ]);
    await click('1.33');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('0');
    await until(
      'the version of the settings',
      async () => !(await problems()).some((row) => row.includes('deprecated-endpoints')),
    );
    await page.getByLabel('Kubernetes').selectOption('1.36');
    await waitForProblem(/deprecated-endpoints/);
    await page.getByLabel('Kubernetes').selectOption('1.30');
    await until('no deprecation', async () => !(await problems()).some((row) => row.includes('deprecated-endpoints')));
    assert.ok((await problems()).some((row) => row.includes('unmatched-port')));
  });

  for (const [language, finding] of [
    ['typescript', /^error unmatched-port .*index\.ts:17:23$/],
    ['python', /^error unknown-property .*__main__\.py:18:38$/],
    ['go', /^error not-an-ip .*main\.go:29:53$/],
    ['csharp', /^warning ineffective-patch-force .*Program\.cs:15:56$/],
    ['java', /^error wrong-ip-family .*App\.java:29:50$/],
    ['terraform', /^error unmatched-port .*main\.tf:30:14$/],
  ] as const) {
    it(`reads the example in ${language}`, async () => {
      const { waitForProblem } = await open(`#example=${language}`);
      await waitForProblem(finding);
    });
  }
});
