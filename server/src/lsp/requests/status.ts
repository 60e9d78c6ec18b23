/** Answers endpoints/status and endpoints/files, for status bars and menus: what a file holds, and which files hold resources. */
import type { Position } from 'vscode-languageserver-types';
import { checkedObjects } from '../../analysis/binding/own-services.ts';
import { minorsOf, versionName } from '../../contract/version.ts';
import { offsetOf } from '../../features/lsp.ts';
import { applyTargetAt } from '../../features/shown/apply-target.ts';
import { overlaysOf } from '../../features/shown/built-around.ts';
import { builtObjects, builtTargetAt } from '../../features/shown/built-target.ts';
import { mirrorTargetAt } from '../../features/shown/mirror-target.ts';
import {
  showApplyCommand,
  showBuiltCommand,
  showSlicesCommand,
  showTrafficCommand,
} from '../../features/vocabulary.ts';
import type { BuiltObject } from '../../tree/built.ts';
import type { Resource } from '../../tree/document.ts';
import type { Files, View } from '../../features/view.ts';
import { layersOf, settingsOf, type Session } from '../session.ts';
import { isProgramUri } from '../workspace/programs.ts';

export interface FileStatus {
  /** Such as `1.36`; several versions are separated by `, `. */
  readonly kubernetesVersion: string;
  /** The sources that set the version, the one that applies first; absent for the default. */
  readonly versionSources?: readonly VersionSource[];
  /** The checked objects, also Services, document by document; `name` is null if it is missing or unknown before rendering. */
  readonly resources: readonly { readonly type: string; readonly name: string | null }[];
  /** Why the program is not read; absent for one that is read, and for other files. */
  readonly unread?: string;
  /** The overlays that build the objects of the file; absent where none does. */
  readonly overlays?: readonly string[];
  /** The one whose objects the preview of server-side apply shows: the chosen one, or the only one. */
  readonly overlay?: string;
  /** The commands that show a document about the object at the position of the request; absent without a position. */
  readonly shows?: readonly string[];
}

/** The settings of the client, or a settings file with the line of its version, from 0. */
export type VersionSource = 'client' | { readonly uri: string; readonly line: number };

/** `position` is that of the cursor, if the client sends it. */
export function fileStatus(session: Session, view: View, files: Files, position: Position | undefined): FileStatus {
  const own = files.workspace.entriesIn(view.uri).flatMap((entry) => overlaysOf(entry, files));
  const overlays = [...new Set(own.length > 0 ? own : overlaysWith(view.uri, files))];
  const overlay = overlays.includes(files.overlay) || overlays.length > 1 ? files.overlay : overlays[0];
  const settings = settingsOf(session, view.uri);
  const versionSources = sourcesOf(session, view.uri);
  return {
    kubernetesVersion: minorsOf(settings).map(versionName).join(', '),
    ...(versionSources.length > 0 ? { versionSources } : {}),
    resources: checkedIn(view).map(({ type, name }) => ({ type, name: name ?? null })),
    ...(isUnread(view) ? { unread: session.programProblem } : {}),
    ...(overlays.length > 0 ? { overlays } : {}),
    ...(overlay && overlays.includes(overlay) ? { overlay } : {}),
    ...(position && !isProgramUri(view.uri)
      ? { shows: showsAt(view, files, offsetOf(view.located, position), settings.isOn.apply) }
      : {}),
  };
}

function isUnread({ uri, file }: View): boolean {
  return isProgramUri(uri) && file.parts.some(({ document }) => document.unreadLanguage !== undefined);
}

function checkedIn({ file }: View): readonly Resource[] {
  return file.parts.flatMap(({ document }) => checkedObjects(document));
}

function sourcesOf(session: Session, uri: string): readonly VersionSource[] {
  const setting = layersOf(session, uri).filter(({ config }) => config.minors !== undefined);
  const sources = setting
    .toReversed()
    .map(({ file, lines }): VersionSource =>
      file === undefined ? 'client' : { uri: file, line: (lines?.get('kubernetesVersion') ?? 1) - 1 },
    );
  // A client can send its settings in several ways.
  return sources.filter((source, i) => source !== 'client' || sources.indexOf(source) === i);
}

function showsAt(view: View, files: Files, offset: number, isApplyOn: boolean): readonly string[] {
  const built = builtTargetAt(view, offset);
  const entry = built && files.workspace.entriesIn(view.uri)[built.ordinal];
  return [
    ...(isApplyOn && applyTargetAt(view, offset) ? [showApplyCommand] : []),
    ...(mirrorTargetAt(view, offset) ? [showSlicesCommand] : []),
    ...(built ? [showTrafficCommand] : []),
    ...(entry && builtObjects(entry, files).length > 0 ? [showBuiltCommand] : []),
  ];
}

export interface ResourceFiles {
  readonly uris: readonly string[];
  /** False if there are more. */
  readonly isWhole: boolean;
}

/** Every editor that asks keeps the list. */
const mostFiles = 1_000;

/** The files of the workspace with Endpoints, slices or patches. */
export function resourceFiles({ workspace, disk, texts }: Session): ResourceFiles {
  const uris: string[] = [];
  for (const uri of new Set([...disk.keys(), ...texts.keys()])) {
    // The menu converts files, and shows documents about them.
    if (isProgramUri(uri)) continue;
    if (!workspace.entriesIn(uri).some(({ facts }) => facts.kind.startsWith('Endpoint'))) continue;
    if (uris.length === mostFiles) return { uris, isWhole: false };
    uris.push(uri);
  }
  return { uris, isWhole: true };
}

/** The overlays that build our objects with the file: with a patch, or as a kustomization. */
function overlaysWith(uri: string, files: Files): readonly string[] {
  const isOurs = ({ kind }: BuiltObject): boolean => kind === 'Endpoints' || kind === 'EndpointSlice';
  return files.rootsOf(uri).flatMap(({ name, build }) => (build.objects.some(isOurs) ? [name] : []));
}
