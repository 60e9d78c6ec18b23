/** Converts findings to plain data for reports, so that syntax trees are not kept. */
import { versionName } from '../contract/version.ts';
import { writeEdits } from '../edits/write.ts';
import type { FileFindings, LocatedFinding } from '../lint/check-file.ts';
import { enforcerOfFinding } from '../lint/rules-in-programs.ts';
import type { CheckedChange } from '../lint/updates.ts';
import { outsidePair, wellFormed } from '../text/halves.ts';
import { lineSpan, positionAt } from '../text/line-index.ts';
import { comparePlaces, type Span } from '../text/span.ts';
import type { Resource, SourceFile } from '../tree/document.ts';
import { pathText } from '../tree/path.ts';
import { stringOf, valueOf } from '../tree/value.ts';
import { planExcerpt, terraformPlaceOf } from './terraform-place.ts';
import { positionAtOffset, lineStartsOf, type Locate } from './locate.ts';
import { nodeCrypto } from '../disk/node-crypto.ts';
import type { Accepted, Excerpt, Notice, ResourceIdentity } from './report.ts';

/** The findings in order, and the accepted findings. */
export function noticesOf(
  { findings, silenced, passed = [] }: FileFindings & Partial<CheckedChange>,
  file: SourceFile,
  locate: Locate,
): { readonly notices: readonly Notice[]; readonly accepted: readonly Accepted[] } {
  if (silenced.length + passed.length === 0) return { notices: noticesFor(findings, file, locate), accepted: [] };
  // Numbered together, so that an ignore comment does not change other fingerprints.
  const all = [...findings, ...silenced, ...passed].sort((a, b) => comparePlaces(a.span, b.span));
  const decisions = new Map<LocatedFinding, Omit<Accepted, 'notice'>>([
    ...silenced.map((each) => [each, { by: 'ignore', reason: wellFormed(each.ignore.reason) || null }] as const),
    ...passed.map((each) => [each, { by: 'unchanged', reason: each.why }] as const),
  ]);
  const notices: Notice[] = [];
  const accepted: Accepted[] = [];
  for (const [i, notice] of noticesFor(all, file, locate).entries()) {
    const decision = all[i] && decisions.get(all[i]);
    if (decision) accepted.push({ notice, ...decision });
    else notices.push(notice);
  }
  return { notices, accepted };
}

function noticesFor(findings: readonly LocatedFinding[], file: SourceFile, locate: Locate): readonly Notice[] {
  const seen = new Map<string, number>();
  return findings.map(({ diagnostic, severity, document, start, span }) => {
    const { rule, message, minors, resource, path, fix } = diagnostic;
    const terraform = terraformPlaceOf(document, resource, path);
    const notice = {
      code: rule.code,
      severity,
      enforcedBy: enforcerOfFinding(diagnostic, document),
      message: wellFormed(message),
      ...(minors ? { versions: minors.map(versionName) } : {}),
      range: { start: positionAtOffset(file, span.start), end: positionAtOffset(file, span.end) },
      excerpt: document.plan ? planExcerpt(document, diagnostic) : excerptOf(file, span),
      resource: resource ? identityOf(resource) : null,
      path: path && path.length > 0 ? wellFormed(pathText(path)) : null,
      ...(terraform && { terraform }),
      related: diagnostic.related.flatMap((related) => {
        const place = locate(related, file, start);
        return place ? [{ place, message: wellFormed(related.message) }] : [];
      }),
      fix: fix && writeEdits(document, fix.edits) ? fix.safety : null,
    };
    // What a file has once may move to another object.
    const identity = identityText(rule.isOncePerFile ? { ...notice, resource: null } : notice);
    return withFingerprint(notice, `${identity}${findings.length > 1 ? countIn(seen, identity) : 0}`);
  });
}

/** Computed on demand, because hashing takes time. Separate, because a getter keeps its scope alive. */
function withFingerprint(notice: Omit<Notice, 'fingerprint'>, identity: string): Notice {
  return {
    ...notice,
    get fingerprint() {
      return nodeCrypto().hash('sha256', identity).slice(0, 32);
    },
  };
}

/** In UTF-16 units: a JSON file can be one long line. */
const widest = 140;
/** In UTF-16 units before a place that is far to the right. */
const lead = 20;

export function excerptOf(file: Pick<SourceFile, 'text' | 'origin'>, span: Span): Excerpt {
  const starts = lineStartsOf(file);
  const { text } = file;
  const { line, character } = positionAt(starts, span.start);
  const whole = lineSpan(text, starts, line);
  const from = outsidePair(text, character > widest - 2 * lead ? span.start - lead : whole.start);
  const to = outsidePair(text, Math.min(whole.end, from + widest));
  const end = Math.max(span.start, Math.min(span.end, to));
  return { before: text.slice(from, span.start), marked: text.slice(span.start, end), after: text.slice(end, to) };
}

/** Without lines and indices, which change with other edits. Equal texts are numbered in order. */
function identityText({ code, resource, path, terraform, excerpt }: Omit<Notice, 'fingerprint'>): string {
  const field = path?.replace(/\[\d+\]/g, '[]');
  const planned = terraform ? [terraform.address] : [];
  return JSON.stringify([
    code,
    resource?.kind,
    resource?.namespace,
    resource?.name,
    field,
    excerpt.marked.trim(),
    ...planned,
  ]);
}

function countIn(seen: Map<string, number>, key: string): number {
  const count = seen.get(key) ?? 0;
  seen.set(key, count + 1);
  return count;
}

function identityOf({ type, properties }: Resource): ResourceIdentity {
  const metadata = valueOf(properties, 'metadata');
  const text = (name: string): string | null =>
    metadata?.kind === 'mapping' ? wellFormed(stringOf(valueOf(metadata, name)) ?? '') || null : null;
  return { kind: type, namespace: text('namespace'), name: text('name') };
}
