/** Reads all texts below a folder as the command line does, and nothing more: a baseline of its own process. */
import { findInputs } from '../server/src/cli/inputs/inputs.ts';
import { readInput } from '../server/src/cli/inputs/read-input.ts';

const [folder = '.'] = process.argv.slice(2);
const { files } = findInputs([folder], process.cwd(), { hasAnyText: true });
const texts = files.filter((input) => readInput(input).kind === 'text').length;
if (texts === 0) throw new Error(`${folder} has no texts.`);
