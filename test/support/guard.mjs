/**
 * Loaded before a program (`node --import`): ends it with exit code 97 when it opens a socket, resolves a name, starts a thread
 * or a program other than git, loads native code, or evaluates a text other than a script of its own folder. The program cannot catch this. Loaded as `guard.mjs?loopback`, it lets a
 * program serve HTTP on 127.0.0.1 alone.
 */
import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { readFileSync, writeSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { basename, dirname, join } from 'node:path';
import tls from 'node:tls';
import vm from 'node:vm';
import workerThreads from 'node:worker_threads';

function forbid(owner, names, what) {
  for (const name of names) {
    if (typeof owner[name] !== 'function') throw new Error(`${what}.${name} is no function: the guard is out of date.`);
    owner[name] = function forbidden() {
      end(`${what}.${name}`);
    };
  }
}

function isOwnScript(source, filename) {
  const [, program] = process.argv;
  if (program === undefined || !/^chunk-\w+\.cjs$/.test(filename)) return false;
  return readFileSync(join(dirname(program), filename), 'latin1') === source;
}

function end(what) {
  writeSync(2, `guard: ${what} was called.\n`);
  process.exit(97);
}

forbid(net.Socket.prototype, ['connect'], 'net.Socket');
const { listen } = net.Server.prototype;
const { createServer } = http;
const { lookup } = dns;
forbid(net.Server.prototype, ['listen'], 'net.Server');
forbid(net, ['connect', 'createConnection', 'createServer'], 'net');
forbid(tls, ['connect', 'createServer'], 'tls');
forbid(dgram, ['createSocket'], 'dgram');
forbid(dns, ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse'], 'dns');
forbid(dns.promises, ['lookup', 'resolve', 'resolve4', 'resolve6', 'reverse'], 'dns.promises');
forbid(http, ['request', 'get', 'createServer'], 'http');
forbid(https, ['request', 'get', 'createServer'], 'https');
forbid(http2, ['connect', 'createServer', 'createSecureServer'], 'http2');
forbid(globalThis, ['fetch', 'eval'], 'globalThis');
globalThis.WebSocket = function WebSocket() {
  end('WebSocket');
};
forbid(workerThreads, ['Worker'], 'worker_threads');
forbid(cluster, ['fork'], 'cluster');
forbid(vm, ['runInThisContext', 'runInNewContext', 'compileFunction'], 'vm');
const { Script } = vm;
vm.Script = class extends Script {
  constructor(source, options) {
    if (!isOwnScript(source, options?.filename)) end('vm.Script');
    super(source, options);
  }
};
forbid(process, ['dlopen'], 'process');
forbid(childProcess, ['spawn', 'exec', 'execFile', 'execSync', 'execFileSync', 'fork'], 'child_process');
const { spawnSync } = childProcess;
childProcess.spawnSync = (command, args, options) => {
  const isGit = basename(command) === 'git' && Array.isArray(args) && !options?.shell;
  return isGit ? spawnSync(command, args, options) : end(`child_process.spawnSync(${command})`);
};
if (new URL(import.meta.url).searchParams.has('loopback')) {
  http.createServer = createServer;
  // Node asks for addresses, too; it answers those without a server of names.
  dns.lookup = (name, ...others) => (name === '127.0.0.1' ? lookup(name, ...others) : end(`dns.lookup(${name})`));
  net.Server.prototype.listen = function onLoopback(port, host, ...others) {
    if (typeof port !== 'number' || host !== '127.0.0.1') end(`net.Server.listen(${port}, ${host})`);
    return listen.call(this, port, host, ...others);
  };
}
globalThis.Function = new Proxy(Function, { apply: () => end('Function'), construct: () => end('Function') });
syncBuiltinESMExports();
