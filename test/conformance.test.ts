/** Agreement with the recorded answers of a real API server: every verdict, at every path, for every version. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkText, type Reported } from './support/checking.ts';
import { root } from './support/root.ts';
import { disagreements, type Verdict } from './support/verdicts.ts';

interface Case {
  readonly id: string;
  readonly manifest: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly strictDecoding?: readonly { readonly problem: string; readonly path?: string; readonly key?: string }[];
  readonly ipWarnings?: readonly string[];
}

const folder = join(root, 'test/data/conformance');
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('verdicts.json'))
  .flatMap((name) => read<Case[]>(name));

describe('conformance: verdicts', () => {
  for (const each of cases) {
    it(each.id, () => {
      const problems = Object.entries(each.verdicts).flatMap(([version, verdict]) => {
        const reported = checkText(each.manifest, { minor: Number(version.split('.')[1]) });
        return disagreements(
          reported.filter((one) => one.enforcedBy === 'server'),
          verdict,
        ).map((text) => `${version}: ${text}`);
      });
      assert.deepEqual(problems, [], each.manifest);
    });
  }
});

describe('conformance: strict decoding', () => {
  for (const each of cases.filter(({ verdicts }) => verdicts['1.36']?.outcome !== 'undecodable')) {
    it(each.id, () => {
      const strict = checkText(each.manifest).filter((one) => one.enforcedBy === 'strict');
      const expected = each.strictDecoding ?? [];
      assert.equal(strict.length, expected.length, JSON.stringify(strict));
      for (const { problem, path, key } of expected) {
        const code = problem === 'unknown field' ? 'unknown-field' : 'duplicate-key';
        const isNamed = (one: Reported): boolean =>
          path ? serverPath(one) === path : key ? `.${serverPath(one)}`.endsWith(`.${key}`) : true;
        assert.ok(
          strict.some((one) => one.code === code && isNamed(one)),
          `${problem} ${path ?? key}`,
        );
      }
    });
  }
});

/** The path as the server writes it, which quotes no key: `["a/b"]` is `.a/b`. At the top level there is no dot. */
function serverPath({ path = '' }: Reported): string {
  const dotted = path.replace(/\["(?:[^"\\]|\\.)*"\]/g, (step) => `.${(JSON.parse(step) as string[]).join('')}`);
  return path.startsWith('[') ? dotted.slice(1) : dotted;
}

describe('conformance: IP warnings', () => {
  for (const each of cases.filter(({ ipWarnings }) => ipWarnings)) {
    for (const [version, { outcome }] of Object.entries(each.verdicts)) {
      if (outcome !== 'accepted' || version === '1.20') continue;
      it(`${each.id} (${version})`, () => {
        const reported = checkText(each.manifest, { minor: Number(version.split('.')[1]) });
        const warned = reported.filter(
          (one) => one.code === 'non-canonical-ip' && one.severity === 'warning' && one.enforcedBy === 'advice',
        );
        assert.deepEqual(
          warned.map((one) => one.path),
          each.ipWarnings,
        );
      });
    }
  }
});

interface ScalarCase {
  readonly scalar: string;
  readonly inStringField: Read;
  readonly inInt32Field: Read;
  readonly inPulumiYaml: {
    readonly tag?: string;
    readonly value?: unknown;
    readonly kind?: string;
    readonly syntaxError?: boolean;
    readonly decodeError?: boolean;
  };
}

interface Read {
  readonly reads?: unknown;
  readonly readsButInvalid?: boolean;
  readonly undecodable?: boolean;
}

describe('conformance: scalars', () => {
  const head = 'apiVersion: v1\nkind: Endpoints\n';
  const decoding = new Set(['syntax-error', 'wrong-type', 'integer-out-of-range']);
  for (const { scalar, inStringField, inInt32Field, inPulumiYaml } of read<ScalarCase[]>('scalars.json')) {
    it(`${JSON.stringify(scalar)} as a label value`, () => {
      agrees(`${head}metadata:\n  name: s\n  labels:\n    k: ${scalar}\n`, inStringField);
    });
    it(`${JSON.stringify(scalar)} as a port`, () => {
      agrees(
        `${head}metadata:\n  name: s\nsubsets:\n- addresses: [{ip: 10.0.0.1}]\n  ports:\n  - port: ${scalar}\n`,
        inInt32Field,
      );
    });
    it(`${JSON.stringify(scalar)} in Pulumi YAML`, () => {
      const text = `resources:\n  e:\n    type: kubernetes:core/v1:Endpoints\n    properties:\n      metadata:\n        name: s\n        labels:\n          k: ${scalar.replace(/\n/g, '\n      ')}\n`;
      const codes = checkText(text, { path: 'Pulumi.yaml' })
        .map((one) => one.code)
        .filter((code) => decoding.has(code));
      const isBroken = inPulumiYaml.syntaxError === true || inPulumiYaml.decodeError === true;
      const isOtherType = inPulumiYaml.kind !== undefined || /!!(int|float|bool)/.test(inPulumiYaml.tag ?? '');
      if (isBroken) assert.ok(codes.includes('syntax-error'), JSON.stringify(codes));
      else
        assert.equal(
          codes.includes('wrong-type') || codes.includes('syntax-error'),
          isOtherType,
          JSON.stringify(codes),
        );
    });
  }

  function agrees(text: string, expected: Read): void {
    const reported = checkText(text).filter((one) => one.enforcedBy === 'server');
    const isUndecodable = reported.some((one) => decoding.has(one.code));
    assert.equal(isUndecodable, expected.undecodable === true, JSON.stringify(reported));
    if (!isUndecodable) assert.equal(reported.length > 0, expected.readsButInvalid === true, JSON.stringify(reported));
  }
});

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
}
