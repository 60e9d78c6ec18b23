/** Tests the packed extension on the web: the server in a worker, and files in a virtual file system. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { closePage, openPage, takeToasts } from './support/browser.ts';
import { exampleFiles } from './support/example-programs.ts';
import {
  acceptSuggestion,
  applyFix,
  click,
  goTo,
  hover,
  insist,
  openFromExplorer,
  runCommand,
  showFixes,
  shownLines,
  showProblem,
  suggest,
  typeLines,
} from './support/gestures.ts';
import { makeHome, unpackedExtension } from './support/installation.ts';
import { installed, testExtension } from './support/installed.ts';
import { readOutput, reportPage, takePicture } from './support/pictures.ts';
import { paired, refused, refusedService } from './support/texts.ts';
import { until } from './support/until.ts';
import { serveWorkbench } from './support/web-host.ts';

const linked = (kind: string, content: string): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: linked\n${content}\n`;

const files = {
  '/endpoints.config.yaml': 'severity:\n  deprecated-endpoints: off\n  loopback-ip: warning\n',
  '/findings.yaml': refused,
  '/hover.yaml': refused,
  '/completion.yaml': 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: orders-db\n',
  '/typed.yaml': '',
  '/fix.yaml': refused,
  '/ignore.yaml': refused,
  '/explain.yaml': refused,
  '/served.yaml': `${paired.service}---\n${paired.endpoints}`.replaceAll('orders-db', 'served'),
  '/service.yaml': refusedService,
  '/linked.yaml': `${linked('Service', 'spec: { externalIPs: [10.1.0.1] }')}---
${linked('Endpoints', 'subsets: [{ addresses: [{ ip: 10.1.0.1 }] }]')}`,
  '/enter.yaml': 'apiVersion: v1\nkind: Service\nmetadata:',
  '/endpoints.config.yml': 'severity:\n  loopback-ipp: off\n',
  // An excluded file is checked while it is open.
  '/.gitignore': '/*.yaml\n/*.go\n/*.cs\nleft-out/\n',
  '/pair/service.yaml': paired.service,
  '/pair/endpoints (1).yaml': paired.endpoints,
  '/left-out/endpoints.yaml': paired.endpoints,
  '/program/Pulumi.yaml': 'name: shop\nruntime: python\n',
  '/program/__main__.py': `from pulumi_kubernetes.core.v1 import Endpoints

Endpoints("db", metadata={"name": "db"}, subsets=[{"addresses": [{"ip": "169.254.1.1"}], "ports": [{"port": 80}]}])
`,
  '/main.go': exampleFiles()['go/main.go'] ?? '',
  '/Program.cs': exampleFiles()['csharp/Program.cs'] ?? '',
};

const workbenches = [
  { name: 'VS Code 1.139', build: () => installed().workbench },
  { name: 'VS Code 1.91', build: () => installed().web },
];

for (const { name, build } of workbenches) {
  describe(`web extension in ${name}`, () => {
    let page: Page;

    before(async () => {
      const extensions = [unpackedExtension(makeHome()), testExtension('memfs')];
      const url = await serveWorkbench({ build: build(), extensions, files });
      page = await openPage(url, `web-${name.slice(-5).trim()}`);
    });

    after(() => closePage(page));

    afterEach(async function () {
      if (this.currentTest?.state === 'failed') return reportPage(page, this.currentTest.fullTitle());
      const toasts = await takeToasts(page);
      assert.deepEqual(
        toasts.filter(({ severity }) => severity !== 'info'),
        [],
      );
    });

    it('checks the programs below a Pulumi.yaml', async () => {
      await openFromExplorer(page, 'completion.yaml');
      await showProblem(page, '169.254.1.1', 'link-local-ip');
    });

    it('checks open programs in other languages', async () => {
      await openFromExplorer(page, 'main.go');
      await showProblem(page, '10.40.1.256', 'not-an-ip');
      await takePicture(page, `web-program-${name.slice(-5).trim()}`);
      await openFromExplorer(page, 'Program.cs');
      await showProblem(page, 'This annotation forces nothing', 'ineffective-patch-force');
      assert.doesNotMatch(await readOutput(page), /\[(?:error|warning)\]/);
      await runCommand(page, 'View: Close All Editors');
    });

    it('checks files together that are not open, without those that are left out', async () => {
      await openFromExplorer(page, 'completion.yaml');
      await showProblem(page, 'has no port "postgre"', 'unmatched-port');
      const rows = page.locator('.markers-panel .monaco-list-row');
      assert.equal(await rows.filter({ hasText: 'unmatched-port' }).count(), 1);
      assert.equal(await rows.filter({ hasText: 'duplicate-resource' }).count(), 0);
    });

    it('shows the findings, with the levels of the configuration file', async () => {
      await openFromExplorer(page, 'findings.yaml');
      const problem = await showProblem(page, 'is a loopback address', 'endpoints', 'loopback-ip');
      await problem.locator('.codicon-warning').waitFor({ timeout: 5000 });
      const rows = page.locator('.markers-panel .monaco-list-row');
      await rows.filter({ hasText: 'unknown-protocol' }).waitFor();
      assert.equal(await rows.filter({ hasText: 'deprecated-endpoints' }).count(), 0);
      await takePicture(page, `web-problems-${name.slice(-5).trim()}`);
    });

    it('checks a Service without a selector', async () => {
      await openFromExplorer(page, 'service.yaml');
      await showProblem(page, '"clusterIP" is not a value', 'unknown-service-value');
    });

    it('explains a key in a hover', async () => {
      await openFromExplorer(page, 'hover.yaml');
      assert.match(await hover(page, '- addresses:', 'addresses', 'The ready addresses'), /list of EndpointAddress/);
    });

    it('explains what arrives at a Service', async () => {
      await openFromExplorer(page, 'served.yaml');
      // A lens that appears meanwhile moves the lines below the mouse: only the right Service port counts.
      await hover(page, '- name: metrics', 'metrics', 'Traffic arrives at shop/served:metrics');
    });

    it('completes a snippet', async () => {
      await openFromExplorer(page, 'completion.yaml');
      await goTo(page, 5, 1);
      await suggest(page, 'subsets');
      await acceptSuggestion(page, 'subsets');
      await until('the snippet', async () => (await shownLines(page)).includes('- addresses:'), {
        show: () => shownLines(page),
      });
    });

    it('ends the line with Enter after a complete value', async () => {
      await openFromExplorer(page, 'typed.yaml');
      await goTo(page, 1, 1);
      const typed = ['apiVersion: v1', 'kind: Endpoints', 'metadata:'];
      await typeLines(page, typed);
      assert.deepEqual((await shownLines(page)).slice(0, 3), typed);
    });

    it('applies a quick fix', async () => {
      await openFromExplorer(page, 'fix.yaml');
      await showProblem(page, 'unknown-protocol');
      await goTo(page, 10, 20);
      await showFixes(page, 'TCP');
      await applyFix(page, 'TCP');
      await until('the line to be fixed', async () => (await shownLines(page)).includes('protocol: TCP'), {
        show: () => shownLines(page),
      });
    });

    it('selects the reason of an ignore comment', async () => {
      await openFromExplorer(page, 'ignore.yaml');
      await showProblem(page, 'loopback-ip');
      await goTo(page, 7, 15);
      await showFixes(page, 'Ignore "loopback-ip" here');
      await applyFix(page, 'Ignore "loopback-ip" here');
      const hasComment = async (reason: string): Promise<boolean> =>
        (await shownLines(page)).includes(`- ip: 127.0.0.1 # endpoints: ignore[loopback-ip] ${reason}`);
      await until('the comment', () => hasComment('reason'), { show: () => shownLines(page) });
      await page.keyboard.type('tunnel');
      await until('the typed reason', () => hasComment('tunnel'), { show: () => shownLines(page) });
    });

    it('peeks at what a lens names, and at the places of an address', async () => {
      await openFromExplorer(page, 'linked.yaml');
      const peek = page.locator('.reference-zone-widget');
      await click(page.locator('.codelens-decoration a', { hasText: 'Service linked' }), peek);
      await page.keyboard.press('Escape');
      await peek.waitFor({ state: 'hidden', timeout: 5000 });
      await goTo(page, 11, 34);
      await insist(page, async () => {
        await page.keyboard.press('Shift+F12');
        await peek.filter({ hasText: 'References (2)' }).waitFor({ timeout: 5000 });
      });
      await page.keyboard.press('Escape');
    });

    it('indents after a key', async () => {
      await openFromExplorer(page, 'enter.yaml');
      await goTo(page, 3, 10);
      await page.keyboard.press('Enter');
      await page.locator('.statusbar-item', { hasText: 'Ln 4, Col 3' }).waitFor({ timeout: 5000 });
    });

    it('finds and explains the mistakes of settings', async () => {
      await openFromExplorer(page, 'endpoints.config.yml');
      await showProblem(page, 'There is no rule "loopback-ipp"', 'endpoints');
      await hover(page, 'severity:', 'severity', 'by its code');
    });

    it('restarts its server', async () => {
      await openFromExplorer(page, 'explain.yaml');
      await showProblem(page, 'loopback-ip');
      await runCommand(page, 'Endpoints: Restart Server');
      await showProblem(page, 'loopback-ip');
    });

    it('explains the rule at the cursor', async () => {
      await openFromExplorer(page, 'explain.yaml');
      await showProblem(page, 'loopback-ip');
      await goTo(page, 7, 15);
      await runCommand(page, 'Endpoints: Explain Rule');
      await page.locator('.tab.active', { hasText: 'loopback-ip' }).waitFor({ timeout: 10_000 });
      await takePicture(page, `web-explain-${name.slice(-5).trim()}`);
    });
  });
}
