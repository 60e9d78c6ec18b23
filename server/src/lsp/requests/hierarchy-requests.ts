/** Answers the requests for call and type hierarchies. */
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  TypeHierarchyItem,
} from 'vscode-languageserver-types';
import { objectsIn } from '../../analysis/workspace/places.ts';
import { incomingCalls, outgoingCalls, prepareCalls } from '../../features/hierarchy/call-hierarchy.ts';
import type { HierarchySources } from '../../features/hierarchy/senders.ts';
import { prepareTypes, subtypes, supertypes } from '../../features/hierarchy/type-hierarchy.ts';
import type { ItemRequest, TextRequest } from '../protocol/request.ts';
import type { Session } from '../session.ts';
import { filesOf } from '../workspace/files.ts';
import { trafficOptionsOf } from './traffic-options.ts';

/** Null where the cursor is on nothing that has traffic. */
export function callsAt({ session, view }: TextRequest, offset: number): CallHierarchyItem[] | null {
  const sources = sourcesIn(session);
  return someOf(prepareCalls({ view, offset, files: sources.files }, sources));
}

export function incoming({ session }: ItemRequest, item: unknown): CallHierarchyIncomingCall[] {
  return incomingCalls(item, sourcesIn(session));
}

export function outgoing({ session }: ItemRequest, item: unknown): CallHierarchyOutgoingCall[] {
  return outgoingCalls(item, sourcesIn(session));
}

/** Null outside of our objects and their patches. */
export function typesAt({ session, view }: TextRequest, offset: number): TypeHierarchyItem[] | null {
  return someOf(prepareTypes({ view, offset, files: filesOf(session) }));
}

export function patched({ session }: ItemRequest, item: unknown): TypeHierarchyItem[] {
  return supertypes(item, filesOf(session));
}

export function patches({ session }: ItemRequest, item: unknown): TypeHierarchyItem[] {
  return subtypes(item, filesOf(session));
}

function sourcesIn(session: Session): HierarchySources {
  const files = filesOf(session);
  return {
    files,
    optionsOf: (uri) => trafficOptionsOf(session, uri),
    resourceOf({ uri, ordinal }) {
      const file = session.project.builds.roots.get(uri)?.file ?? files.view(uri)?.file;
      return file && objectsIn(file)[ordinal]?.resource;
    },
  };
}

function someOf<T>(items: T[]): T[] | null {
  return items.length > 0 ? items : null;
}
