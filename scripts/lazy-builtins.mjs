/** Lets the protocol package load two modules of Node at their first use: the start of the server needs neither. */
const lazy = /^(?:crypto|child_process)$/;

export const lazyBuiltinsPlugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: lazy }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'lazy-builtin' } : undefined,
    );
    onLoad({ filter: lazy, namespace: 'lazy-builtin' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require('node:${path}')[name] });`,
    }));
  },
};
