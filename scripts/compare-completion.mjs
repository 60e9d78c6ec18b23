/**
 * Asks tsserver, pyright and gopls at the cursors of the pages on completion in programs, with the SDK and without it, and writes which
 * labels they and we propose to test/data/programs/completion-servers.json. Not a part of the tests: it installs the servers and
 * the SDK into out/. gopls and Go must be on the path; without them, Go is left out.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, root, run } from './setup.mjs';

install();
const { bundle } = await import('./bundle.mjs');

const packages = {
  '@pulumi/kubernetes': '4.34.2',
  '@pulumi/pulumi': '3.270.0',
  pyright: '1.1.414',
  typescript: '5.9.3',
};
const folder = join(root, 'out/compare-completion');
for (const name of ['with', 'without']) rmSync(join(folder, name), { recursive: true, force: true });
mkdirSync(join(folder, 'servers'), { recursive: true });
writeFileSync(join(folder, 'servers/package.json'), JSON.stringify({ private: true, dependencies: packages }));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
run(npm, 'install', '--ignore-scripts', '--no-audit', '--prefix', join(folder, 'servers'));
const installed = join(folder, 'servers/node_modules');

await bundle([join(root, 'test/support/completion-cursors.ts')], join(root, 'out/scripts'));
const { completionCursors, goStandIns, pythonStandIns } = await import(
  pathToFileURL(join(root, 'out/scripts/completion-cursors.mjs')).href
);
const cursors = await completionCursors();
/** With the SDK beside the program, and in a folder above which none is installed. */
const [sdk, bare] = [join(folder, 'servers/programs'), join(folder, 'without')];
write(join(folder, 'with/python'), pythonStandIns());
write(join(folder, 'with/go'), goStandIns());
mkdirSync(sdk, { recursive: true });
mkdirSync(bare, { recursive: true });

const servers = [
  { name: 'tsserver', endings: ['ts', 'js'], start: tsserver, folders: { with: sdk, without: bare } },
  { name: 'pyright', endings: ['py'], start: pyright, folders: { with: join(folder, 'with/python'), without: bare } },
  { name: 'gopls', endings: ['go'], start: gopls, folders: { with: join(folder, 'with/go') } },
];
const results = [];
for (const { name, endings, start, folders } of servers) {
  if (name === 'gopls' && spawnSync('gopls', ['version']).error) continue;
  for (const [how, at] of Object.entries(folders)) {
    const server = await start(at);
    for (const [n, { name: cursor, ending, text, offset, labels }] of cursors.entries()) {
      if (!endings.includes(ending)) continue;
      const file = ending === 'go' ? join(at, `c${n}`, 'main.go') : join(at, `c${n}.${ending}`);
      write(dirname(file), { [file.slice(dirname(file).length + 1)]: text });
      const before = text.slice(0, offset).split('\n');
      const theirs = await server.ask(file, text, before.length - 1, before.at(-1).length);
      const own = new Set(labels);
      const twice = [...new Set(theirs.map(plain))].filter((label) => own.has(label));
      results.push({ server: name, sdk: how === 'with', cursor, ours: labels.length, theirs: theirs.length, twice });
    }
    server.stop();
  }
}
const data = { servers: packages, results };
writeFileSync(join(root, 'test/data/programs/completion-servers.json'), `${JSON.stringify(data, null, 2)}\n`);
const shared = results.filter(({ twice }) => twice.length > 0);
console.log(`${results.length} cursors, ${shared.length} with labels of both:`);
for (const { server, sdk: has, cursor, twice } of shared)
  console.log(server, has ? 'with' : 'without', cursor, twice.join(' '));
process.exit(0);

function write(into, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    writeFileSync(join(into, path), text);
  }
}

/** Pyright has quotes in the labels of keys. */
function plain(label) {
  return label.replace(/^(["'])(.*)\1$/, '$2');
}

/** Messages of a server, with the length of each before it. */
function messages(child, onMessage) {
  let rest = Buffer.alloc(0);
  child.stdout.on('data', (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const start = rest.indexOf('Content-Length: ');
      const body = rest.indexOf('\r\n\r\n', start) + 4;
      if (start < 0 || body < 4) return;
      const length = Number(rest.subarray(start + 16, body - 4).toString());
      if (rest.length < body + length) return;
      onMessage(JSON.parse(rest.subarray(body, body + length).toString()));
      rest = rest.subarray(body + length);
    }
  });
}

async function tsserver() {
  const child = spawn(process.execPath, [
    join(installed, 'typescript/lib/tsserver.js'),
    '--disableAutomaticTypingAcquisition',
    '--suppressDiagnosticEvents',
  ]);
  let seq = 0;
  const waiting = new Map();
  messages(child, (message) => waiting.get(message.request_seq)?.(message));
  const send = (command, args) => {
    seq++;
    child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: args })}\n`);
    return seq;
  };
  return {
    ask: async (file, text, line, character) => {
      send('open', { file, fileContent: text });
      const answer = await new Promise((done) => {
        waiting.set(send('completionInfo', { file, line: line + 1, offset: character + 1 }), done);
      });
      send('close', { file });
      // A word of the text is no proposal that knows the place.
      const entries = (answer.body?.entries ?? []).filter(({ kind }) => kind !== 'warning');
      return entries.map(({ name: label }) => label);
    },
    stop: () => child.kill(),
  };
}

async function languageServer(child, at, languageId) {
  let id = 0;
  const waiting = new Map();
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  messages(child, (message) => {
    if (message.method === undefined) return waiting.get(message.id)?.(message);
    if (message.id === undefined) return undefined;
    const result = message.method === 'workspace/configuration' ? message.params.items.map(() => ({})) : null;
    return send({ id: message.id, result });
  });
  const request = (method, params) =>
    new Promise((done) => {
      id++;
      waiting.set(id, done);
      send({ id, method, params });
    });
  const uri = pathToFileURL(at).href;
  const capabilities = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };
  const workspaceFolders = [{ uri, name: 'programs' }];
  await request('initialize', { processId: null, rootUri: uri, workspaceFolders, capabilities });
  send({ method: 'initialized', params: {} });
  return {
    ask: async (file, text, line, character) => {
      const textDocument = { uri: pathToFileURL(file).href, languageId, version: 1, text };
      send({ method: 'textDocument/didOpen', params: { textDocument } });
      const { result } = await request('textDocument/completion', { textDocument, position: { line, character } });
      send({ method: 'textDocument/didClose', params: { textDocument } });
      return (result?.items ?? result ?? []).map(({ label }) => label);
    },
    stop: () => child.kill(),
  };
}

function pyright(at) {
  const child = spawn(process.execPath, [join(installed, 'pyright/langserver.index.js'), '--stdio']);
  return languageServer(child, at, 'python');
}

function gopls(at) {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GO111MODULE: 'on' };
  return languageServer(spawn('gopls', [], { cwd: at, env }), at, 'go');
}
