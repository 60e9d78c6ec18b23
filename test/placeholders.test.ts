/** A placeholder is never reported, in any field and any language; a text that only resembles one is. */
import assert from 'node:assert/strict';
import { readFile } from '../server/src/frontends/frontends.ts';
import { documentsOf } from '../server/src/tree/document.ts';
import type { Span } from '../server/src/text/span.ts';
import { childrenOf, type Value } from '../server/src/tree/value.ts';
import { checkText } from './support/checking.ts';
import { readKinds } from './support/placeholder-texts.ts';

const head = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n';
const withIp = (ip: string): string => `${head}subsets:\n- addresses:\n  - ip: ${ip}\n`;

/** As they are written without quotes. */
const placeholders = [
  '<backend-ip>',
  '<<IP>>',
  '<your IP here>',
  '<服务地址>',
  '<path:secret/data/x#ip>',
  '<path:secret/data/x#ip | base64decode>',
  '<ip | base64encode>',
  '__IP__',
  '__backend_ip__',
  'ENC[AES256_GCM,data:q1Xz,iv:8w==,tag:Zg==,type:str]',
  'ENC[PKCS7,MIIBeQYJKoZIhvcNAQcDoIIBajCCAWYCAQAx]',
  'CHANGE_ME',
  'CHANGEME',
  'REPLACE_ME',
  'REPLACE_WITH_IP',
  'TODO',
  'FIXME',
  'TBD',
  'YOUR_IP',
  'PLACEHOLDER',
  '${IP}',
  '${IP:-10.0.0.1}',
  '$IP',
  '$(IP)',
  '%IP%',
  '%%IP%%',
  '@IP@',
  '@project.ip@',
  '#{ nas_ip }#',
  '#{Nas.Ip}',
  '(( grab meta.ip ))',
  '((nas-ip))',
  '<IPv4|IPv6>',
  '[[ nas_ip ]]',
  '[[ nas.ip | trim ]]',
];

const parts = ['10.0.0.<n>', '<a>.<b>', 'nas-__ENV__', 'nas-CHANGE_ME', 'TODO.example', '10.0.$(B).1', 'db-%ENV%'];

/** What is left of a text once a placeholder in it is unknown: an error all the same. */
const others = [
  'a<b',
  'a>b',
  '<>',
  '<1>',
  '< a >',
  '<none>',
  '<nil>',
  '<no value>',
  '<unknown>',
  '[[nas_ip]]',
  '[[ -f x ]]',
  '<a',
  '<a "b">',
  '_IP_',
  '__IP',
  '__',
  'a__IP__b',
  'ENC[]',
  'ENC[a,b]',
  'todo',
  'Todo',
  'change_me',
  'TODOS',
  'MASTODON',
  'see TODO below',
  'YOUR',
  '$(x',
  '10.0.0.5%41',
  'fe80::1%eth0',
  'a@b',
  'a@b@c',
  '(a)',
  'nas #{ip}',
  '{ip}',
];

