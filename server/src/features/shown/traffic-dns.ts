/** Lists the names of a Service in DNS with their records, for the document on its traffic. */
import { resolveName } from '../../analysis/dns/resolve-name.ts';
import type { QuestionType } from '../../analysis/dns/model.ts';
import { dnsName } from '../../analysis/traffic/explain/explanation.ts';
import type { NotedLine } from '../../edits/annotated.ts';
import { spell } from '../../edits/spell.ts';
import { withoutControls } from '../../text/quote.ts';
import type { TrafficOfService } from '../traffic/service-traffic.ts';

const mostNames = 8;
const mostRecords = 10;

/** A block of names; empty where the Service is not written. */
export function dnsLines(traffic: TrafficOfService): readonly NotedLine[] {
  if (!traffic.own) return [];
  const blocks = questionsOf(traffic).flatMap(({ name, types }) => nameLines(name, types, traffic));
  return [{ text: 'dns:', note: undefined }, ...blocks];
}

interface Question {
  readonly name: string;
  readonly types: readonly QuestionType[];
}

/** The Service, its named ports, and for a headless Service the host names of its endpoints. */
function questionsOf({ own, question }: TrafficOfService): readonly Question[] {
  if (!own) return [];
  const name = dnsName(question);
  const { service, slices } = own;
  if (service.type === 'ExternalName') return [{ name, types: ['CNAME'] }];
  const families: readonly QuestionType[] = service.families.map((family) => (family === 'IPv4' ? 'A' : 'AAAA'));
  const ports = service.ports.filter((port) => port.name !== '');
  const hosts = service.isHeadless
    ? new Set(slices.flatMap(({ endpoints }) => endpoints.flatMap(({ hostname }) => hostname || [])))
    : [];
  return [
    { name, types: families },
    ...ports.slice(0, mostNames).map((port) => ({
      name: `_${port.name}._${port.protocol.toLowerCase()}.${name}`,
      types: ['SRV' as const],
    })),
    ...[...hosts].slice(0, mostNames).map((host) => ({ name: `${host}.${name}`, types: families })),
  ];
}

function nameLines(name: string, types: readonly QuestionType[], { world }: TrafficOfService): readonly NotedLine[] {
  const answers = types.map((type) => resolveName(world, name, type, () => undefined));
  const records = answers.flatMap(({ answer }) => answer.map(({ type, data }) => `${type} ${data}`));
  const why = answers.find((each) => each.why !== null)?.why ?? undefined;
  if (records.length === 0) return [{ text: `  ${spell(withoutControls(name), false)}: []`, note: why }];
  const rest = records.length - mostRecords;
  return [
    { text: `  ${spell(withoutControls(name), false)}:`, note: why },
    ...records
      .slice(0, mostRecords)
      .map((record) => ({ text: `    - ${spell(withoutControls(record), false)}`, note: undefined })),
    ...(rest > 0 ? [{ text: `    # … and ${rest} more`, note: undefined }] : []),
  ];
}
