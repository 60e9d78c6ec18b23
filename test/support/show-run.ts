/** Runs `endpoints show` and reads the picture that it prints as JSON. */
import assert from 'node:assert/strict';
import type { Picture, PictureService } from '../../server/src/analysis/picture/picture.ts';
import type { Ran } from './process.ts';

export interface ShownPicture extends Picture {
  readonly code: number | null;
}

/** Fails for a run that prints a problem. */
export function shownPicture(run: (...args: readonly string[]) => Ran, ...args: readonly string[]): ShownPicture {
  const { out, err, code } = run('show', ...args, '--format', 'json');
  assert.equal(err, '');
  return { ...(JSON.parse(out) as Picture), code };
}

/** `shop/db web/TCP 10.0.0.1:80` for each address that gets traffic, sorted and each once. */
export function usedAddresses({ services }: Picture): readonly string[] {
  const all = services.flatMap(({ namespace, name, ports, objects }) =>
    objects.flatMap(({ addresses }) =>
      addresses.flatMap(({ address, flows }) =>
        flows.flatMap(({ port, flow, number }) => {
          const own = ports.find(({ id }) => id === port);
          return flow === 'used'
            ? [`${namespace}/${name} ${own?.name ?? ''}/${own?.protocol ?? ''} ${address} ${number}`]
            : [];
        }),
      ),
    ),
  );
  return [...new Set(all)].sort();
}

/** `Ingress web → a, b`, with each edge that is not used and why. */
export function clientTexts({ clients, ports }: PictureService): readonly string[] {
  return clients.map(({ kind, name, by, ports: edges, missing }) => {
    const to = edges.map(({ port, flow, why }) => {
      const own = ports.find(({ id }) => id === port);
      return `${own?.name || own?.number}${flow === 'used' ? '' : ` ${flow} ${why?.message ?? ''}`}`;
    });
    const lost = missing.map(({ rule, message, range }) => `${rule} ${range?.[0]}: ${message}`);
    return [`${kind} ${name}`, by, to.join(', '), ...lost].filter(Boolean).join(' | ');
  });
}
