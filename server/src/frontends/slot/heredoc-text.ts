/** Finds the YAML manifest of a Terraform resource around an offset, for completion as in a YAML file. */
import { terraformManifests } from '../../contract/terraform.ts';
import { lineEndAt, lineStartAt } from '../../text/line.ts';
import { hclBlocks } from '../hcl/hcl.ts';
import { readHcl } from '../hcl/read-hcl.ts';

/**
 * The text with blank lines around the heredoc, so that offsets stay. Undefined outside of heredocs with manifests, and
 * where no other line gives the indentation.
 */
export function heredocTextAt(text: string, offset: number): string | undefined {
  const { body, heredocs } = readHcl(text, 'terraform');
  const heredoc = heredocs.find(({ start, end }) => start <= offset && offset <= end);
  const resource = hclBlocks(body, 'resource').find(({ span }) => span.start <= offset && offset <= span.end);
  if (!heredoc || !terraformManifests.has(resource?.labels[0]?.text ?? '')) return undefined;
  const { start, end } = heredoc;
  const others = text.slice(start, lineStartAt(text, offset)) + text.slice(lineEndAt(text, offset), end);
  if (others.trim() === '') return undefined;
  return blankLines(text.slice(0, start)) + text.slice(start, end) + blankLines(text.slice(end));
}

function blankLines(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
