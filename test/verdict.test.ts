/** What the server says of an object that no text holds: what is known only later, and what was there before. */
import assert from 'node:assert/strict';
import { unknownValue, type Json, type JsonObject } from '../server/src/analysis/apply/json-value.ts';
import { causesAgainst } from '../server/src/lint/verdict.ts';
import { rules } from '../server/src/rules/rules.ts';
import { settingsFor } from './support/checking.ts';

describe('the verdict on an object', () => {
  const object = (ip: Json, labels: Json = {}) => ({
    metadata: { name: 'db', labels },
    subsets: [{ addresses: [{ ip }] }],
  });
  const fields = (...[now, settings, before]: Parameters<typeof causesAgainst>) =>
    causesAgainst(now, settings, before).map(({ field }) => field);
  const newest = settingsFor(36);

  it('names the fields in their order, each once for a reason', () => {
    assert.deepEqual(fields(object('::1', { '-': '-', '+': '' }), newest), [
      'metadata.labels',
      'subsets[0].addresses[0].ip',
    ]);
  });

  it('says nothing of what is known only later', () => {
    assert.deepEqual(fields(object(unknownValue('${db.ip}'), unknownValue('${labels}')), newest), []);
    assert.deepEqual(fields({ metadata: unknownValue('${meta}'), subsets: [unknownValue('${first}')] }, newest), []);
  });

  it('leaves subsets alone that were refused already, since Kubernetes 1.33', () => {
    const [before, now] = [object('::1'), object('::1', { app: 'db' })];
    assert.deepEqual(fields(now, newest, before), []);
    assert.deepEqual(fields(now, settingsFor(32), before), ['subsets[0].addresses[0].ip']);
    assert.deepEqual(fields(object('::1', { app: '-' }), newest, before), ['metadata.labels']);
    assert.deepEqual(fields(now, newest, object('127.0.0.1')), ['subsets[0].addresses[0].ip']);
  });

  it('measures the whole object', () => {
    const large = {
      metadata: { name: 'db' },
      subsets: [{ addresses: [{ ip: '10.0.0.1', note: 'x'.repeat(4 << 20) }] }],
    };
    assert.deepEqual(fields(large, newest), ['']);
  });

  it('is silenced by no annotation', () => {
    const metadata = { name: 'db', annotations: { 'endpoints/ignore': 'loopback-ip' } };
    assert.deepEqual(fields({ ...object('::1'), metadata }, { ...newest, rules }), ['subsets[0].addresses[0].ip']);
  });

  it('holds an object to what it is, and to its deletion', () => {
    const of = (metadata: JsonObject) => ({ metadata: { name: 'db', ...metadata } });
    const answers = (now: JsonObject, before: JsonObject) =>
      causesAgainst(of(now), newest, of(before)).map(({ field, reason }) => `${field} ${reason}`);
    const time = '2026-01-01T00:00:00Z';
    const due = { deletionTimestamp: time, deletionGracePeriodSeconds: 30, finalizers: ['a.b/x', 'a.b/y'] };
    assert.deepEqual(answers({ uid: '2', name: 'c', namespace: 'b' }, { uid: '1', namespace: 'a' }), [
      'metadata.name FieldValueInvalid',
      'metadata.namespace FieldValueInvalid',
      'metadata.uid FieldValueInvalid',
    ]);
    assert.deepEqual(answers({ uid: '1' }, {}), []);
    assert.deepEqual(answers({ deletionTimestamp: time, deletionGracePeriodSeconds: 0 }, {}), [
      'metadata.deletionTimestamp FieldValueInvalid',
      'metadata.deletionGracePeriodSeconds FieldValueInvalid',
    ]);
    assert.deepEqual(answers(due, due), []);
    assert.deepEqual(answers({ ...due, finalizers: ['a.b/y'] }, due), []);
    assert.deepEqual(answers({ ...due, finalizers: ['a.b/z', 'a.b/x'] }, due), [
      'metadata.finalizers FieldValueForbidden',
    ]);
    assert.deepEqual(answers({ finalizers: ['a.b/z'] }, { finalizers: ['a.b/x'] }), []);
    const shorter = { ...due, deletionGracePeriodSeconds: 10 };
    assert.deepEqual(answers(shorter, due), ['metadata.deletionGracePeriodSeconds FieldValueInvalid']);
    const [cause] = causesAgainst(of({ finalizers: ['a.b/z'] }), newest, of(due));
    const reason = '"a.b/z" cannot be added, because the object is being deleted';
    assert.equal(cause?.message, `metadata.finalizers: ${reason}`);
  });
});
