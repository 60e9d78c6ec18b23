/** Finds readers in texts, as a run over a repository does, with the objects of the index. */
import { surroundingKind } from '../../server/src/analysis/workspace/placement.ts';
import type { Platform } from '../../server/src/contract/platform.ts';
import { Project } from '../../server/src/project/project.ts';
import { findReaders } from '../../server/src/readers/find-readers.ts';
import type { Reader, ReadObject } from '../../server/src/readers/reader.ts';
import type { NamedText } from '../../server/src/readers/searched-text.ts';
import { writtenObjects } from '../../server/src/readers/written-objects.ts';

export function objectsOfTexts(texts: readonly NamedText[]): readonly ReadObject[] {
  const project = new Project();
  const manifests = texts.filter(({ uri }) => /\.(?:ya?ml|json)$/i.test(uri));
  for (const { uri, text } of manifests) if (surroundingKind(uri) !== undefined) project.setSurroundings(uri, text);
  Array.from(project.addAll(manifests.map((each) => ({ ...each, path: new URL(each.uri).pathname }))));
  return writtenObjects(project.workspace.all(), texts);
}

export function readersOfTexts(texts: readonly NamedText[], platform: Platform = {}): readonly Reader[] {
  return findReaders(texts, { objects: objectsOfTexts(texts), platform }).readers;
}

/** A Service with hand-written Endpoints, for tests of what reads them. */
export const databaseText = `apiVersion: v1
kind: Service
metadata: {name: db, namespace: shop, labels: {app: db}}
spec: {ports: [{name: http, port: 80}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: db, namespace: shop}
subsets: [{addresses: [{ip: 10.1.1.1}], ports: [{name: http, port: 80}]}]
`;
