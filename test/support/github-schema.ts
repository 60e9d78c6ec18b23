/** Checks workflows and actions with GitHub's own parser and schema. The package imports JSON as only bundlers accept, so it is bundled. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as workflows from '@actions/workflow-parser';
import type * as actions from '@actions/workflow-parser/actions/action-parser';
import { build } from 'esbuild';
import { root } from './root.ts';

type Parser = typeof workflows & typeof actions;

const source = `
  export * from '@actions/workflow-parser';
  export { parseAction } from '@actions/workflow-parser/actions/action-parser';
`;

export interface GithubSchema {
  /** The errors in a workflow, or in an `action.yml`. */
  readonly errorsIn: (path: string, content: string) => Promise<readonly string[]>;
}

export async function loadGithubSchema(): Promise<GithubSchema> {
  const folder = mkdtempSync(join(tmpdir(), 'endpoints-schema-'));
  const outfile = join(folder, 'parser.mjs');
  const banner = {
    js: "import { createRequire as _require } from 'node:module'; const require = _require(import.meta.url);",
  };
  await build({
    stdin: { contents: source, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner,
  });
  const parser = (await import(pathToFileURL(outfile).href)) as Parser;
  rmSync(folder, { recursive: true });
  const trace = new parser.NoOperationTraceWriter();
  return {
    async errorsIn(path, content) {
      const isAction = path.endsWith('action.yml');
      const { context, value } = (isAction ? parser.parseAction : parser.parseWorkflow)({ name: path, content }, trace);
      if (!isAction && value) await parser.convertWorkflowTemplate(context, value);
      return context.errors.getErrors().map(String);
    },
  };
}
