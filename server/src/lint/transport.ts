/** Recognizes transport protocols where an application protocol is expected. */

/** True for TCP, UDP or SCTP in any capitals. */
export function isTransport(text: string): boolean {
  return /^(?:tcp|udp|sctp)$/i.test(text);
}
