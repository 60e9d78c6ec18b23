/** What server-side apply is known to do, in the oldest and the newest version. */
import assert from 'node:assert/strict';
import { fieldsOf, fieldText } from '../server/src/analysis/apply/field-set.ts';
import { isObject, memberOf, type JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { ownerText } from '../server/src/analysis/apply/owners.ts';
import { perform } from '../server/src/analysis/apply/api-server.ts';
import type { Live, ApplyOutcome, ApplyStep } from '../server/src/analysis/apply/apply-step.ts';
import { minors } from './support/apply-arbitraries.ts';
import { situations } from './support/apply-situations.ts';
import { oddSituations } from './support/odd-situations.ts';

describe('server-side apply: situations', () => {
  for (const { what, rows, before = rows, left } of [...situations, ...oddSituations]) {
    for (const minor of minors) {
      it(`${what} (1.${minor})`, () => {
        let live: Live | undefined;
        for (const [request, answer] of minor === 20 ? before : rows) {
          const outcome = perform(live, stepOf(request), minor);
          assert.equal(shortened(textOf(outcome), answer), answer);
          if (outcome.kind === 'result') live = outcome.live;
        }
        if (left) assert.deepEqual(fieldsIn(live), left);
      });
    }
  }
});

function stepOf({
  operation = 'apply',
  manager = '',
  force: isForced = false,
  config = {},
}: Partial<ApplyStep>): ApplyStep {
  const metadata = memberOf(config, 'metadata');
  const named = { name: 'db', ...(isObject(metadata) ? metadata : {}) };
  return {
    operation,
    manager,
    force: isForced,
    config: { apiVersion: 'v1', kind: 'Endpoints', ...config, metadata: named },
  };
}

/** With `…` in place of the owners that do not matter. */
function shortened(text: string, answer: string): string {
  if (!answer.startsWith('…') || /^(conflict|refused): /.test(text)) return text;
  return `…${answer === '…' ? '' : text.slice(1 - answer.length)}`;
}

function textOf(outcome: ApplyOutcome): string {
  if (outcome.kind === 'rejected')
    return `refused: ${outcome.causes.map(({ field, reason }) => `${field} ${reason}`).join(', ')}`;
  if (outcome.kind === 'conflicts')
    return `conflict: ${outcome.conflicts.map(({ field, with: owner }) => `${field} with ${ownerText(owner)}`).join(', ')}`;
  const lost = outcome.lost.length > 0 ? ` (taken from ${ownersText(outcome.lost)})` : '';
  return (ownersText(outcome.live.owners) || 'nobody owns anything') + lost;
}

function ownersText(all: Live['owners']): string {
  return all
    .map(({ manager, operation, fields }) => {
      const names = fieldsOf(fields).map(fieldText).join(' ');
      return `${manager}: ${names}${operation === 'Update' ? ' (by update)' : ''}`;
    })
    .join('; ');
}

/** What is in the object beside its name and kind. */
function fieldsIn(live: Live | undefined): JsonObject {
  const { apiVersion: _, kind: __, metadata = {}, ...rest } = live?.object ?? {};
  const { name: ___, ...others } = metadata as JsonObject;
  return { ...rest, ...(Object.keys(others).length > 0 ? { metadata: others } : {}) };
}
