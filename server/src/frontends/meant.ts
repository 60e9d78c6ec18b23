/** Decides with a text search whether a text that cannot be read is meant to be a checked object, or a list of them. */
import type { Document } from '../tree/document.ts';
import { tokenStart } from './resources/pulumi-resources.ts';
import { withLineFeeds } from './yaml/line-breaks.ts';

const checkedToken = new RegExp(`\\b${tokenStart}\\S*endpoint(s|slices?)?(patch|list)?\\b`, 'i');
const checkedKind = /^endpoint(s|slices?)?(list|patch)?$/i;
const listedKind = /\bkind["']?\s*:\s*["']?Endpoint(?:s|Slice)\b/;

/** False for a text of another kind, even if it mentions a checked one, so that foreign texts stay silent. */
export function meansOurs({ text, form, role, syntax }: Pick<Document, 'text' | 'form' | 'role' | 'syntax'>): boolean {
  if (form === 'pulumi') return checkedToken.test(text);
  if (role === 'item') return listedKind.test(text);
  return outerKinds(text, syntax).some((kind) => checkedKind.test(kind) || (kind === 'List' && listedKind.test(text)));
}

/** The kinds that a text seems to have at its top level. */
export function outerKinds(text: string, syntax: Document['syntax']): readonly string[] {
  const start =
    /^(?:\uFEFF|---(?=\s)|\s|(?:#|\/\/)[^\n]*\n|\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/)*/.exec(text)?.[0].length ?? 0;
  if (syntax === 'json' || /[{[]/.test(text[start] ?? '')) return kindsInFlow(text);
  const kinds = kindsInBlock(withLineFeeds(text));
  // JSON may lack its first brace, or begin with something else.
  const head = text.slice(start, start + longestKey);
  const isJson = jsonStart.test(head) && /apiVersion"\s*:/.test(text);
  const isFlow = flowStart.test(head) && text.includes('apiVersion:');
  return kinds.length === 0 && (isJson || isFlow) ? kindsInFlow(text) : kinds;
}

const jsonStart = /^(?:["']?[^{["':]{0,40}[{[]|\W{0,20}\w*"\s*:)|^\W{0,20}"\w*"?\s*:/;

/** Without quotes, a longer lead is code: `const a = {`. */
const flowStart = /^(?:\S{0,2}[{[]|\w{1,20}:[ \t][^\n,]{0,100},[ \t]*\w{1,20}:)/;

/** Enough of a text for its first key. */
const longestKey = 200;

/** A kind with its value, or a bracket. Strings are not told apart, because a quote may be missing. */
const piece =
  /(?:"kind(?:"|(?=\s*:\s*"))|'kind'|(?<![\w"'\\])kind["']?)\s*:\s*(?:"([^"\n]*)|'([^'\n]*)|(\w+))|[{}[\]]/g;

/** The outermost kinds of JSON or flow style. A bracket closes all that were opened after its own. */
function kindsInFlow(text: string): readonly string[] {
  const open: ('{' | '[')[] = [];
  const counts = { '{': 0, '[': 0 };
  let depth = Number.POSITIVE_INFINITY;
  let kinds: string[] = [];
  for (const [found, double, single, plain] of text.matchAll(piece)) {
    // Behind the value, a quote may be missing.
    const kind = (double ?? single)?.replace(/[\s,}\]]+$/, '').trimStart() ?? plain;
    if (kind !== undefined) {
      if (open.length < depth) kinds = [];
      if (open.length <= depth) kinds.push(kind);
      depth = Math.min(depth, open.length);
    } else if (found === '{' || found === '[') {
      open.push(found);
      counts[found]++;
    } else {
      const opener = found === '}' ? '{' : '[';
      let closed = counts[opener] > 0 ? open.pop() : undefined;
      for (; closed && closed !== opener; closed = open.pop()) counts[closed]--;
      if (closed) counts[closed]--;
    }
  }
  return kinds;
}

const kindLine =
  /^(\uFEFF?[ \t]*(?:-[ \t]+)*)(?:\?[ \t]+|[[\]{},;\\])?["']?kind["']?\s*:\s*(?:[&!]\S*\s+)*["']?(\w+)/gm;

/** At the start of a line, it lacks a kind of its own, so it belongs to the kind further down. */
const checkedVersion = /^["']?apiVersion["']?\s*:\s*["']?(?:v1|discovery\.k8s\.io\/v1)\b(?![./])/m;

/** The kinds at the start of their lines. Without one, the kind of the line that is indented least. */
function kindsInBlock(text: string): readonly string[] {
  const lines = [...text.matchAll(kindLine)].map(({ 1: lead = '', 2: kind = '', index }) => ({
    kind,
    index,
    column: lead.replace('\uFEFF', '').length,
  }));
  const least = lines.reduce((column, line) => Math.min(column, line.column), Number.POSITIVE_INFINITY);
  const outer = lines.filter(({ column }) => column === least);
  const [first] = outer;
  if (least === 0 || !first) return outer.map(({ kind }) => kind);
  // A line that is indented by mistake is below a value. Below a key it belongs to something else.
  const isOuter = checkedVersion.test(text) || (text.includes('apiVersion') && !isNested(text, first.index, least));
  return isOuter ? [first.kind] : [];
}

/** True if the line with less indentation above is a key without a value on its line, or with a text in lines. */
function isNested(text: string, offset: number, column: number): boolean {
  const above = text.slice(0, offset).split(/\r?\n/);
  const parent = above.findLast((line) => {
    const lead = /^\uFEFF?[ \t]*(?:-[ \t]+)*/.exec(line)?.[0].length ?? 0;
    return lead < column && lead < line.length && line[lead] !== '#';
  });
  if (parent === undefined) return false;
  if (!parent.includes(':')) return !/^["']?apiVersion\b/m.test(text);
  const value = parent.slice(parent.indexOf(':') + 1).trim();
  return value === '' || /^(?:[|>#]|"[^"]*$|'[^']*$)/.test(value);
}
