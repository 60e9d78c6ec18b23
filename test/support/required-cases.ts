/** Texts with volumes and Patroni, which need Endpoints, or only seem to, and the expected report. */
import { db, type Case } from './reference-cases.ts';

export function requiredCases(): readonly Case[] {
  const volume = (rest: string): string =>
    `apiVersion: v1\nkind: PersistentVolume\nmetadata: { name: v }\nspec:\n  glusterfs: { ${rest} }\n`;
  const having = (name: string, text: string, finds: readonly string[]): Case => ({
    name: `required: ${name}`,
    files: { 'db.yaml': db, 'x.yaml': text },
    finds,
  });
  const cluster = 'apiVersion: acid.zalan.do/v1\nkind: postgresql\n';
  const reads =
    'x.yaml:5:16 glusterfs-volume certain: A GlusterFS volume reads Endpoints "db" by name and no EndpointSlices, so it cannot be mounted without them';
  return [
    having('finds a volume', volume('endpoints: db, path: x'), [reads]),
    having('finds the namespace of a volume', volume('endpoints: db, endpointsNamespace: shop'), [reads]),
    having('leaves another namespace alone', volume('endpoints: db, endpointsNamespace: web'), []),
    having('leaves another name alone', volume('endpoints: web'), []),
    having('leaves prose alone', 'story: "A glusterfs volume names the endpoints db"\n', []),
    having('leaves Patroni without Endpoints alone', 'scope: db\nkubernetes:\n  use_endpoints: false\n', []),
    having('finds a configuration of Patroni', 'scope: db\nkubernetes:\n  use_endpoints: true\n', [
      'x.yaml:3:3 patroni-endpoints certain: Patroni keeps its leader in Endpoints "shop/db" and never uses EndpointSlices, so it loses the leader when slices replace them',
    ]),
    having('finds a cluster of the Postgres Operator', `${cluster}metadata: { name: db, namespace: shop }\n`, [
      'x.yaml:3:19 patroni-endpoints likely: Patroni may keep the leader of the cluster "db" in Endpoints, and never uses EndpointSlices',
    ]),
    having('leaves a cluster of another namespace alone', `${cluster}metadata: { name: db, namespace: web }\n`, []),
    having('leaves a cluster of another name alone', `${cluster}metadata: { name: web, namespace: shop }\n`, []),
    having(
      'leaves other kinds of the Postgres Operator alone',
      'apiVersion: acid.zalan.do/v1\nkind: OperatorConfiguration\nmetadata: { name: db, namespace: shop }\n',
      [],
    ),
    having('leaves another cluster of Patroni alone', 'scope: web\nkubernetes:\n  use_endpoints: true\n', []),
  ];
}
