/** The library's DNS answers agree with the recorded ones of CoreDNS. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkspace, type QuestionType } from '../server/src/api.ts';
import { root } from './support/root.ts';

interface Question {
  readonly name: string;
  readonly type: QuestionType;
  readonly rcode: string;
  readonly answer: readonly string[];
  readonly extra?: readonly string[];
}

interface Case {
  readonly id: string;
  readonly about: string;
  readonly objects: readonly object[];
  readonly questions: readonly Question[];
}

const cases = JSON.parse(readFileSync(join(root, 'test/data/traffic/dns.json'), 'utf8')) as readonly Case[];

/** Of the recording: every name outside of the cluster has them. */
const upstream = /203\.0\.113\.9|2001:db8:ffff::9/;

describe('recorded DNS answers', () => {
  for (const { id, about, objects, questions } of cases)
    it(`${id}: ${about}`, () => {
      const workspace = createWorkspace();
      workspace.set('objects.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
      for (const { name, type, rcode, answer, extra = [] } of questions) {
        const found = workspace.resolve(name, type);
        assert.deepEqual(
          { rcode: found.rcode, answer: setOf(found.answer), extra: setOf(found.extra) },
          { rcode, answer: setOf(answer), extra: setOf(extra) },
          `${name} ${type}`,
        );
        const isSaid = answer.length === 0 || answer.some((record) => upstream.test(record));
        if (isSaid || type !== 'CNAME') assert.equal(found.why !== null, isSaid, `${name} ${type}: ${found.why}`);
      }
    });
});

function setOf(records: readonly string[]): readonly string[] {
  return [...new Set(records)].sort();
}