describe('placeholders', () => {
  for (const text of [...placeholders, ...parts]) {
    for (const [how, written] of [
      ['without quotes', text],
      ['in double quotes', `"${text}"`],
      ['in single quotes', `'${text}'`],
    ] as const) {
      it(`${text} ${how} is silent, and counted`, () => {
        assert.deepEqual(codesIn(withIp(written)), []);
        assert.equal(countIn(withIp(written)), 1);
      });
    }
    it(`${text} in JSON is silent, and counted`, () => {
      const json = `{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a"},"subsets":[{"addresses":[{"ip":"${text}"}]}]}`;
      assert.deepEqual(codesIn(json, 'a.json'), []);
      assert.equal(countIn(json, 'a.json'), 1);
    });
  }

  for (const text of others) {
    it(`${text} is not a placeholder`, () => {
      assert.ok(codesIn(withIp(JSON.stringify(text))).includes('not-an-ip'));
      assert.equal(countIn(withIp(JSON.stringify(text))), 0);
    });
  }

  for (const text of [
    'a: 1 # TODO: add <more> __HOSTS__',
    '# <ip>\n  # @IP@',
    'b: "{{ .Values.ip | default "TODO" }}"',
    'c: "see <https://example.com/wiki>, at @night@"',
    'd: TODO',
  ])
    it(`are not counted in ${JSON.stringify(text)}`, () => {
      const written = `${head}  annotations:\n    ${text}\n`;
      assert.equal(countIn(written), 0);
    });

  it('do not hide what is wrong elsewhere in a list', () => {
    const list = `${head}subsets:\n- addresses:\n  - ip: <a>\n  - ip: 127.0.0.1\n  ports: [{name: a, port: __PORT__}, {name: b, port: 0}]\n`;
    assert.deepEqual(codesIn(list), ['loopback-ip', 'port-out-of-range']);
    const json = `{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"<a>"},"subsets":[{"addresses":[{}]}]}`;
    assert.deepEqual(codesIn(json, 'a.json'), ['missing-field']);
  });

  it('keep a merge key and other angle brackets apart', () => {
    const text = `x: &x {ip: 127.0.0.1}\n${head}subsets:\n- addresses:\n  - <<: *x\n    hostname: a # >\n`;
    assert.ok(codesIn(text).includes('loopback-ip'));
  });

  it('leave JSON outside of strings readable', () => {
    const json = `{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a"},"subsets":[{"addresses":[{"ip":"127.0.0.1"}],"ports":[{"port":__PORT__}]}]}`;
    assert.deepEqual(codesIn(json, 'a.json'), ['loopback-ip']);
  });

  describe('a block of SOPS', () => {
    const block = 'sops:\n  mac: ENC[AES256_GCM,data:x,type:str]\n  version: 3.9.0\n';
    it('is silent', () => assert.deepEqual(codesIn(withIp('10.0.0.1') + block), []));
    it('is silent in JSON', () => {
      const json = `{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"a"},"sops":{"mac":"ENC[AES256_GCM,data:x,type:str]"}}`;
      assert.deepEqual(codesIn(json, 'a.json'), []);
    });
    it('hides no other field', () =>
      assert.deepEqual(codesIn(`${withIp('10.0.0.1')}spec: {}\n${block}`), ['unknown-field']));
    it('is a field as any other without encrypted values', () =>
      assert.deepEqual(codesIn(`${withIp('10.0.0.1')}sops: {}\n`), ['unknown-field']));
    it('is unknown inside of the object', () =>
      assert.deepEqual(codesIn(withIp('ENC[AES256_GCM,data:x,type:str]\n    sops: {}')), ['unknown-field']));
  });

  for (const [what, path, text] of readKinds) {
    it(`cause no finding where they stand, in any field of ${what}`, () => {
      const isJson = path.endsWith('.json');
      const chosen = [
        '<x>',
        '__X__',
        'ENC[AES256_GCM,data:x,type:int]',
        'CHANGE_ME',
        '$(X)',
        '%X%',
        '@X@',
        '#{ x }#',
        '(( x ))',
      ];
      const quotes = isJson ? ['"'] : ['', '"', "'"];
      for (const place of placesIn(path, text)) {
        for (const written of [...chosen, 'a-<x>'].flatMap((each) => quotes.map((quote) => quote + each + quote))) {
          const changed = text.slice(0, place.start) + written + text.slice(place.end);
          const end = place.start + written.length;
          const own = checkText(changed, { path }).filter((found) => found.start >= place.start && found.end <= end);
          // The kind is also the place of findings on the whole object.
          const codes = own.flatMap(({ code }) => (code === 'deprecated-endpoints' ? [] : [code]));
          assert.deepEqual(codes, [], changed);
        }
      }
    });
  }
});

function codesIn(text: string, path = 'a.yaml'): readonly string[] {
  return checkText(text, { path }).flatMap(({ code }) => (quiet.has(code) ? [] : [code]));
}

const quiet = new Set(['deprecated-endpoints', 'unmatched-port', 'missing-service']);

function countIn(text: string, path = 'a.yaml'): number {
  return documentsOf(readFile(path, text, { isPartial: false })).reduce((sum, each) => sum + each.placeholderCount, 0);
}

/** Every value below the root, and every key of a label or an annotation. */
function placesIn(path: string, text: string): readonly Span[] {
  const [part] = readFile(path, text, { isPartial: false }).parts;
  assert.ok(part?.document.root && part.start === 0);
  return placesBelow(part.document.root);
}

function placesBelow(value: Value): readonly Span[] {
  const keys =
    value.kind !== 'mapping'
      ? []
      : value.entries.flatMap((entry) =>
          entry.value.kind === 'mapping' && /^(?:labels|annotations)$/.test(entry.name)
            ? entry.value.entries.map(({ key }) => key)
            : [],
        );
  return [...keys, ...childrenOf(value).flatMap((child) => [child.span, ...placesBelow(child)])];
}
