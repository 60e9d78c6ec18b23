/** Lists the code actions at a place without their edits, which are made when an action is proven or chosen. */
import { aroundsIn } from '../../analysis/workspace/places.ts';
import type { Command } from 'vscode-languageserver-types';
import type { LocatedFinding } from '../../lint/check-file.ts';
import { uniqueBy } from '../../text/group.ts';
import { quote } from '../../text/quote.ts';
import { overlaps, type Span } from '../../text/span.ts';
import { endpointsAt, isApplyAsked, showApply } from '../shown/apply-target.ts';
import { positionOf } from '../lsp.ts';
import { convertAllAt, conversionRule, conversionsAt, type ConversionOffer } from '../refactor/conversions.ts';
import { refactoringsAt } from '../refactor/refactorings.ts';
import type { Refactoring } from '../refactor/refactoring.ts';
import { partnersAt, type Partner } from '../refactor/partners.ts';
import type { Files, LocatedResource, View } from '../view.ts';
import { explainRuleCommand, type actionKinds } from '../vocabulary.ts';

export type ActionTask =
  | { readonly does: 'fix' | 'ignore' | 'ignore-in-file'; readonly finding: LocatedFinding }
  | { readonly does: 'fix-all'; readonly code: string }
  | { readonly does: 'fix-all-safe' }
  | { readonly does: 'refactor'; readonly refactoring: Refactoring; readonly resource: LocatedResource }
  /** With the finding that reports the missing object or port, if there is one. */
  | { readonly does: 'partner'; readonly partner: Partner; readonly finding?: LocatedFinding }
  /** With the finding that reports the deprecated kind, if there is one. */
  | { readonly does: 'move'; readonly move: ConversionOffer; readonly finding?: LocatedFinding }
  /** Changes no text: shows a document. */
  | { readonly does: 'command'; readonly command: Command; readonly finding?: LocatedFinding };

export interface ActionOffer {
  readonly title: string;
  readonly kind: (typeof actionKinds)[number];
  readonly task: ActionTask;
  /** True for an action that an editor may apply without asking the user. */
  readonly isPreferred: boolean;
}

const mostFindings = 50;

interface Asked {
  readonly span: Span;
  readonly canShowApply: boolean;
  /** True for a client that can edit all files. */
  readonly canConvertAll: boolean;
  /** True for a client that can open the pages of rules. */
  readonly canExplain: boolean;
}

/** All actions for the span of the file, in display order. Deterministic, because resolving finds an action by its index. */
export function offersAt(
  view: View,
  files: Files,
  findings: readonly LocatedFinding[],
  { span, canShowApply, canConvertAll, canExplain }: Asked,
): readonly ActionOffer[] {
  const here = findings.filter((finding) => touches(finding.span, span)).slice(0, mostFindings);
  const fixable = here.filter(({ diagnostic }) => diagnostic.fix);
  const found = refactoringsAt(view, span);
  return [
    ...fixable.map(fixOffer),
    ...codesOf(fixable).flatMap((code) => fixAllOffer(findings, code)),
    ...(findings.some(({ diagnostic }) => diagnostic.fix?.safety === 'safe') ? [fixAllSafe] : []),
    ...partnersAt(view, files, span).map((partner) => partnerOffer(partner, here)),
    ...(found?.refactorings.map((each) => refactorOffer(each, found.resource)) ?? []),
    ...(canShowApply ? applyOffer(view, files, span) : []),
    ...conversionsAt(view, span).map((move) => moveOffer(move, here)),
    ...(canConvertAll ? convertAllAt(view, span).map(commandOffer) : []),
    ...ignoreOffers(here.filter(({ diagnostic }) => diagnostic.rule.on !== 'ignore')),
    ...(canExplain ? codesOf(here).flatMap((code) => explainOffer(here, code)) : []),
  ];
}

function touches(finding: Span, span: Span): boolean {
  return overlaps(finding, span) || finding.start === span.end || finding.end === span.start;
}

function codesOf(findings: readonly LocatedFinding[]): readonly string[] {
  return [...new Set(findings.map(({ diagnostic }) => diagnostic.rule.code))];
}

