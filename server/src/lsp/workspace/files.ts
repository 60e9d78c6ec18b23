/** All files of the session: open texts win over the disk, and the workspace knows the objects of both. */
import { fileFacts } from '../../analysis/facts/file-facts.ts';
import type { FileRelations } from '../../analysis/workspace/file-around.ts';
import { viewIn } from '../../features/view.ts';
import type { Files, View } from '../../features/view.ts';
import { readFile } from '../../frontends/frontends.ts';
import { checkFile } from '../../lint/check-file.ts';
import type { LocatedFinding } from '../../lint/check-file.ts';
import type { SourceFile } from '../../tree/document.ts';
import { fileOf, locate, pathOfUri, settingsOf, viewOf } from '../session.ts';
import type { DiskText, OpenText, Session } from '../session.ts';

/** What is found in an open text. */
export function findingsOf(session: Session, open: OpenText): readonly LocatedFinding[] {
  settle(session);
  const file = fileOf(session, open);
  return checkFile(file, settingsOf(session, open.uri), aroundOf(session, open.uri, file));
}

/** The files around one, whose own objects are those of the text. */
export function aroundOf({ workspace }: Session, uri: string, file: SourceFile): FileRelations {
  return workspace.around(uri, fileFacts(file));
}

/** Lets the workspace know what the open texts say now. */
export function settle(session: Session): void {
  for (const uri of session.unsettled) {
    session.unsettled.delete(uri);
    session.settled.add(uri);
    const open = session.texts.get(uri);
    const disk = session.disk.get(uri);
    const facts = open ? fileFacts(fileOf(session, open)) : disk ? fileFacts(readDisk(disk)) : [];
    session.workspace.set(uri, facts);
  }
}

/** The files as features see them, the open texts among them as they are now. */
export function filesOf(session: Session): Files {
  settle(session);
  const { workspace, folders } = session;
  return { workspace, folders, view: (uri) => fileView(session, uri), texts: () => textsOf(session) };
}

function* textsOf({ texts, disk }: Session): Iterable<readonly [uri: string, text: string]> {
  for (const { uri, located } of texts.values()) yield [uri, located.text];
  for (const { uri, text } of disk.values()) if (!texts.has(uri)) yield [uri, text];
}

/** A file as a feature sees it; undefined for one that holds no object, or is gone. */
export function fileView(session: Session, uri: string): View | undefined {
  const open = session.texts.get(uri);
  if (open) return viewOf(session, open);
  const disk = session.disk.get(uri);
  return disk && diskView(session, disk);
}

function diskView(session: Session, disk: DiskText): View {
  const { minor } = settingsOf(session, disk.uri);
  const known = views.get(disk)?.deref();
  if (known?.minor === minor) return known;
  let file: SourceFile | undefined;
  const located = locate(session, disk.text);
  const view = viewIn({ uri: disk.uri, located }, minor, () => (file ??= readDisk(disk)));
  views.set(disk, new WeakRef(view));
  return view;
}

/** A tree takes many times the memory of its text: it is there for as long as somebody looks at it. */
const views = new WeakMap<DiskText, WeakRef<View>>();

/** The file, read now. */
export function readDisk({ uri, text, isPartial }: DiskText): SourceFile {
  return readFile(pathOfUri(uri), text, { isPartial });
}
