/** The files of the session as they were before a change: with the texts that the client has read from its repository. */
import { viewIn, type View } from '../../features/view.ts';
import type { EarlierFiles } from '../../features/traffic/picture-subject.ts';
import { namesBefore } from '../../project/names-before.ts';
import { Project } from '../../project/project.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import { rejectionsIn } from '../../project/rejections.ts';
import { reportedFindings } from '../../project/reported-findings.ts';
import { counted } from '../../text/quote.ts';
import type { SourceFile } from '../../tree/document.ts';
import type { ServerContext } from '../protocol/request.ts';
import { locate, pathOfUri, settingsOf, withoutSlash, type OpenText, type Session } from '../session.ts';
import { spelled } from '../spelling.ts';
import { fileView, filesOf } from './files.ts';
import { isReadable } from './programs.ts';
import { loadKustomize } from './surroundings.ts';

export interface FormerText {
  readonly uri: string;
  /** Undefined where there was no such file. */
  readonly text: string | undefined;
  /** The URI at which the client opens the text; empty where it cannot. */
  readonly shownAt: string;
}

export interface FormerTexts {
  readonly texts: readonly FormerText[];
  /** The number of changed files whose texts the client does not send. */
  readonly uncompared: number;
}

export type EarlierServer = Pick<ServerContext, 'connection' | 'session' | 'host'>;

/** The settings are those of the file at `uri`. */
export async function earlierFiles(server: EarlierServer, uri: string, given: FormerTexts): Promise<EarlierFiles> {
  const { session } = server;
  const committed = new Map<string, FormerText>();
  let { uncompared } = given;
  for (const each of given.texts) {
    const own = spelled(session, each.uri);
    if (await isReadable(server, own, each.text ?? '')) committed.set(own, each);
    else uncompared++;
  }
  const project = projects.get(session) ?? projectBeside(session);
  projects.set(session, project);
  await setFiles(project, session, committed);
  const isCurrent = (at: string): boolean =>
    !committed.has(at) && project.workspace.isPatch(at) === session.workspace.isPatch(at);
  const views = new Map<string, View | undefined>();
  const view = (at: string): View | undefined => {
    if (isCurrent(at)) return fileView(session, at);
    if (!views.has(at)) views.set(at, formerView(project.files.get(at), committed.get(at)));
    return views.get(at);
  };
  const formerView = (file: ProjectFile | undefined, was: FormerText | undefined): View | undefined => {
    if (!file) return undefined;
    let tree: SourceFile | undefined;
    const text = { uri: was ? was.shownAt : file.uri, located: locate(session, file.text) };
    return viewIn(text, settingsOf(session, file.uri).minor, () => (tree ??= project.read(file)));
  };
  const { minor, mirroring } = settingsOf(session, uri);
  const { builds, workspace, files } = project;
  const trees = { treeOf: (at: string) => view(at)?.file, builds };
  return {
    files: {
      workspace,
      folders: session.folders,
      view,
      texts: () => [...files.values()].map((file) => [file.uri, file.text] as const),
      rootsOf: (at) => builds.reaching(at),
      overlay: session.overlay,
      builtPlace: (entry, path) => builds.placeOf(entry, path),
    },
    options: {
      minor,
      isMirroring: mirroring === 'on',
      rejectionsOf: rejectionsIn(trees, minor),
      findingsOf: (noteKey) => reportedFindings({ ...trees, workspace }, (at) => settingsOf(session, at), noteKey),
      nameBefore: namesBefore(builds),
    },
    remarks:
      uncompared > 0
        ? [
            `${counted(uncompared, 'changed file')} ${uncompared === 1 ? 'is' : 'are'} not compared: the committed text cannot be read here.`,
          ]
        : [],
  };
}

/** Kept until the next question, because few files differ then. */
const projects = new WeakMap<Session, Project<ProjectFile, OpenText>>();

function projectBeside(session: Session): Project<ProjectFile, OpenText> {
  return new Project<ProjectFile, OpenText>({
    nameOfFolder: session.nameOfFolder,
    beyond: {
      read: () => undefined,
      kindOf: (path) => {
        const kind = session.project.builds.sourcesOf([]).files.kindOf(path);
        return kind === 'file' ? 'missing' : kind;
      },
    },
    // A text that did not change has the facts that the session knows.
    recall: ({ uri, text }, own) => {
      const isSame =
        currentText(session, uri) === text && own.workspace.isPatch(uri) === session.workspace.isPatch(uri);
      return isSame
        ? { facts: session.workspace.entriesIn(uri).map(({ facts }) => facts), isChecked: false }
        : undefined;
    },
  });
}

function currentText({ texts, disk }: Session, uri: string): string | undefined {
  return (texts.get(uri)?.located ?? disk.get(uri))?.text;
}

async function setFiles(
  project: Project<ProjectFile, OpenText>,
  session: Session,
  committed: ReadonlyMap<string, FormerText>,
): Promise<void> {
  const wanted = new Map(filesOf(session).texts());
  for (const { uri, text } of committed.values()) {
    const own = spelled(session, uri);
    if (text === undefined) {
      wanted.delete(own);
      project.setSurroundings(own, undefined);
    } else wanted.set(own, text);
  }
  project.workspace.setRoots(session.folders.map(withoutSlash));
  for (const [uri, text] of session.project.surroundings.texts)
    if (!committed.has(uri)) project.setSurroundings(uri, text);
  for (const uri of project.files.keys()) if (!wanted.has(uri)) project.delete(uri);
  for (const [uri, text] of wanted) project.set({ uri, path: pathOfUri(uri), text });
  project.place();
  await loadKustomize({ project, workspace: project.workspace });
  project.settle();
  project.workspace.setKnowledge(session.workspace.knowledge);
  // Nothing asks for them.
  project.takeChanges();
}
