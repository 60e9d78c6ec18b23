/** Explains Services of type ExternalName: DNS answers with another name, and endpoints have no effect. */
import { parseIp } from '../../../contract/ip.ts';
import { quote } from '../../../text/quote.ts';
import { dnsName, step, trafficSubject, type Arrival, type ServedExplanation, type WhyContext } from './explanation.ts';

export function explainExternalName(context: WhyContext): ServedExplanation {
  const { own, question } = context;
  const { service, slices, endpoints } = own;
  const target = service.externalName;
  const fqdn = dnsName(question);
  const isIp = parseIp(target) !== undefined;
  const at = { entry: service.entry, path: ['spec', 'externalName'] };
  const objects = [...slices.filter(({ isMirrored }) => !isMirrored), ...endpoints];
  const vain = objects.slice(0, 3).map((object) =>
    step(
      'slices',
      'note',
      `${trafficSubject(object, 'has')} no effect: a Service of type ExternalName has no endpoints.`,
      {
        at: { entry: object.entry, path: [] },
        change: 'Remove the type ExternalName and externalName to use the endpoints, or delete them.',
      },
    ),
  );
  const isOwn = question.address === undefined;
  const isUnknown = service.unknown.some(({ path }) => path[1] === 'externalName');
  const arrives: Arrival = isUnknown ? 'uncertain' : isIp || !isOwn ? 'no' : 'yes';
  const untranslated = service.ports.find(({ number, target: to }) => typeof to === 'number' && to !== number);
  return {
    arrives,
    answer: isIp
      ? `DNS does not know the name ${fqdn}: its externalName is an IP address.`
      : isOwn
        ? `Clients of ${fqdn} connect to ${target}, outside of the Service.`
        : `${question.address} gets no traffic of ${question.namespace}/${question.name}: the Service is of type ExternalName.`,
    steps: [
      isIp
        ? step('name', 'breaks', `externalName is ${quote(target)}, and DNS can make a CNAME only of a host name.`, {
            at,
            change: 'Write a host name, or use a Service without a selector and an EndpointSlice with the address.',
          })
        : step(
            'name',
            isUnknown ? 'unknown' : 'ok',
            `DNS answers ${fqdn} with a CNAME of ${target}. kube-proxy has no part, and ports are not translated.`,
            { at },
          ),
      ...(untranslated
        ? [
            step(
              'port',
              'note',
              `targetPort of the port ${untranslated.number} has no effect: clients connect to port ${untranslated.number} of ${target}.`,
              { at: { entry: service.entry, path: untranslated.path } },
            ),
          ]
        : []),
      ...vain,
    ],
    ports: [],
  };
}
