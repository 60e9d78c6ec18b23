/** Tests Restricted Mode: in an untrusted workspace, the extension works and reports its limits. */
import assert from 'node:assert/strict';
import { desktop, type Window } from './support/desktop.ts';
import { openFile, showLanguageStatus, showProblem } from './support/gestures.ts';
import { extensionId } from './support/installed.ts';
import { takePicture } from './support/pictures.ts';
import { refused } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

describe('restricted mode', () => {
  let window: Window | undefined;
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop({ isTrusted: false });
    window = await open(workspace('untrusted', { 'a.yaml': refused }));
  });

  it('shows findings, and in the language status that nothing is limited', async () => {
    assert.ok(window);
    const { page, probe } = window;
    await openFile(page, 'a.yaml');
    await showProblem(page, 'loopback-ip');
    assert.deepEqual(await probe.state(extensionId), {
      isInstalled: true,
      isActive: true,
      isTrusted: false,
    });
    await probe.command('workbench.action.closePanel');
    const status = await showLanguageStatus(page);
    const text = async (): Promise<string> => (await status.allInnerTexts()).join('\n');
    await until('a word on Restricted Mode', async () => /Restricted Mode/.test(await text()), { show: text });
    await takePicture(page, 'restricted-mode');
  });
});
