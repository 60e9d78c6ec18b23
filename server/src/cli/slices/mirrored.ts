/** Computes the EndpointSlices that the mirroring controller creates for the Endpoints in files. */
import { aroundsIn, objectsIn, type PlacedObject } from '../../analysis/workspace/places.ts';
import type { IndexedObject } from '../../analysis/workspace/indexed-object.ts';
import { mirrorStatusOf, type MirrorStatus, type MirrorStatusOptions } from '../../analysis/slices/mirror-status.ts';
import { checkFile, throwBug, type LocatedFinding } from '../../lint/check-file.ts';
import { rules } from '../../rules/rules.ts';
import type { SourceFile } from '../../tree/document.ts';
import { placeText, type Places } from '../object-places.ts';
import type { Source } from '../source.ts';
import type { Sources } from '../sources.ts';
import { unreadIn } from '../unread.ts';

export interface Mirrored {
  readonly entry: IndexedObject;
  readonly outlook: MirrorStatus;
  /** Why the API server rejects the Endpoints; empty if it accepts it. */
  readonly refusals: readonly string[];
}

/** In the order of the command line. Adds a sentence to `problems` for each document that cannot be read. */
export function mirroredIn(
  files: Sources,
  optionsOf: (source: Source) => MirrorStatusOptions,
  places: Places,
  problems: string[],
): readonly Mirrored[] {
  return files.all().flatMap((source) => {
    problems.push(...unreadIn(source, files));
    if (files.workspace.entriesIn(source.uri).every(({ facts }) => !isEndpoints(facts))) return [];
    const options = optionsOf(source);
    const file = files.treeOf(source.uri);
    if (!file) throw new Error(`${source.uri} was not read.`);
    const arounds = aroundsIn({ uri: source.uri, file }, files.workspace);
    const refused = refusedIn(file, options.minor);
    return objectsIn(file).flatMap((object): Mirrored[] => {
      const around = arounds[object.ordinal];
      if (!around || !isEndpoints(around.entry.facts)) return [];
      const { entry } = around;
      const [issue] = object.document.issues;
      if (issue) problems.push(`${placeText(places.of(entry, issue.span))}: ${issue.message}`);
      if (issue) return [];
      return [{ entry, outlook: mirrorStatusOf(around, object.binding, options), refusals: refusalsOf(object, entry) }];
    });

    function refusalsOf({ resource, document }: PlacedObject, entry: IndexedObject): readonly string[] {
      const first = refused.find(({ diagnostic }) => diagnostic.resource === resource);
      const place = first && placeText(places.of(entry, first.diagnostic.span));
      if (!first || first.document !== document) return [];
      const { message } = first.diagnostic;
      const isNamed = message.startsWith('The API server ');
      return [`${place}: ${isNamed ? '' : 'The API server rejects this Endpoints: '}${message}`];
    }
  });
}

/** False for a patch, which is mirrored as part of its object. */
function isEndpoints({ kind, group }: IndexedObject['facts']): boolean {
  return kind === 'Endpoints' && group === '';
}

const enforced = rules.filter(({ enforcedBy }) => enforcedBy === 'server');

function refusedIn(file: SourceFile, minor: number): readonly LocatedFinding[] {
  return checkFile(file, { rules: enforced, minor, severities: new Map(), onBug: throwBug });
}
