/**
 * Masks `{{ … }}` so that the text around reads as YAML: an action inside a line becomes as many mask characters, a line
 * that holds nothing but actions becomes blank. Lengths and line breaks stay, so every span holds for the real text.
 */

/** The character (private use) that stands for one of a template's; a scalar that holds it is opaque. */
export const mask = '\uE000';

/** A line that is only template. */
export interface TemplateLine {
  readonly offset: number;
  /** True where it writes or repeats text, and so may bring entries or items that are not seen. */
  readonly isContent: boolean;
}

export interface Masked {
  readonly text: string;
  readonly lines: readonly TemplateLine[];
}

/** The masked text; the same text where there is no template in it. */
export function maskTemplates(text: string): Masked {
  if (!text.includes('{{')) return { text, lines: [] };
  const lines: TemplateLine[] = [];
  const inline = text.replace(/\{\{[\s\S]*?\}\}/g, (action) => action.replace(/[^\r\n]/g, mask));
  const isMaskOnly = new RegExp(`^[ \\t]*${mask}[ \\t${mask}]*$`);
  let result = '';
  let at = 0;
  for (const line of inline.split(/(?<=\n)/)) {
    const bare = line.replace(/[\r\n]+$/, '');
    if (isMaskOnly.test(bare)) {
      const written = text.slice(at, at + bare.length);
      lines.push({ offset: at, isContent: !isControl(written) });
      result += ' '.repeat(bare.length) + line.slice(bare.length);
    } else {
      result += line;
    }
    at += line.length;
  }
  return { text: result, lines };
}

/** Actions that choose between texts but write none themselves. A `range` repeats what it holds: it counts as content. */
function isControl(line: string): boolean {
  const actions = line.match(/\{\{[\s\S]*?(?:\}\}|$)/g) ?? [];
  return actions.every((action) =>
    /^\{\{-?\s*(?:if|else|end|with|define|block|break|continue|\/\*|\$\w+\s*:?=)/.test(action),
  );
}
