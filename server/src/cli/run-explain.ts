/** `endpoints explain` and `endpoints rules` print the pages of docs/rules and the list of rules. */
import pc from 'picocolors';
import { pages } from 'rule-pages';
import { noSuchRule } from '../config/severities.ts';
import { defaultSeverity, type Rule } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { parseOptions, readFormat } from './command-options.ts';
import { rulesOptions } from './commands/explain.ts';
import { jsonText, type Terminal } from './terminal.ts';
import { exitCodes, UsageError } from './usage.ts';
import { ownValue } from '../text/own-value.ts';

export function runExplain(args: readonly string[], terminal: Terminal): number {
  const [code, ...rest] = args;
  if (code === undefined)
    throw new UsageError('"endpoints explain" needs the code of a rule. Run "endpoints rules" to list the codes.');
  if (rest.length > 0) throw new UsageError('"endpoints explain" takes one code at a time.');
  const page = ownValue(pages, code);
  if (page === undefined) throw new UsageError(noSuchRule(code));
  terminal.out(terminal.isColored ? colored(page) : page);
  return exitCodes.clean;
}

export function listRules(args: readonly string[], terminal: Terminal): number {
  const { values, positionals } = parseOptions('rules', args, rulesOptions);
  const format = readFormat(values.format);
  if (positionals.length > 0) throw new UsageError('"endpoints rules" takes no arguments.');
  terminal.out(format === 'json' ? jsonText(rules.map(ruleData)) : rules.map(lineWriter(terminal)).join(''));
  return exitCodes.clean;
}

function ruleData(rule: Rule): object {
  const { code, summary, enforcedBy } = rule;
  const since = /· Since (\S+)/.exec(pages[code] ?? '')?.[1] ?? null;
  return { code, summary, enforcedBy, severity: defaultSeverity(rule), since, page: `docs/rules/${code}.md` };
}

function lineWriter({ isColored }: Terminal): (rule: Rule) => string {
  const colors = pc.createColors(isColored);
  const width = Math.max(...rules.map((rule) => rule.code.length));
  return (rule) => {
    const who = `${rule.enforcedBy.padEnd(9)} ${defaultSeverity(rule).padEnd(7)}`;
    return `${colors.bold(rule.code.padEnd(width))}  ${colors.dim(who)}  ${rule.summary}\n`;
  };
}

function colored(page: string): string {
  const colors = pc.createColors(true);
  const lines = page.split('\n').filter((line) => !line.startsWith('```'));
  return lines
    .map((line) =>
      line.startsWith('#') && !/^#\s*[\^<]/.test(line)
        ? colors.bold(line)
        : /^\s*(#|\/\/)\s*[\^<]/.test(line)
          ? colors.red(line)
          : line,
    )
    .join('\n');
}
