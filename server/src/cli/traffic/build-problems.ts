/** Names the kustomizations that cannot be built, and finds those that include what is not known. */
import { positionAtOffset } from '../../reports/locate.ts';
import { placeText } from '../object-places.ts';
import type { Sources } from '../sources.ts';

/** A sentence with its place for each kustomization that fails: then its files count as they are written. */
export function failedBuilds({ builds, nameOf, files }: BuildSources): readonly string[] {
  return [...builds.roots.values()].flatMap(({ build: { failure }, name }) => {
    const uri = failure && builds.uriOf(failure.at.path);
    if (!failure || (uri !== undefined && files.get(uri)?.isAround)) return [];
    const text = builds.textAt(failure.at.path) ?? '';
    const place =
      uri === undefined ? name : placeText({ name: nameOf(uri), ...positionAtOffset({ text }, failure.at.span.start) });
    return [`${place}: The kustomization ${name} cannot be built: ${failure.message}`];
  });
}

/** True where a kustomization includes remote files, charts or plugins: any object may be there. */
export function hasOutside({ builds }: Pick<Sources, 'builds'>): boolean {
  return [...builds.roots.values()].some(({ build }) => build.outside.some(({ what }) => what !== 'generator'));
}

interface BuildSources extends Pick<Sources, 'builds' | 'files'> {
  readonly nameOf: (uri: string) => string;
}
