/** The rules of a SARIF report, with their pages as descriptions. */
import { pages } from 'rule-pages';
import type { ReportingDescriptor } from 'sarif';
import { defaultSeverity, type EnforcedBy, type Rule } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';

export const sarifLevels = { error: 'error', warning: 'warning', info: 'note', hint: 'note' } as const;

/** The rules with these codes in the order of the rule list, then unknown codes. */
export function describeRule(codes: ReadonlySet<string>): readonly ReportingDescriptor[] {
  const known = rules.filter(({ code }) => codes.has(code));
  const names = new Set(known.map(({ code }) => code));
  const unknown = [...codes].filter((code) => !names.has(code)).sort();
  return [...known.map(descriptorOf), ...unknown.map((id) => ({ id }))];
}

/** GitHub truncates descriptions at this length. */
const longest = 1024;

function descriptorOf(rule: Rule): ReportingDescriptor {
  const { code, summary, enforcedBy } = rule;
  const page = portable(pages[code] ?? summary);
  const why = /^## Why\n+([^]*?)(?=\n+##|$)/m.exec(page)?.[1] ?? summary;
  const prose = withoutMarkup(why.replace(/^```[^]*?^```$/gm, ''));
  const severity = defaultSeverity(rule);
  const level = severity === 'off' ? 'note' : sarifLevels[severity];
  return {
    id: code,
    name: code.replace(/(?:^|-)([a-z\d])/g, (_all, letter: string) => letter.toUpperCase()),
    shortDescription: { text: summary },
    fullDescription: { text: cut(prose) },
    help: { text: `${summary}\n\n${prose}`, markdown: page },
    defaultConfiguration: { level },
    properties: {
      tags: ['kubernetes', `enforced-by-${enforcedBy}`],
      enforcedBy,
      precision: precisions[enforcedBy],
      // GitHub's name for a note.
      'problem.severity': level === 'note' ? 'recommendation' : level,
    },
  };
}

/** How often a finding is a true positive. Whether advice applies depends on the project. */
const precisions: Readonly<Record<EnforcedBy, string>> = {
  server: 'very-high',
  strict: 'very-high',
  contract: 'very-high',
  pulumi: 'very-high',
  kustomize: 'very-high',
  terraform: 'very-high',
  advice: 'high',
};

/** Removes links to other pages, which a report cannot resolve, and the fence attributes that only tests use. */
function portable(page: string): string {
  return page.replace(/\[([^\]\n]*)\]\((?!https?:)[^)\n]*\)/g, '$1').replace(/^(```\w+).*$/gm, '$1');
}

function withoutMarkup(prose: string): string {
  return prose
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, text.lastIndexOf(' ', longest - 2))} …`;
}
