/** Builds in the clone that npm makes when it installs the project from a git repository. Does nothing in a checkout. */
const { _PACOTE_NO_PREPARE_: clone } = process.env;
if (clone !== undefined) await import('./build.mjs');
