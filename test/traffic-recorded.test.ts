/** The library's answers on traffic agree with the recorded ones of kube-proxy. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { createWorkspace } from '../server/src/api.ts';
import { recordedTraffic } from './support/recorded-traffic.ts';

interface RecordedPort {
  readonly service: string;
  readonly port: string;
  readonly protocol: string;
  readonly number: number;
  readonly cluster: readonly string[];
  readonly local: readonly string[];
  readonly all: readonly string[];
  readonly any: boolean;
  readonly usesCluster: boolean;
  readonly usesLocal: boolean;
  readonly external: boolean;
  readonly topology: string;
  readonly known?: readonly KnownEndpoint[];
}

interface KnownEndpoint {
  readonly address: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
  readonly local: boolean;
}

interface Case {
  readonly id: string;
  readonly about: string;
  readonly node: string;
  readonly zone: string | null;
  readonly ipFamily: 'IPv4' | 'IPv6';
  readonly objects: readonly object[];
  readonly ports: readonly RecordedPort[];
  readonly skipped: readonly { readonly name: string }[];
  readonly slices: { readonly read: readonly string[]; readonly ignored: readonly { readonly name: string }[] };
  readonly undefinedBetween?: readonly (readonly RecordedPort[])[];
  readonly knownUndefined?: true;
}

const cases = recordedTraffic<Case>();

describe('recorded traffic', () => {
  for (const each of cases)
    it(`${each.id}: ${each.about}`, () => {
      const { node, zone, ipFamily: family } = each;
      const workspace = createWorkspace();
      workspace.set('objects.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: each.objects }));
      const report = workspace.traffic({ node, zone, family });
      const ports = report.services.flatMap(({ namespace, name, ports: all }) =>
        all.map((port) => plain({ ...port, service: `${namespace}/${name}`, port: port.name, number: port.port })),
      );
      const outcomes = (each.undefinedBetween ?? [each.ports]).map((outcome) => byService(outcome.map(plain)));
      const agreed = outcomes.find((outcome) => isDeepStrictEqual(outcome, byService(ports)));
      assert.deepEqual(byService(ports), agreed ?? outcomes[0]);
      assert.deepEqual(report.skipped.map(({ namespace, name }) => `${namespace}/${name}`).sort(), names(each.skipped));
      assert.deepEqual(report.slices.read, each.slices.read.toSorted());
      assert.deepEqual(
        report.slices.ignored.map(({ slice }) => slice),
        names(each.slices.ignored),
      );
      if (each.knownUndefined) return;
      for (const recorded of each.ports) {
        const port = report.services
          .find(({ namespace, name }) => `${namespace}/${name}` === recorded.service)
          ?.ports.find(({ name, protocol }) => name === recorded.port && protocol === recorded.protocol);
        const known = (port?.endpoints ?? []).filter(
          ({ used, why }) =>
            used ||
            ['not-ready', 'terminating', 'draining', 'not-local', 'node-hint', 'zone-hint'].includes(why?.code ?? ''),
        );
        assert.deepEqual(
          known
            .map(({ address, ready, serving, terminating, local }) => ({ address, ready, serving, terminating, local }))
            .sort(byAddress),
          (recorded.known ?? [])
            .map(({ address, ready, serving, terminating, local }) => ({ address, ready, serving, terminating, local }))
            .sort(byAddress),
        );
      }
    });
});

/** The members that are compared in any case. */
function plain({ service, port, protocol, number, cluster, local, all, any, ...rest }: RecordedPort): RecordedPort {
  const { usesCluster, usesLocal, external, topology } = rest;
  return { service, port, protocol, number, cluster, local, all, any, usesCluster, usesLocal, external, topology };
}

function byAddress(a: KnownEndpoint, b: KnownEndpoint): number {
  return a.address < b.address ? -1 : 1;
}

function names(all: readonly { readonly name: string }[]): readonly string[] {
  return all.map(({ name }) => name).sort();
}

function byService(ports: readonly RecordedPort[]): readonly RecordedPort[] {
  return ports.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

function key({ service, port, protocol, number }: RecordedPort): string {
  return `${service} ${port} ${protocol} ${number}`;
}
