/** `endpoints show --view converted`: for the examples of the converter, the same addresses get traffic as before. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Picture } from '../server/src/analysis/picture/picture.ts';
import { answersOf } from './support/gesture-page.ts';
import { folderOf } from './support/process.ts';
import { root } from './support/root.ts';
import { usedAddresses } from './support/show-run.ts';
import { temporary } from './support/temporary.ts';

const pages = join(root, 'test/fixtures/convert');

/** A Service without a selector for each Endpoints that has none, so that its addresses get traffic. */
function servicesFor({ strays }: Picture): string {
  const items = strays
    .filter(({ kind }) => kind === 'Endpoints')
    .map(({ id, name, ports }) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: id.slice(0, id.indexOf('/')) },
      spec: { ipFamilyPolicy: 'RequireDualStack', ports: ports.map(portOf) },
    }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

function portOf(text: string): object {
  const [, number, protocol, name] = /^(\S+)\/(\S+)(?: (.*))?$/.exec(text) ?? [];
  return { port: Number(number) || 1, protocol, ...(name === undefined ? {} : { name }) };
}

function isMirrored({ services }: Picture): boolean {
  const addresses = services.flatMap(({ objects }) => objects.flatMap((each) => each.addresses));
  return !addresses.some(({ flows }) => flows.some(({ why }) => why?.code.startsWith('unmirrored')));
}

describe('endpoints show --view converted: the examples of the converter', () => {
  const make = temporary(folderOf);
  let count = 0;

  for (const page of readdirSync(pages)) {
    const answers = answersOf(readFileSync(join(pages, page), 'utf8')).filter(({ gesture }) => gesture === 'slices');
    if (answers.length === 0) continue;
    it(page.replace(/\.md$/, ''), () => {
      for (const { input, heading } of answers) {
        const texts = [...input.files.texts()].map(([uri, text]) => [uri.replace('file:///project/', ''), text]);
        const files = Object.fromEntries(texts) as Readonly<Record<string, string>>;
        const picture = (all: typeof files, view: string): Picture => {
          const { out } = make(all).run('show', '--view', view, '--format', 'json');
          return JSON.parse(out) as Picture;
        };
        const all = { ...files, 'added-services.json': servicesFor(picture(files, 'written')) };
        const converted = picture(all, 'converted');
        if (converted.remarks.some((each) => each.includes('is not converted'))) continue;
        const written = picture(all, 'written');
        const [used, after] = [usedAddresses(written), usedAddresses(converted)];
        // What the mirroring controller cannot copy gets traffic only after a conversion.
        const expected = isMirrored(written) ? after : after.filter((each) => used.includes(each));
        assert.deepEqual(used, expected, heading);
        count += used.length;
      }
    });
  }

  it('compares many addresses', () => {
    assert.ok(count > 50, `${count} addresses`);
  });
});
