/** Finds everything in the texts of a repository that reads, names or writes Endpoints. */
import { estateOf, type Estate, type EstateOptions } from './estate.ts';
import { policyReaders } from './detect/admission-policies.ts';
import { ansibleReaders } from './detect/ansible.ts';
import { argoReaders } from './detect/argo.ts';
import { glusterfsReaders } from './detect/glusterfs.ts';
import { patchReaders } from './detect/patch-targets.ts';
import { patroniReaders } from './detect/patroni.ts';
import { rbacReaders } from './detect/rbac.ts';
import { assertionReaders } from './detect/test-assertions.ts';
import { veleroReaders } from './detect/velero.ts';
import { zalandoReaders } from './detect/zalando-operator.ts';
import type { FoundReader, Reader } from './reader.ts';
import { readerWords, searchedText, type NamedText, type SearchedText } from './searched-text.ts';

export type FindReadersIn = (text: SearchedText, estate: Estate) => readonly FoundReader[];

const detectors: readonly FindReadersIn[] = [
  rbacReaders,
  policyReaders,
  argoReaders,
  veleroReaders,
  assertionReaders,
  ansibleReaders,
  glusterfsReaders,
  patchReaders,
  patroniReaders,
  zalandoReaders,
];

/** Returns the readers in the order of the texts and of their places. */
export function findReaders(texts: readonly NamedText[], options: EstateOptions): readonly Reader[] {
  const searched = texts.filter(({ text }) => readerWords.test(text)).map(searchedText);
  const estate = estateOf(searched, options);
  return searched.flatMap((text) =>
    detectors
      .flatMap((detect) => detect(text, estate))
      .map((found) => ({ ...found, uri: text.uri }))
      .sort((a, b) => a.span.start - b.span.start),
  );
}
