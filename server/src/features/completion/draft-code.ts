/** Spells a new field or key of a program with a draft of its value, in the syntax of the language. */
import { spellLiteral, spellLiteralLike } from '../../edits/code/spell-literal.ts';
import { programName } from '../../tree/program-name.ts';
import type { CodePlace, Slot } from '../../tree/slot.ts';
import { nextStop, snippetText, type SnippetDraft, type Spelling } from './draft.ts';

interface NewField {
  readonly key: string;
  readonly draft: SnippetDraft;
}

/** The key alone where its value follows. */
export function spellCode({ key, draft }: NewField, slot: Slot, code: CodePlace, spelling: Spelling): string {
  const name = spellName(key, code);
  const spelled = snippetText(name, spelling);
  const isAlone = slot.follows === 'colon' || code.holds === 'name';
  if (isAlone) return spelled;
  const value = spellDraft(draft, code, spelling);
  switch (code.holds) {
    case 'keyword fields':
      return `${spelled}=${value}`;
    case 'pairs':
      return `${spelled}, ${value}`;
    case 'map':
      return code.language === 'csharp' ? `{ ${spelled}, ${value} ${close(spelling)}` : `${spelled}: ${value}`;
    default:
      return `${spelled}: ${value}`;
  }
}

function spellName(name: string, code: CodePlace): string {
  const { literal, language, holds } = code;
  if (literal !== undefined) return spellLiteralLike(literal, name, language) ?? name;
  if (holds === 'keyword fields' || (holds === 'fields' && language.endsWith('script'))) return name;
  return quoted(name, code);
}

function quoted(text: string, { quote, language }: CodePlace): string {
  return (quote === '"' ? spellLiteral(text, language) : spellLiteralLike("''", text, language)) ?? '""';
}

function spellDraft(draft: SnippetDraft, code: CodePlace, spelling: Spelling): string {
  const { language, quote } = code;
  switch (draft.kind) {
    case 'scalar': {
      const text = draft.isString ? inWrapper('String', quoted(draft.value, code), code) : draft.value;
      return snippetText(text, spelling);
    }
    case 'list':
      return `[${draft.items.map((item) => spellDraft(item, code, spelling)).join(', ')}]`;
    case 'mapping': {
      const entries = draft.entries.map(([name, value]) => {
        const own = code.isSnake ? programName(name, 'python') : name;
        const key = language.endsWith('script') ? own : snippetText(quoted(own, code), spelling);
        return `${key}: ${spellDraft(value, code, spelling)}`;
      });
      const inner = entries.length > 0 ? entries.join(', ') : spelling.isSnippet ? `$${nextStop(spelling)}` : '';
      const pad = language.endsWith('script') && inner !== '' ? ' ' : '';
      return '{' + pad + inner + pad + close(spelling);
    }
    case 'stop': {
      const isText = draft.type === 'string';
      const stop = spellStop(draft, language === 'python' && draft.type === 'boolean', spelling);
      return isText ? inWrapper('String', quote + stop + quote, code) : stop;
    }
  }
}

function spellStop(
  { sample, choices }: Extract<SnippetDraft, { kind: 'stop' }>,
  isCapital: boolean,
  spelling: Spelling,
): string {
  const all = isCapital ? choices.map((each) => each.charAt(0).toUpperCase() + each.slice(1)) : choices;
  const first = sample || all[0] || '';
  if (!spelling.isSnippet) return first;
  const number = nextStop(spelling);
  if (all.length > 1) return `\${${number}|${all.join(',')}|}`;
  return first === '' ? `$${number}` : `\${${number}:${snippetText(first, spelling)}}`;
}

function inWrapper(type: string, literal: string, { wrapper }: CodePlace): string {
  return wrapper === '' ? literal : `${wrapper}.${type}(${literal})`;
}

function close({ isSnippet }: Spelling): string {
  return isSnippet ? '\\}' : '}';
}
