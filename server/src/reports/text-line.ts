/** The lines of a finding in the report for people: its place and message, its related places, and the folded repetitions. */
import type pc from 'picocolors';
import type { EnforcedBy, Severity } from '../lint/rule.ts';
import { counted, grouped, quote, withoutControls } from '../text/quote.ts';
import { expectationLabels, messageOf, placeWithAddress, terraformText, type Notice } from './report.ts';
import { ownValue } from '../text/own-value.ts';

export type Colors = ReturnType<typeof pc.createColors>;

const enforcement: Readonly<Record<EnforcedBy, string>> = {
  server: 'rejected by the API server',
  strict: 'rejected by strict validation',
  contract: 'violates the specification',
  pulumi: 'rejected by Pulumi',
  kustomize: 'rejected by kustomize',
  terraform: 'refused by terraform plan',
  advice: 'advice',
};

/** Who enforces the rule of a finding. */
export function enforcementOf({ code, enforcedBy }: Notice): string {
  return ownValue(expectationLabels, code) ?? enforcement[enforcedBy];
}

export function headLine(fileName: string, notice: Notice, colors: Colors): string {
  const { code, severity, range } = notice;
  const place = `${withoutControls(fileName)}:${range.start.line}:${range.start.column}`;
  const label = paint(severity, `${severity}[${withoutControls(code)}]`, colors);
  return `${colors.bold(place)}  ${label}  ${withoutControls(messageOf(notice))}\n`;
}

/** The resource and the field in a plan of Terraform; empty for any other text. */
export function planLine({ terraform }: Notice, colors: Colors): string {
  return terraform ? `  ${colors.dim('in')} ${withoutControls(terraformText(terraform))}\n` : '';
}

export function relatedLine({ place, message }: Notice['related'][number], colors: Colors): string {
  return `  ${colors.dim('see')} ${withoutControls(placeWithAddress(place))}  ${withoutControls(message)}\n`;
}

/** `… and 12 more loopback-ip in Endpoints "db"`, for the objects of these findings; empty without repetitions. */
export function foldLine(inObjects: readonly Notice[], count: number, colors: Colors): string {
  const [first, second] = inObjects;
  if (!first || count === 0) return '';
  const { code, resource } = first;
  const object = `${withoutControls(resource?.kind ?? '')} ${quote(resource?.name ?? '')}`;
  const where = second ? counted(inObjects.length, 'object') : object;
  const way = `(--all shows ${count === 1 ? 'it' : 'them'})`;
  return colors.dim(`  … and ${grouped(count)} more ${withoutControls(code)} in ${where} ${way}\n`);
}

function paint(severity: Severity, text: string, colors: Colors): string {
  if (severity === 'error') return colors.red(text);
  return severity === 'warning' ? colors.yellow(text) : colors.cyan(text);
}
