/**
 * Runs a program with the paths of Windows: `node windows.mjs FOLDER DIRECTORY PROGRAM …`. FOLDER is the content of drive C:, and
 * DIRECTORY is the working directory, such as `C:\work`.
 */
import fs from 'node:fs';
import Module, { register } from 'node:module';
import path from 'node:path';
import url from 'node:url';

const [drive = '', cwd = '', program = ''] = process.argv.splice(1, 4).slice(1);
process.argv.splice(1, 0, program);

const inside = (value) =>
  typeof value === 'string' && /^C:/i.test(value) ? drive + value.slice(2).replaceAll('\\', '/') : value;
const outside = (value) => `C:${value.slice(drive.length).replaceAll('/', '\\') || '\\'}`;
const onDrive = (call) => (typeof call === 'function' ? (...args) => call(...args.map(inside)) : call);
const realpathSync = (place) => outside(fs.realpathSync(inside(place)));

globalThis.windows = {
  fs: {
    ...Object.fromEntries(Object.entries(fs).map(([name, own]) => [name, onDrive(own)])),
    realpathSync: Object.assign(realpathSync, { native: realpathSync }),
  },
  path: path.win32,
  url: {
    ...url,
    fileURLToPath: (uri) => url.fileURLToPath(uri, { windows: true }),
    pathToFileURL: (place) => url.pathToFileURL(place, { windows: true }),
  },
};

/** The replacements of those modules. */
const data = Object.entries(globalThis.windows).map(([name, module]) => {
  const names = Object.keys(module).map((key) => `export const ${key} = all[${JSON.stringify(key)}];`);
  return [name, `const all = globalThis.windows.${name}; export default all; ${names.join('')}`];
});
const hooks = `
let sources;
export const initialize = (data) => void (sources = new Map(data));
export function resolve(name, context, next) {
  const source = sources.get(name.replace('node:', ''));
  return source ? { url: 'data:text/javascript,' + encodeURIComponent(source), shortCircuit: true } : next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data });

// The scripts of the build ask for modules by `require`.
const { require } = Module.prototype;
Module.prototype.require = function requireOnWindows(name) {
  return globalThis.windows[name.replace('node:', '')] ?? require.call(this, name);
};

process.cwd = () => cwd;
Object.defineProperty(process, 'platform', { value: 'win32' });
await import(url.pathToFileURL(program).href);