function fixOffer(finding: LocatedFinding): ActionOffer {
  const { fix } = finding.diagnostic;
  const task = { does: 'fix', finding } as const;
  return { title: fix?.title ?? '', kind: 'quickfix', task, isPreferred: fix?.safety === 'safe' };
}

function fixAllOffer(findings: readonly LocatedFinding[], code: string): ActionOffer[] {
  const count = findings.filter(({ diagnostic }) => diagnostic.fix && diagnostic.rule.code === code).length;
  if (count < 2) return [];
  const title = `Fix all "${code}" problems in this file`;
  return [{ title, kind: 'quickfix', task: { does: 'fix-all', code }, isPreferred: false }];
}

const fixAllSafe: ActionOffer = {
  title: 'Apply all safe fixes in this file',
  kind: 'source.fixAll.endpoints',
  task: { does: 'fix-all-safe' },
  isPreferred: false,
};

function refactorOffer(refactoring: Refactoring, resource: LocatedResource): ActionOffer {
  const { title, kind } = refactoring;
  return { title, kind, task: { does: 'refactor', refactoring, resource }, isPreferred: false };
}

/** A quick fix where a rule reports the missing partner, otherwise a refactoring. */
function partnerOffer(partner: Partner, here: readonly LocatedFinding[]): ActionOffer {
  const { title, codes } = partner;
  const finding = here.find(({ diagnostic }) => codes.includes(diagnostic.rule.code));
  const kind = finding ? 'quickfix' : 'refactor.rewrite';
  return { title, kind, task: { does: 'partner', partner, ...(finding ? { finding } : {}) }, isPreferred: false };
}

function applyOffer(view: View, { workspace }: Files, span: Span): ActionOffer[] {
  const object = endpointsAt(view, span.start);
  const around = object && aroundsIn(view, workspace)[object.ordinal];
  if (!around || !isApplyAsked(around)) return [];
  return [commandOffer(showApply(view.uri, positionOf(view.located, object.start + object.resource.span.start)))];
}

function commandOffer(command: Command): ActionOffer {
  return { title: command.title, kind: 'refactor', task: { does: 'command', command }, isPreferred: false };
}

/** A quick fix where a rule reports the deprecated kind, otherwise a refactoring. */
function moveOffer(move: ConversionOffer, here: readonly LocatedFinding[]): ActionOffer {
  const { title, mode, resources } = move;
  const isOwn = ({ document, diagnostic }: LocatedFinding): boolean =>
    diagnostic.rule.code === conversionRule && [...resources].some((each) => document.resources.includes(each));
  const finding = mode === 'replace' && resources.size === 1 ? here.find(isOwn) : undefined;
  const kind = finding ? 'quickfix' : 'refactor.rewrite';
  return { title, kind, task: { does: 'move', move, ...(finding ? { finding } : {}) }, isPreferred: false };
}

/** JSON has no comments. An annotation there ignores the rule for the whole object. */
function ignoreOffers(findings: readonly LocatedFinding[]): ActionOffer[] {
  // One comment ignores all findings of the rule at the place.
  const places = uniqueBy(findings, ({ diagnostic, span }) => `${diagnostic.rule.code} ${span.start}`);
  const here = places.map((finding): ActionOffer => {
    const where = finding.document.syntax === 'json' ? 'in this object' : 'here';
    const title = `Ignore "${finding.diagnostic.rule.code}" ${where}`;
    return { title, kind: 'quickfix', task: { does: 'ignore', finding }, isPreferred: false };
  });
  const inFile = codesOf(findings).flatMap((code): ActionOffer[] => {
    const finding = findings.find(
      ({ diagnostic, document }) => diagnostic.rule.code === code && document.syntax !== 'json',
    );
    if (!finding) return [];
    const title = `Ignore "${code}" in this file`;
    return [{ title, kind: 'quickfix', task: { does: 'ignore-in-file', finding }, isPreferred: false }];
  });
  return [...here, ...inFile];
}

function explainOffer(here: readonly LocatedFinding[], code: string): ActionOffer[] {
  const finding = here.find(({ diagnostic }) => diagnostic.rule.code === code);
  const title = `Explain rule ${quote(code)}`;
  const command = { title, command: explainRuleCommand, arguments: [code] };
  return finding ? [{ title, kind: 'quickfix', task: { does: 'command', command, finding }, isPreferred: false }] : [];
}
