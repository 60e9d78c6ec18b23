/** Reads the markers `+kubebuilder:rbac:` in the comments of a Go file. */
import { codeTokens } from '../../../frontends/code-slot/code-tokens.ts';
import { lineStartAt } from '../../../text/line.ts';
import { memo } from '../../../text/memo.ts';
import type { Span } from '../../../text/span.ts';
import type { SearchedText } from '../../searched-text.ts';

export interface RbacMarker {
  /** With `""` for the core group. */
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames: readonly string[] | undefined;
  readonly namespace: string | undefined;
  /** The arguments that name the role, as they are written. */
  readonly scope: string;
  /** What is before the arguments, with the indentation of the line. */
  readonly lead: string;
  /** The word that names Endpoints, or the marker. */
  readonly resource: Span;
  /** The end of the comment, without the line end. */
  readonly end: number;
}

export const rbacMarkers = memo(({ text }: SearchedText): readonly RbacMarker[] => {
  if (!text.includes('+kubebuilder:rbac:')) return [];
  return codeTokens('go', text).flatMap(({ kind, start, end }) =>
    kind === 'comment' ? (markerAt(text, start, end) ?? []) : [],
  );
});

/** In UTF-16 units; a longer line is no marker. */
const longest = 2_000;

function markerAt(text: string, start: number, end: number): RbacMarker | undefined {
  const comment = text.slice(start, Math.min(end, start + longest));
  const lead = /^\/\/[ \t]*\+kubebuilder:rbac:/.exec(comment)?.[0];
  if (lead === undefined) return undefined;
  const line = comment.trimEnd();
  const indentation = text.slice(lineStartAt(text, start), start);
  if (indentation.trim() !== '') return undefined;
  const written = argumentsOf(line.slice(lead.length));
  const listAt = (name: string): readonly string[] | undefined => {
    const value = written.find((each) => each.name === name)?.value;
    return value === undefined ? undefined : itemsOf(value);
  };
  const scope = written.filter(({ name }) => name === 'namespace' || name === 'roleName');
  const word = /\bendpoints\b/.exec(line);
  const from = start + (word?.index ?? 0);
  return {
    groups: (listAt('groups') ?? ['']).map((group) => (group === 'core' ? '' : group)),
    resources: listAt('resources') ?? [],
    verbs: listAt('verbs') ?? [],
    resourceNames: listAt('resourceNames'),
    namespace: listAt('namespace')?.[0],
    scope: scope.map(({ name, value }) => `${name}=${value}`).join(','),
    lead: indentation + lead,
    resource: { start: from, end: word ? from + word[0].length : start + line.length },
    end: start + line.length,
  };
}

interface MarkerArgument {
  readonly name: string;
  readonly value: string;
}

/** `a=x,b=y;z,c={v,w},d="s"`. */
function argumentsOf(text: string): readonly MarkerArgument[] {
  const parts: string[] = [];
  let from = 0;
  let quote = '';
  let depth = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at);
    if (at === text.length || (character === ',' && quote === '' && depth === 0)) {
      parts.push(text.slice(from, at));
      from = at + 1;
    } else if (quote !== '') quote = character === quote ? '' : quote;
    else if (/["'`]/.test(character)) quote = character;
    else if (character === '{') depth++;
    else if (character === '}') depth--;
  }
  return parts.flatMap((part) => {
    const equals = part.indexOf('=');
    return equals < 0 ? [] : [{ name: part.slice(0, equals).trim(), value: part.slice(equals + 1).trim() }];
  });
}

function itemsOf(value: string): readonly string[] {
  return value
    .replace(/^\{|\}$/g, '')
    .split(/[;,]/)
    .map((item) => item.trim().replace(/^(["'`])(.*)\1$/, '$2'));
}
