/** The kustomizations of a session, for conversions that change them. */
import type { ConversionRoots } from '../../convert/kustomize/roots.ts';
import { encodedUri } from '../../config/location.ts';
import { shownFile } from '../../features/navigation/object-words.ts';
import type { Session } from '../session.ts';

/** Files of the index may change; with several settings, those with the same settings, so that no file changes twice. */
export function sessionRoots(session: Session, isOwn: (uri: string) => boolean = () => true): ConversionRoots {
  const { builds } = session.project;
  return {
    ...builds.sourcesOf(session.workspace.buildRoots()),
    changeableUri: (path) => {
      const uri = builds.uriOf(path);
      return uri !== undefined && isOwn(uri) ? uri : undefined;
    },
    nameOf: (path) => shownFile(encodedUri(path), session),
  };
}
