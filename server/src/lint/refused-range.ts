/** Checks addresses for the ranges that endpoint validation rejects: one rule for each range. */
import { parseIp, refusedRange, type IpRange } from '../contract/ip.ts';
import type { StringType } from '../contract/type.ts';
import type { Context, FieldNode } from './rule.ts';

/** `problem` continues the sentence that starts with the address. */
export function checkRange(range: IpRange, problem: string) {
  return (ip: FieldNode<StringType>, { report }: Context): void => {
    const address = parseIp(ip.value.value);
    if (address && refusedRange(address) === range) report(ip, `${ip.value.value} ${problem}`);
  };
}
