/** `endpoints build`: prints the Services, Endpoints and EndpointSlices that a kustomization builds. */
import { parseOptions, readSizeLimit, readWord } from '../command-options.ts';
import { buildOptions } from '../commands/build.ts';
import { printMessages, type Terminal } from '../terminal.ts';
import { exitCodes, UsageError } from '../usage.ts';
import { buildJson } from './build-report-json.ts';
import { buildYaml } from './build-report-yaml.ts';
import { buildRoot, relevantObjects, remarksNote } from './build-root.ts';

/** Returns the exit code. Throws a UsageError for wrong options, and where no kustomization is at the root. */
export function runBuild(args: readonly string[], terminal: Terminal): number {
  const { root, format, largest } = readBuildOptions(args);
  const built = buildRoot(root, { cwd: terminal.cwd, largest });
  printMessages(built.problems, terminal);
  if (built.problems.length > 0) return exitCodes.findings;
  const objects = relevantObjects(built.build);
  terminal.out(format === 'json' ? buildJson(built.name, objects) : buildYaml(objects, built.files));
  if (objects.length === 0) printMessages([`${built.name} builds no Service, Endpoints or EndpointSlice.`], terminal);
  const note = remarksNote(built);
  if (note !== undefined) printMessages([note], terminal);
  return exitCodes.clean;
}

function readBuildOptions(args: readonly string[]) {
  const { values, positionals } = parseOptions('build', args, buildOptions);
  const format = readWord('format', values.format, ['yaml', 'json']);
  const [root = '.', other] = positionals;
  if (other !== undefined) throw new UsageError(`"endpoints build" takes one root. Run it again for ${other}.`);
  return { root, format, largest: readSizeLimit(values['max-file-size']) };
}
