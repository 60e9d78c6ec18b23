/** `endpoints apply --steps`: the recorded applies of a real API server, and what it says of a file that holds no steps. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '../server/src/frontends/frontends.ts';
import type { Value } from '../server/src/tree/value.ts';
import { folderOf } from './support/process.ts';
import { answersIn, replaying, type Answer } from './support/replaying.ts';
import { root } from './support/root.ts';
import { temporary } from './support/temporary.ts';
import { disagreements, type Verdict } from './support/verdicts.ts';

interface Sequence {
  readonly id: string;
  readonly steps: readonly (Answer & { readonly operation: string; readonly config: unknown })[];
}

const data = join(root, 'test/data/conformance');
/** The older recordings come from 1.20; 1.36 differs from them only in the order of the finalizers. */
const recordings = readdirSync(data)
  .filter((name) => name.endsWith('apply.json'))
  .flatMap((name) => (name === 'apply.json' ? ['1.20', '1.36'] : ['1.36']).map((version) => ({ name, version })));
const verdicts = read<{ id: string; manifest: string; verdicts: Record<string, Verdict> }[]>('verdicts.json');

describe('endpoints apply --steps', () => {
  const { run, replayed, folder } = replaying();

  for (const { name, version } of recordings) {
    for (const { id, steps } of read<Sequence[]>(name)) {
      it(`answers as the API server ${version} did to ${id}`, async () => {
        const answers = await replayed(steps, '--kubernetes-version', version);
        const of = (answer: Answer): unknown => comparable(answer, name === 'apply.json' ? version : undefined);
        assert.deepEqual(answers.map(of), steps.map(of));
        for (const [i, { rejected }] of steps.entries())
          if (rejected) assert.deepEqual(disagreements(pathsOf(answers[i]), { outcome: 'rejected', ...rejected }), []);
      });
    }
  }

  it('answers creates as the verdicts do, with the same fields and reasons', async () => {
    let count = 0;
    for (const version of ['1.36', '1.35', '1.20']) {
      for (const { id, manifest, verdicts: byVersion } of verdicts) {
        const verdict = byVersion[version];
        const config = objectIn(manifest);
        // As a value, 80.0 is 80; only the text of a JSON manifest tells them apart.
        if (!verdict || config === undefined || id.endsWith('json 80.0')) continue;
        const step = { operation: 'create', manager: 'kubectl-create', config };
        const [answer] = await replayed([step], '--kubernetes-version', version);
        assert.deepEqual(judgment(answer), expected(verdict), `${id} (${version}): ${JSON.stringify(answer)}`);
        count++;
      }
    }
    assert.ok(count > 1800, `${count} compared`);
  });

  it('refuses a step whose result the server refuses, and goes on with what was there', async () => {
    const labels = (value: string) => ({ metadata: { name: 'db', labels: { app: value } } });
    const answers = await replayed([
      applied('a', labels('x')),
      applied('b', { metadata: { name: 'db' }, subsets: [{ addresses: [{ ip: '127.0.0.1' }] }, {}] }),
      applied('b', labels('y')),
      { ...applied('b', labels('-')), force: true },
      applied('b', { metadata: { name: 'other' } }),
      applied('b', labels('x')),
    ]);
    assert.deepEqual(answers.map(outline), [
      'a',
      'subsets[0].addresses[0].ip FieldValueInvalid, subsets[1] FieldValueRequired',
      '.metadata.labels.app with a',
      'metadata.labels FieldValueInvalid',
      'metadata.name FieldValueInvalid',
      'a b',
    ]);
    assert.equal(
      answers[1]?.rejected?.message,
      'Endpoints "db" is invalid: subsets[0].addresses[0].ip: 127.0.0.1 is a loopback address: every node would connect to itself; subsets[1]: This subset has no addresses.',
    );
  });

  it('names another uid beside everything else that is wrong', async () => {
    const [, answer] = await replayed([
      applied('a', { metadata: { name: 'db' } }),
      applied('a', { metadata: { name: 'db', uid: 'x' }, subsets: [{}] }),
    ]);
    assert.deepEqual(answer && outline(answer), 'metadata.uid FieldValueInvalid, subsets[0] FieldValueRequired');
  });

  it('blames the name only where the one made of the prefix is wrong, too', async () => {
    const of = async (generateName: string) => {
      const config = { apiVersion: 'v1', kind: 'Endpoints', metadata: { generateName } };
      const [answer] = await replayed([{ operation: 'create', manager: 'a', config }]);
      return answer?.rejected?.causes.map(({ field }) => field);
    };
    assert.deepEqual(await of('a.'), ['metadata.generateName']);
    assert.deepEqual(await of('a'.repeat(254)), ['metadata.generateName']);
    assert.deepEqual(await of('A'), ['metadata.generateName', 'metadata.name']);
  });

  it('refuses a long manager only where its entry still owns something', async () => {
    const of = async (field: string, ...args: readonly string[]) => {
      const fieldsV1 = { 'f:metadata': { 'f:labels': { [field]: {} } } };
      const entry = {
        manager: 'm'.repeat(129),
        operation: 'Update',
        apiVersion: 'v1',
        fieldsType: 'FieldsV1',
        fieldsV1,
      };
      const metadata = { name: 'db', labels: { app: 'x' }, managedFields: [entry] };
      const config = { apiVersion: 'v1', kind: 'Endpoints', metadata };
      const answers = await replayed([{ operation: 'create', manager: 'a', config }], ...args);
      return answers.map(outline);
    };
    assert.deepEqual(await of('f:app'), ['a']);
    assert.deepEqual(await of('f:tier'), ['metadata.managedFields[0].manager FieldValueTooLong']);
    assert.deepEqual(await of('f:tier', '--kubernetes-version', '1.20'), ['metadata.fieldManager FieldValueTooLong']);
  });

  it('takes the version from the settings of the folder', async () => {
    const step = applied('a', { metadata: { name: 'db', labels: {} } });
    const owners = async () => (await replayed([step]))[0]?.result?.managedFields.length;
    assert.equal(await owners(), 1);
    writeFileSync(join(folder(), 'endpoints.config.yaml'), 'kubernetesVersion: 1.20\n');
    const old = await owners();
    rmSync(join(folder(), 'endpoints.config.yaml'));
    assert.equal(old, 0);
  });

  const step = '{"operation": "apply", "manager": "a", "config": {}}';
  const wrong: readonly (readonly [text: string, message: string])[] = [
    ['', 'steps.json:1:1: The file is empty. A file of steps is {"steps": […]} or the bare list.'],
    ['steps: []', 'steps.json:1:1: This is not a JSON object or list.'],
    ['{"steps": [', 'steps.json:1:12: The "[" of this list is never closed.'],
    ['{"steps": [],}', 'steps.json:1:14: A key in double quotes is expected here.'],
    ['[] []', 'steps.json:1:4: There is more text after the JSON value.'],
    ['{"step": []}', 'steps.json:1:1: This object has no "steps".'],
    [step, 'steps.json:1:1: This object has no "steps". A file of steps is {"steps": […]} or the bare list. Put this'],
    ['{"steps": {}}', 'steps.json:1:11: steps: An object is not a list of steps.'],
    [
      `[{"id": "ssa/1", "steps": [${step}]}]`,
      'steps.json:1:2: [0]: This is a sequence of steps, "ssa/1", and only one can be replayed.',
    ],
    [`{"steps": [\n  ${step},\n  7]}`, 'steps.json:3:3: steps[1]: 7 is not a step. Write an object with operation'],
    [
      step.replace('apply', 'aply'),
      '[0].operation: "aply" is not a valid operation. Use "create", "update" or "apply".',
    ],
    [step.replace('"apply"', '["apply"]'), '[0].operation: A list is not a valid operation.'],
    [step.replace('operation', 'operaton'), '[0].operaton: A step has no "operaton". Did you mean "operation"?'],
    [step.replace('"operation": "apply", ', ''), 'steps.json:1:2: [0]: This step has no "operation". Add it.'],
    [step.replace('"manager": "a", ', ''), '[0]: This step has no "manager". Add it.'],
    [step.replace('"a"', '""'), '[0].manager: "" is not a field manager. Use a name such as "kubectl".'],
    [step.replace('"a"', '5'), '[0].manager: 5 is not a field manager.'],
    [step.replace('"config"', '"force": "yes", "config"'), '[0].force: "yes" is not true or false.'],
    [step.replace('{}', '[]'), '[0].config: A list is not an object. Write the whole manifest as JSON.'],
    [step.replace('{}', '"db"'), '[0].config: "db" is not an object.'],
  ];
  for (const [text, message] of wrong) {
    it(`says where ${JSON.stringify(text)} is wrong, and answers nothing`, async () => {
      const { code, out, err } = await run(text.startsWith('{"op') || text.startsWith('{"man') ? wrapped(text) : text);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.ok(err.startsWith('endpoints: steps.json:') && err.includes(message), err);
      assert.equal(err.trimEnd().split('\n').length, 1);
    });
  }
  /** A step by itself is meant where its own place is what counts. */
  const wrapped = (text: string): string => (text === step ? text : `[${text}]`);
});

