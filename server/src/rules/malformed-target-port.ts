/** Reports a targetPort that is neither a port number nor a port name. The API server validates it even where it has no effect. */
import { integerOf, textOf } from '../analysis/binding/bind.ts';
import { ServicePort } from '../contract/service.ts';
import { removeMember, replaceBy } from '../lint/fix.ts';
import { defineRule } from '../lint/rule.ts';
import { quote } from '../text/quote.ts';

export const malformedTargetPort = defineRule({
  code: 'malformed-target-port',
  summary: 'A targetPort must be a number from 1 to 65535 or a port name of at most 15 characters.',
  enforcedBy: 'server',
  on: [ServicePort, 'targetPort'],
  check(port, { report, document }) {
    const number = integerOf(port);
    if (number !== undefined) {
      // The API server replaces 0 by the port of the Service.
      if (number >= 0n && number <= 65535n) return;
      return report(port, `Port ${number} does not exist. Write a number from 1 to 65535, or remove the field.`, {
        fix: removeMember(port, 'suggested'),
      });
    }
    const name = textOf(port) ?? '';
    if (name === '' || isPortName(name)) return;
    const digits = /^\d{1,5}$/.test(name) && Number(name) >= 1 && Number(name) <= 65535;
    if (digits) {
      const reason = document.language ? 'because it is a string' : 'because of its quotes';
      const message = `The targetPort ${quote(name)} is a name ${reason}, and a port name needs a letter. Write ${Number(name)}.`;
      return report(port, message, { fix: replaceBy(port.value, Number(name), 'safe') });
    }
    report(
      port,
      `The targetPort ${quote(name)} is no port name: that has at most 15 lower-case letters, digits and single "-", and a letter. Write a number, or remove the field.`,
      { fix: removeMember(port, 'suggested') },
    );
  },
});

/** `IsValidPortName`. */
function isPortName(name: string): boolean {
  return name.length <= 15 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) && /[a-z]/.test(name);
}
