/** Kustomizations with real and apparent references to converted objects, and the expected report. */
import { db, endpoints, indented, type Case, type Files } from './reference-cases.ts';

const patchFound = (place: string, who = 'This patch'): string =>
  `${place} kustomize: ${who} refers to the Endpoints "db", which no longer exists. Rewrite it for the EndpointSlice "db-ipv4", which has other fields.`;
const prefixFound = (place: string, field: string): string =>
  `${place} kustomize: ${field} changes the name of the Service "db", but not the label kubernetes.io/service-name of its EndpointSlices. Add a replacement that copies the Service's name into that label.`;
const replacement = (service: string): string =>
  `replacements:\n  - source: { kind: Service, name: ${service} }\n    targets:\n      - select: { kind: EndpointSlice }\n        fieldPaths:\n          - metadata.labels.kubernetes\\.io/service-name\n`;

export function kustomizeCases(): readonly Case[] {
  const having = (name: string, text: string, finds: readonly string[], more: Files = {}): Case => ({
    name: `kustomize: ${name}`,
    files: { 'k8s/db.yaml': db, 'k8s/kustomization.yaml': text, ...more },
    finds,
  });
  const at = (place: string): string => `k8s/kustomization.yaml:${place}`;
  const part = 'apiVersion: v1\nkind: Endpoints\nmetadata:\n  name: db\n  labels: { a: b }\n';
  return [
    having('has nothing to say of a file that it takes in', 'resources:\n  - other.yaml\n  - ./db.yaml\n', []),
    having(
      'lists one that is empty now',
      'resources:\n  - db.yaml\n  - ./emptied.yaml\n',
      [`${at('3:5')} kustomize: emptied.yaml contains no object any more. Delete the file and this line.`],
      { 'k8s/emptied.yaml': endpoints('old') },
    ),
    having('leaves the files of others alone', 'resources:\n  - ../emptied.yaml\n# emptied.yaml\n', [], {
      'k8s/emptied.yaml': endpoints('old'),
    }),
    having('finds a patch by its target', 'patches:\n  - path: p.yaml\n    target:\n      kind: Endpoints\n', [
      patchFound(at('4:13')),
    ]),
    having(
      'reads the name in a target as a pattern',
      'patches:\n  - path: p.yaml\n    target: { kind: Endpoints, name: d.* }\n',
      [patchFound(at('3:21'))],
    ),
    having('leaves a target of another name alone', 'patches:\n  - target: { kind: Endpoints, name: d }\n', []),
    having('leaves a target of another kind alone', 'patches:\n  - target: { kind: Service, name: db }\n', []),
    having('finds a patch by its file', 'patches:\n  - path: part.yaml\n', [patchFound(at('2:11'))], {
      'k8s/part.yaml': part,
    }),
    having('finds an old one', 'patchesStrategicMerge: [part.yaml]\n', [patchFound(at('1:25'))], {
      'k8s/part.yaml': part,
    }),
    having('finds one that is written in place', `patches:\n  - patch: |-\n${indented(indented(part))}`, [
      patchFound(at('2:12')),
    ]),
    having('leaves a patch of another name alone', 'patches:\n  - path: part.yaml\n', [], {
      'k8s/part.yaml': part.replace('name: db', 'name: other'),
    }),
    having(
      'finds replacements, both ways',
      'replacements:\n  - source: { kind: Endpoints, name: db }\n    targets:\n      - select: { kind: Endpoints }\n',
      [patchFound(at('2:21'), 'This replacement'), patchFound(at('4:25'), 'This replacement')],
    ),
    having('finds a variable', 'vars:\n  - name: A\n    objref: { kind: Endpoints, name: db, apiVersion: v1 }\n', [
      patchFound(at('3:21'), 'This variable'),
    ]),
    having('says that a prefix leaves the label as it is', 'namePrefix: a-\nresources:\n  - db.yaml\n', [
      prefixFound(at('1:1'), 'namePrefix'),
    ]),
    having(
      'says so of an overlay, too',
      'resources: [db.yaml]\n',
      [prefixFound('prod/kustomization.yaml:2:1', 'nameSuffix')],
      {
        'prod/kustomization.yaml': 'resources: [../k8s]\nnameSuffix: -prod\n',
      },
    ),
    having(
      'names each Service that gets another name',
      'namePrefix: a-\nresources: [db.yaml, mq.yaml]\n',
      [
        `${at('1:1')} kustomize: namePrefix changes the names of the Services "db" and "mq", but not the label kubernetes.io/service-name of their EndpointSlices. Add a replacement for each of them that copies its name into that label.`,
      ],
      { 'k8s/mq.yaml': endpoints('mq') },
    ),
    having(
      'names the one that no replacement is for',
      `namePrefix: a-\nresources: [db.yaml, mq.yaml]\n${replacement('mq')}`,
      [prefixFound(at('1:1'), 'namePrefix')],
      { 'k8s/mq.yaml': endpoints('mq') },
    ),
    having('is silent where a replacement is there', `namePrefix: a-\nresources: [db.yaml]\n${replacement('db')}`, []),
    having(
      'is silent where one in another file may be',
      'namePrefix: a-\nresources: [db.yaml]\nreplacements:\n  - path: names.yaml\n',
      [],
      { 'k8s/names.yaml': replacement('db') },
    ),
    having(
      'is silent where the label is set',
      'namePrefix: a-\nresources: [../k8s/db.yaml]\n# kubernetes.io/service-name\n',
      [],
    ),
    having('leaves the prefix of others alone', 'namePrefix: a-\nresources: [other.yaml]\n', []),
  ];
}