describe('endpoints apply --steps as a process', () => {
  const having = temporary(folderOf);

  for (const { id, steps } of read<Sequence[]>('apply.json').slice(0, 3)) {
    it(`replays ${id} from a file, from standard input and from the bare list`, () => {
      const { run, runWith } = having({ 'steps.json': JSON.stringify({ id, steps }) });
      const done = run('apply', '--steps', 'steps.json', '--format', 'json');
      assert.deepEqual({ code: done.code, err: done.err }, { code: 0, err: '' });
      assert.deepEqual(
        answersIn(done.out).map((each) => comparable(each, '1.36')),
        steps.map((each) => comparable(each, '1.36')),
      );
      assert.equal(runWith(JSON.stringify(steps), 'apply', '--steps', '-', '--format', 'text').out, done.out);
    });
  }

  it('answers no steps with no answers', () => {
    assert.deepEqual(answersIn(having({}).runWith('[]', 'apply', '--steps', '-').out), []);
  });

  const wrong: readonly (readonly [args: readonly string[], message: string])[] = [
    [['apply'], '"endpoints apply" needs files to apply. Name files, or use --steps FILE.'],
    [['apply', '--steps'], '--steps needs a value.'],
    [['apply', '--steps', 'none.json'], 'none.json cannot be read (ENOENT).'],
    [['apply', '--steps', '.'], '. is not a file.'],
    [['apply', '--steps', 'a.json', 'b.json'], '--steps cannot be used with b.json:'],
    [['apply', '--steps', 'a.json', '--live', 'b.yaml'], '--steps cannot be used with --live:'],
    [['apply', '--steps', 'a.json', '--field-manager=x'], '--steps cannot be used with --field-manager:'],
    [['apply', '--steps', 'a.json', '--force-conflicts'], '--steps cannot be used with --force-conflicts:'],
    [['apply', '--steps', 'a.json', '--format', 'yaml'], '--format yaml is not a valid value. Use text or json.'],
    [
      ['apply', '--steps', 'a.json', '--kubernetes-version', '2'],
      '--kubernetes-version: "2" is not a supported Kubernetes version',
    ],
    [['apply', '--step', 'a.json'], 'There is no option --step. Did you mean --steps?'],
    [['aply'], 'There is no command "aply". Did you mean "apply"?'],
  ];
  for (const [args, message] of wrong) {
    it(`answers "${args.join(' ')}" with one sentence and exit code 2`, () => {
      const { code, out, err } = having({ 'a.json': '[]', 'b.json': '[]' }).run(...args);
      assert.deepEqual({ code, out }, { code: 2, out: '' });
      assert.ok(err.startsWith('endpoints: ') && err.includes(message), err);
      assert.equal(err.trimEnd().split('\n').length, 1);
    });
  }

  it('shows its help', () => {
    const { code, out } = having({}).run('apply', '--help');
    assert.equal(code, 0);
    assert.ok(out.startsWith('Usage: endpoints apply FILES…'));
  });
});

