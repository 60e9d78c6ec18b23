/** Replaces two native modules of VS Code's server that exist only as C++. Without them it writes no logs. */

/** Ends a server without a parent; the tests end their servers themselves. */
const watchdog = `exports.start = () => {};
exports.exit = (code) => process.exit(code ?? 0);
`;

/** A logger that appends lines to a file. Each export is a separate assignment, because an ES import needs that. */
const logger = `const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'critical', 'off'];

exports.Logger = class {
  #file;
  #level = 2;
  #isPlain = false;
  constructor(_name, file) {
    this.#file = file;
    for (const [level, name] of levels.entries()) if (name !== 'off') this[name] = (text) => this.#append(level, text);
  }
  getLevel() { return this.#level; }
  setLevel(level) { this.#level = level; }
  clearFormatters() { this.#isPlain = true; }
  setPattern() {}
  flush() {}
  drop() {}
  #append(level, text) {
    if (level < this.#level) return;
    const line = this.#isPlain ? text : new Date().toISOString() + ' [' + levels[level] + '] ' + text + '\\n';
    try {
      appendFileSync(this.#file, line);
    } catch (error) {
      // The folder goes while the last processes still write.
      if (error.code !== 'ENOENT') throw error;
    }
  }
};
async function create(name, file) {
  mkdirSync(dirname(file), { recursive: true });
  return new exports.Logger(name, file);
}
exports.version = 1;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`;

export const shims = { '@vscode/native-watchdog': watchdog, '@vscode/spdlog': logger };
