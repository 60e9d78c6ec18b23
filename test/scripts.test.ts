/** Manifests in the here-documents of shell scripts: which are read, what the shell substitutes, and what is found. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readShell } from '../server/src/frontends/shell-heredocs.ts';
import { checkFile } from '../server/src/lint/check-file.ts';
import { settingsFor } from './support/checking.ts';
import { folderOf } from './support/process.ts';
import { times } from './support/runs.ts';
import { temporary } from './support/temporary.ts';

const bad = 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses:\n      - ip: 127.0.0.1\n';
const pair =
  'apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec:\n  ports: [{name: sql, port: 1}]\n---\n' +
  'apiVersion: v1\nkind: Endpoints\nmetadata: {name: db}\nsubsets:\n  - addresses: [{ip: 10.0.0.1}]\n    ports: [{name: sq, port: 1}]\n';
const heredoc = (command: string, text = bad, word = 'EOF'): string => `#!/bin/bash\n${command}\n${text}${word}\n`;
const values = (...lines: readonly string[]): string =>
  `apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: a\n${lines.join('\n')}\n`;

/** A script, and the places and codes of its findings. */
type Case = readonly [what: string, text: string, found?: readonly string[]];

const loopback = ['8 127.0.0.1 loopback-ip'];

const read: readonly Case[] = [
  ['kubectl apply', heredoc('kubectl apply -f - <<EOF'), loopback],
  ['a quoted word', heredoc("kubectl -n shop apply -f - <<'EOF'"), loopback],
  ['a word with a backslash', heredoc('oc create -f - <<\\EOF'), loopback],
  ['a pipe', heredoc('cat <<EOF | kubectl apply -n "$NS" -f -'), loopback],
  ['a pipe through envsubst', heredoc('cat << "EOF" | envsubst | sudo kubectl replace --filename=-'), loopback],
  ['the command before the word', heredoc('<<EOF kubectl apply -f- --server-side'), loopback],
  ['a command in a variable', heredoc('"$KUBECTL" apply -f - <<EOF'), loopback],
  ['a command over lines', heredoc('kubectl apply \\\n  -f - \\\n  <<EOF'), ['10 127.0.0.1 loopback-ip']],
  ['a pipe below', heredoc('cat <<EOF |', bad, 'EOF\nkubectl apply -f -'), loopback],
  ['a file', heredoc('cat > "$dir/db.yaml" <<EOF'), loopback],
  ['a file behind the word', heredoc('cat <<EOF >> db.yml'), loopback],
  ['a file of tee', heredoc('sudo tee /etc/db.json >/dev/null <<EOF'), loopback],
  ['a remote command', heredoc("ssh host kubectl apply -f - <<'EOF'"), loopback],
  [
    'tabs that the shell removes',
    heredoc('kubectl apply -f - <<-EOF', bad.replaceAll(/^/gm, '\t')),
    ['8 127.0.0.1 loopback-ip'],
  ],
  [
    'the second of two commands',
    `cat <<A\n${bad}A\n${heredoc('kubectl apply -f - <<B', bad, 'B')}`,
    ['16 127.0.0.1 loopback-ip'],
  ],
  ['objects of one text together', heredoc('kubectl apply -f - <<EOF', pair), ['14 sq unmatched-port']],
  [
    'a broken text',
    heredoc("kubectl apply -f - <<'EOF'", 'apiVersion: v1\nkind: Endpoints\nmetadata: {name: "a}\n'),
    ['5 "a syntax-error'],
  ],
  [
    'what is written out beside a variable',
    heredoc('kubectl apply -f - <<EOF', values('subsets:', '- addresses:', '  - ip: $IP', '  - ip: 127.0.0.1')),
    ['10 127.0.0.1 loopback-ip'],
  ],
  ['line breaks of Windows', heredoc('kubectl apply -f - <<EOF').replaceAll('\n', '\r\n'), loopback],
];

const silent: readonly Case[] = [
  ['a comment', heredoc('# kubectl apply -f - <<EOF')],
  ['a here-string', heredoc('kubectl apply -f - <<<EOF')],
  ['a deletion', heredoc('kubectl delete -f - <<EOF')],
  ['a comparison', heredoc('kubectl diff -f - <<EOF')],
  ['a file that is applied instead', heredoc('kubectl apply -f other.yaml <<EOF')],
  ['a text for readers', heredoc('cat <<EOF')],
  ['a text file', heredoc('cat > notes.txt <<EOF')],
  ['a template', heredoc('cat > db.yaml.tmpl <<EOF')],
  ['a program that changes the text', heredoc("cat <<EOF | sed 's/127.0.0.1/10.0.0.1/' | kubectl apply -f -")],
  ['a program that writes a file of its own', heredoc('python3 - <<EOF > db.yaml')],
  ['a command that must fail', heredoc('if ! kubectl apply -f - <<EOF; then')],
  ['a text in a text', heredoc('cat > deploy.sh <<OUTER', `kubectl apply -f - <<EOF\n${bad}EOF\n`, 'OUTER')],
  ['two texts of one command', heredoc('diff <(kubectl apply -f - <<A) <<EOF', `A\n${bad}`)],
  ['a text that never ends', heredoc('kubectl apply -f - <<EOF', bad, 'EOFF')],
  [
    'an object that only part of is written',
    heredoc('kubectl apply -f - <<EOF', 'subsets:\n- addresses:\n  - ip: 127.0.0.1\n'),
  ],
  ['an object with an omission', heredoc('kubectl apply -f - <<EOF', `${bad}  ...\n`)],
  [
    'other objects',
    heredoc('kubectl apply -f - <<EOF', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: endpoints}\n'),
  ],
  [
    'variables, commands and arithmetic',
    heredoc(
      'kubectl apply -f - <<EOF',
      values(
        '  namespace: $ns',
        '  labels: {a: $(hostname -f), b: "`date`", c: ${X:-y z}, $k: $1}',
        'subsets:',
        '- addresses:',
        '  - ip: $(dig +short $(cat host))',
        '  - ip: $a.$b',
        '  ports:',
        '  - port: $((1 + 2))',
        '    name: \\$x',
      ),
    ),
  ],
  [
    'lines that a command prints',
    heredoc('kubectl apply -f - <<EOF', values('  labels:', '$(labels_of "$x")', 'subsets: []')),
  ],
  ['a line of one short variable', heredoc('kubectl apply -f - <<EOF', values('$x'))],
  ['a command over lines inside', heredoc('kubectl apply -f - <<EOF', values('subsets: $(cat \\', 'x)'))],
  ['a broken text with variables', heredoc('kubectl apply -f - <<EOF', `${values('  labels: {a: ')}$x\n`)],
  ['uneven tabs', heredoc('kubectl apply -f - <<-EOF', bad.replaceAll(/^(?=kind)/gm, '\t'))],
  [
    'a Service that is not there',
    heredoc('kubectl apply -f - <<EOF', pair.replaceAll('name: db}\nsub', 'name: other}\nsub')),
  ],
  [
    'two steps',
    `${heredoc('kubectl apply -f - <<EOF', pair.split('---\n')[0])}${heredoc('kubectl apply -f - <<EOF', pair.split('---\n')[1])}`,
  ],
];