function applied(manager: string, config: object): object {
  return { operation: 'apply', manager, config: { apiVersion: 'v1', kind: 'Endpoints', ...config } };
}

/** An answer in a few words: who owns something, or what is in the way. */
function outline({ result, conflicts, rejected }: Answer): string {
  if (rejected) return rejected.causes.map(({ field, reason }) => `${field} ${reason}`).join(', ');
  if (conflicts) return conflicts.map((each) => `${each.field} with ${each.with}`).join(', ');
  return result?.managedFields.map(({ manager }) => manager).join(' ') ?? '';
}

/** The conflicts of the older recordings, of the version `old`, are a set. Causes are compared by `disagreements`. */
function comparable({ result, conflicts, rejected }: Answer, old?: string): unknown {
  const texts = conflicts?.map((each) => JSON.stringify(each));
  return {
    result: old === '1.36' && result ? { ...result, finalizers: new Set(result.finalizers) } : result,
    conflicts: old ? texts && new Set(texts) : texts,
    isRejected: rejected !== undefined,
  };
}

function pathsOf(answer: Answer | undefined): readonly { readonly code: string; readonly path: string }[] {
  return answer?.rejected?.causes.map(({ field, reason }) => ({ code: reason, path: field })) ?? [];
}

function judgment(answer: Answer | undefined): unknown {
  if (!answer?.rejected) return 'accepted';
  const { causes } = answer.rejected;
  const isUndecodable = causes.some(
    ({ field, reason }) => reason === 'FieldValueTypeInvalid' || /^(kind|apiVersion)$/.test(field),
  );
  return isUndecodable ? 'undecodable' : new Set(causes.map(({ field, reason }) => `${field} ${reason}`));
}

function expected({ outcome, causes = [] }: Verdict): unknown {
  return outcome === 'rejected' ? new Set(causes.map(({ field, reason }) => `${field} ${reason}`)) : outcome;
}

/** The manifest as JSON; undefined where there is no object in it. */
function objectIn(manifest: string): unknown {
  const [part] = readFile('a.yaml', manifest, { isPartial: false }).parts;
  const resource = part?.document.resources[0];
  return part?.document.issues.length === 0 && resource ? plain(resource.properties) : undefined;
}

function plain(value: Value): unknown {
  if (value.kind === 'mapping')
    return Object.fromEntries(value.entries.map((entry) => [entry.name, plain(entry.value)]));
  if (value.kind === 'sequence') return value.items.map(plain);
  if (value.kind === 'opaque') throw new Error(`opaque: ${value.why}`);
  return typeof value.value === 'bigint' ? Number(value.value) : value.value;
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(data, name), 'utf8')) as T;
}
