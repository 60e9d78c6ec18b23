/** Small Java programs in tests, and what is read of them. */
import assert from 'node:assert/strict';
import { readingsOf, type Reading } from './programs.ts';

export const imports = `
import com.pulumi.*;
import com.pulumi.core.Output;
import com.pulumi.kubernetes.core.v1.*;
import com.pulumi.kubernetes.core.v1.enums.ServiceSpecType;
import com.pulumi.kubernetes.core.v1.inputs.*;
import com.pulumi.kubernetes.meta.v1.inputs.ObjectMetaArgs;
import com.pulumi.resources.CustomResourceOptions;
import java.util.*;
import java.util.stream.*;
import static java.util.stream.Collectors.toList;
import static java.util.Map.entry;
`;
export const opaque = { $opaque: true };

interface Around {
  readonly top?: string;
  readonly members?: string;
  readonly before?: string;
}

/** A program whose stack runs the statements. */
export function program(statements: string, { top = '', members = '', before = '' }: Around = {}): string {
  return `${imports}${top}
class Main {
  ${members}
  public static void main(String[] args) { Pulumi.run(Main::stack); }
  static void stack(Context ctx) {
    ${before}
    ${statements}
  }
}
`;
}

export const named = (name: string): string =>
  `new Endpoints("e", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().name(${name}).build()).build());`;
export const listing = (ips: string): string =>
  `new Service("s", ServiceArgs.builder().spec(ServiceSpecArgs.builder().externalIPs(${ips}).build()).build());`;
export const labelled = (labels: string): string =>
  `new Endpoints("e", EndpointsArgs.builder().metadata(ObjectMetaArgs.builder().labels(${labels}).build()).build());`;

export function only(text: string): Reading {
  const [reading, ...more] = readingsOf('Main.java', text);
  assert.ok(reading && more.length === 0, text);
  return reading;
}

/** The value at the path, from the properties; undefined where an entry is not there. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (each, name) => (typeof each === 'object' && each ? Reflect.get(each, name) : undefined),
    value,
  );
}

export const nameIn = (text: string): unknown => at(only(text).properties, 'metadata', 'name');
export const labelsIn = (text: string): unknown => at(only(text).properties, 'metadata', 'labels');
export const ipsIn = (text: string): unknown => at(only(text).properties, 'spec', 'externalIPs');

type Row = readonly [what: string, written: string, value: unknown, around?: Around];

export function table(
  title: string,
  spelled: (written: string) => string,
  read: (text: string) => unknown,
  rows: readonly Row[],
): void {
  describe(title, () => {
    for (const [what, written, value, around] of rows) {
      it(what, () => assert.deepEqual(read(program(spelled(written), around)), value));
    }
  });
}