function foundIn(text: string): readonly string[] {
  const file = readShell(text);
  const { run, remove } = folderOf({ 'a.sh': text });
  try {
    const { out } = run('check', 'a.sh', '--format', 'json', '--severity', 'deprecated-endpoints=off');
    const { diagnostics } = JSON.parse(out) as {
      diagnostics: { code: string; range: Record<'start' | 'end', { line: number; column: number }> }[];
    };
    const lines = text.split(/\r?\n/);
    assert.ok(checkFile(file, settingsFor(36)).length >= diagnostics.length);
    return diagnostics.map(({ code, range: { start, end } }) => {
      const line = lines[start.line - 1] ?? '';
      return `${start.line} ${line.slice(start.column - 1, end.column - 1)} ${code}`;
    });
  } finally {
    remove();
  }
}

describe('shell scripts', () => {
  const having = temporary(folderOf);
  for (const [what, text, found = []] of read) it(`are read: ${what}`, () => assert.deepEqual(foundIn(text), found));
  for (const [what, text] of silent) it(`are silent: ${what}`, () => assert.deepEqual(foundIn(text), []));

  it('are looked for in directories, and count only where they hold manifests', () => {
    const files = {
      'deploy.sh': heredoc('kubectl apply -f - <<EOF'),
      'k/create.bash': heredoc('kubectl apply -f - <<EOF'),
      'other.sh': heredoc('cat <<EOF'),
      'endpoints.sh': 'kubectl get endpoints\n',
      'a.yaml': bad.replace('127.0.0.1', '10.0.0.1'),
    };
    const { run } = having(files);
    const { out, code } = run('check', '.', '--severity', 'deprecated-endpoints=off', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string }[] };
    assert.deepEqual([diagnostics.map(({ file }) => file), code], [['deploy.sh', 'k/create.bash'], 1]);
    const text = run('check', '.', '--severity', 'deprecated-endpoints=off').out;
    assert.match(text, /2 errors in 3 resources in 3 files\./);
    assert.equal(run('convert', '.').out.includes('.sh'), false);
  });

  it('are left as they are by --fix, which says so for those that are named', () => {
    const { run } = having({ 'a.sh': heredoc('kubectl apply -f - <<EOF', bad.replace('ip:', 'IP:')) });
    const { err, code } = run('check', 'a.sh', '--fix', '--quiet');
    assert.deepEqual([err, code], ['endpoints: --fix does not change shell scripts.\n', 1]);
    assert.equal(run('check', '.', '--fix', '--quiet').err, '');
  });

  it('are cut into documents that make up the whole text, whatever it says', () => {
    const line = fc.constantFrom(
      'kubectl apply -f - <<EOF',
      "cat > a.yaml <<-'EOF'",
      '<<EOF <<A',
      'EOF',
      'A',
      '\tEOF',
      '\t',
      '---',
      'kind: Endpoints',
      'apiVersion: v1',
      '  a: $(b',
      '$x',
      'x: ${Y} `z`',
      '\\',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = `endpoints <<\n${lines.join('\n')}`;
        let at = 0;
        for (const { start, document } of readShell(text).parts) {
          assert.equal(start, at);
          at += document.text.length;
        }
        assert.equal(at, text.length);
      }),
      { numRuns: times(2000) },
    );
  });

  it('are read in no time, however many words they have', () => {
    const all = Array.from({ length: 30_000 }, (_, i) => i);
    for (const text of [
      all.map((i) => `cat <<E${i}\n`).join(''),
      all.map((i) => `cat <<E\n\tE\n${i}`).join(''),
      all.map((i) => `cat <<E${i} <<F${i}\n`).join('') + all.map((i) => `E${i}\n`).join(''),
      'a \\\n'.repeat(30_000) + 'cat <<E\n'.repeat(30_000),
      `kubectl apply -f - <<E\n${'$('.repeat(30_000)}\nE\n`,
    ])
      assert.equal(readShell(`endpoints\n${text}`).text.length, text.length + 10);
  });
});
