/** All files of the session: an open text replaces the file on the disk. */
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import type { FileRelations } from '../../analysis/workspace/file-around.ts';
import { viewIn, type Files, type View } from '../../features/view.ts';
import type { LocatedFinding } from '../../lint/check-file.ts';
import { checkBuiltFile } from '../../project/add-build-findings.ts';
import { BuildFindings } from '../../project/build-findings.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import { memo } from '../../text/memo.ts';
import type { SourceFile } from '../../tree/document.ts';
import { fileOf, locate, settingsOf, viewOf, type OpenText, type Session } from '../session.ts';

export function findingsOf(session: Session, open: OpenText): readonly LocatedFinding[] {
  const { project } = session;
  project.settle();
  const { uri } = open;
  const settings = settingsOf(session, uri);
  return checkBuiltFile(fileOf(session, open), uri, { settings, project, findings: buildFindingsOf(session) });
}

const buildFindingsOf = memo(
  (session: Session) => new BuildFindings(session.project, (uri) => settingsOf(session, uri)),
);

/** The other files, with the objects of the given tree as the file's own. */
export function aroundOf({ workspace }: Session, uri: string, file: SourceFile): FileRelations {
  return workspace.around(uri, fileFacts(file));
}

/** Texts that were changed are read with the first question about objects: a search over texts needs none. */
export function filesOf(session: Session): Files {
  const { folders, overlay } = session;
  let known: Session['project'] | undefined;
  const settled = (): Session['project'] => {
    if (!known) session.project.settle();
    return (known ??= session.project);
  };
  return {
    get workspace() {
      return settled().workspace;
    },
    folders,
    view: (uri) => fileView(session, uri),
    texts: () => textsOf(session),
    rootsOf: (uri) => settled().builds.reaching(uri),
    overlay,
    builtPlace: (entry, path) => settled().builds.placeOf(entry, path),
  };
}

function* textsOf({ texts, disk }: Session): Iterable<readonly [uri: string, text: string]> {
  for (const { uri, located } of texts.values()) yield [uri, located.text];
  for (const { uri, text } of disk.values()) if (!texts.has(uri)) yield [uri, text];
}

/** Undefined for an unknown file. */
export function fileView(session: Session, uri: string): View | undefined {
  const open = session.texts.get(uri);
  if (open) return viewOf(session, open);
  const disk = session.disk.get(uri);
  return disk && diskView(session, disk);
}

function diskView(session: Session, disk: ProjectFile): View {
  const { uri, text } = disk;
  const { minor } = settingsOf(session, uri);
  const known = views.get(disk)?.deref();
  if (known?.minor === minor) return known;
  let file: SourceFile | undefined;
  const view = viewIn({ uri, located: locate(session, text) }, minor, () => (file ??= session.project.read(disk)));
  views.set(disk, new WeakRef(view));
  return view;
}

/** Weak, because a tree takes many times the memory of its text. */
const views = new WeakMap<ProjectFile, WeakRef<View>>();
