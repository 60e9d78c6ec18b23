/** Tests what editors do with a text: squiggles after a change from outside, settings files, formatting, folding and Enter. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { desktop, type Window } from './support/desktop.ts';
import {
  acceptSuggestion,
  goTo,
  hover,
  insist,
  runCommand,
  shownLines,
  showProblem,
  suggest,
} from './support/gestures.ts';
import { takePicture } from './support/pictures.ts';
import { codesOf, cursorAt } from './support/states.ts';
import { healthy, loopback, paired } from './support/texts.ts';
import { until } from './support/until.ts';
import { keepInOrder } from './support/windows.ts';

const { service, endpoints } = paired;
const settings = 'endpoints.config.yaml';
const deployment = 'apiVersion: apps/v1\nkind:   Deployment\nmetadata:\n  name: shop\n';
const stream = `# first\n${service}---\n${endpoints}---\n${loopback}# last\n`;

let window: Window | undefined;

function shown(): Window {
  assert.ok(window);
  return window;
}

describe('a text', () => {
  keepInOrder(() => window);

  before(async () => {
    const { workspace, open } = await desktop();
    const files = {
      [settings]: '# none yet\n',
      'stream.yaml': stream,
      'enter.yaml': '',
      'other.yaml': '',
      'untidy.yaml': `${service}---\n${healthy.replace('kind: ', 'kind:   ')}`,
      'mixed.yaml': `${deployment}---\n${healthy}`,
    };
    window = await open(workspace('texts', files));
  });

  it('has its squiggles at their places after another program has changed it', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('stream.yaml'));
    await codesOf(shown(), 'stream.yaml', (codes) => codes.includes('loopback-ip') && codes.includes('unmatched-port'));
    const expected = [
      'deprecated Endpoints in kind: Endpoints',
      'error 127.0.0.1 in - ip: 127.0.0.1',
      'error postgre in - name: postgre',
      'warning orders-db in name: orders-db',
    ];
    const assertPlaces = async (): Promise<void> => {
      const isThere = async (): Promise<boolean> => JSON.stringify(await squiggles(page)) === JSON.stringify(expected);
      await until('the squiggles at their places', isThere, { show: () => squiggles(page) });
    };
    await assertPlaces();
    // The lines between two changes are replaced as a whole, and what is marked in them collapses.
    for (const text of [stream.replace('# first', '# 1').replace('# last', '# 2'), stream]) {
      writeFileSync(file('stream.yaml'), text);
      await until('the new text', async () => (await probe.active())?.text === text);
      await assertPlaces();
    }
  });

  it('of settings shows its mistakes as findings, and completes and explains settings', async () => {
    const { page, probe, file } = shown();
    await probe.open(file(settings));
    await probe.edit(file(settings), 'severity:\n  loopback-ipp: off\nhov\n');
    const problem = await showProblem(
      page,
      'There is no rule "loopback-ipp". Did you mean "loopback-ip"?',
      'endpoints',
    );
    await problem.locator('.codicon-error').waitFor({ timeout: 5000 });
    await goTo(page, 3, 4);
    await suggest(page, 'hover');
    await acceptSuggestion(page, 'hover');
    await until('the setting', async () => /^hover: (?:true|false)$/m.test((await probe.active())?.text ?? ''));
    await page.keyboard.press('Escape');
    await probe.edit(file(settings), 'severity:\n  loopback-ipp: off\nformat: true\n');
    assert.match(await hover(page, 'format:', 'format', 'Default: true'), /Formats files that contain only/);
    await takePicture(page, 'settings-file');
    await probe.edit(file(settings), '# none yet\n');
    await codesOf(shown(), settings, (codes) => codes.length === 0);
  });

  it('of our kinds alone is formatted by default, and another one has no formatter', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('mixed.yaml'));
    await codesOf(shown(), 'mixed.yaml', (codes) => codes.length > 0);
    await probe.open(file('untidy.yaml'));
    const isTidy = async (): Promise<boolean> => {
      await runCommand(page, 'Format Document');
      return !(await probe.text(file('untidy.yaml'))).includes('kind:   ');
    };
    await until('the file to be formatted', isTidy, { every: 500 });
    assert.equal(await probe.format(file('mixed.yaml')), 0);
  });

  it('keeps the kind and the name of its objects visible when everything is folded', async () => {
    const { page, probe, file } = shown();
    await probe.open(file('stream.yaml'));
    await codesOf(shown(), 'stream.yaml', (codes) => codes.length > 0);
    await until(
      'the folded text',
      async () => {
        await probe.command('editor.foldAll');
        const lines = (await shownLines(page)).map((line) => line.replace(/ ?namespace: default$/, ''));
        return JSON.stringify(lines.filter((line) => line !== '')) === JSON.stringify(headsOf(stream));
      },
      { show: () => shownLines(page) },
    );
    await page.mouse.move(1000, 440);
    await takePicture(page, 'fold-all');
    await probe.command('editor.unfoldAll');
  });

  it('is indented by Enter below a key and beside the keys of an item, but not in a file without our kinds', async () => {
    const { page } = shown();
    const head = 'apiVersion: v1\nkind: Endpoints\n';
    await assertEnter(page, 'enter.yaml', `${head}metadata:`, '  ');
    await assertEnter(page, 'enter.yaml', `${head}subsets:\n  - addresses: # two`, '      ');
    await assertEnter(page, 'enter.yaml', `${head}subsets:\n  - addresses:\n      - ip: 10.0.0.1`, '        ');
    await assertEnter(page, 'enter.yaml', `${head}subsets:\n  - ports: [{ port: 1 }]`, '    ');
    await assertEnter(page, 'enter.yaml', 'apiVersion: v1\nkind: Service\nspec:\n  ports:', '    ');
    await assertEnter(page, settings, 'severity:', '  ');
    await assertEnter(page, 'other.yaml', 'services:', '');
  });
});

/** What a person sees of the findings: the style, the marked text and its line, from the page. */
async function squiggles(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate<readonly string[]>(`(() => {
    const plain = (text) => text.replaceAll('\\u00a0', ' ').trim();
    const lines = [...document.querySelectorAll('.editor-instance .view-line')].map((line) => ({
      top: line.getBoundingClientRect().top, line }));
    const under = ({ left, top, width }) => {
      const { line } = lines.find((each) => Math.abs(each.top - top) < 8) ?? {};
      if (!line) return 'nothing';
      let text = '';
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (let i = 0; i < node.data.length; i++) {
          const range = document.createRange();
          range.setStart(node, i); range.setEnd(node, i + 1);
          const at = range.getBoundingClientRect();
          const middle = at.left + at.width / 2;
          if (middle > left && middle < left + width) text += node.data[i];
        }
      return plain(text) + ' in ' + plain(line.textContent).replace(/ ?namespace: default$/, '');
    };
    const kinds = { error: '.cdr.squiggly-error', warning: '.cdr.squiggly-warning', deprecated: '.squiggly-inline-deprecated' };
    return Object.entries(kinds).flatMap(([kind, selector]) =>
      [...document.querySelectorAll('.editor-instance ' + selector)].map(
        (each) => kind + ' ' + under(each.getBoundingClientRect())));
  })()`);
  return [...new Set(found)].sort();
}

/** The lines above the first list, and those between and around the objects. */
function headsOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !/^ {3}/.test(line) && !/^ {2}(?:- |ports:)/.test(line))
    .map((line) => line.trim());
}

/** Types the text into an empty file, and Enter at its end. */
async function assertEnter(page: Page, name: string, text: string, indent: string): Promise<void> {
  const { probe, file } = shown();
  const lines = text.split('\n');
  await insist(page, async () => {
    await probe.open(file(name));
    await probe.edit(file(name), text);
    await probe.open(file(name), { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 });
    await cursorAt(shown(), name, lines.length - 1, lines.at(-1)?.length ?? 0);
    await page.keyboard.press('Enter');
    const after = `${text}\n${indent}`;
    await until(JSON.stringify(after), async () => (await probe.text(file(name))) === after, {
      within: 2000,
      show: () => probe.text(file(name)),
    });
  });
}
