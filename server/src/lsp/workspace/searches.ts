/** What a search of the workspace folders takes, and which files and folders lie in others. */
import { surroundingKind } from '../../analysis/workspace/placement.ts';
import { normalizedUri } from '../../config/location.ts';
import { exclusionsIn } from '../../config/patterns.ts';
import { codeOf, mayConstruct } from '../../frontends/code/languages.ts';
import { isProjectFile } from '../../frontends/code/program-folders.ts';
import { mayConcern } from '../../frontends/concern.ts';
import { isChartValues } from '../../frontends/frontends.ts';
import { isTerraformPath } from '../../frontends/terraform/module-file.ts';
import { kustomizationNames } from '../../tree/kustomization.ts';
import type { FileSearch } from '../host.ts';
import { pathOfUri, settingsOf, type Session } from '../session.ts';
import { isTerraformUri } from './terraform.ts';

/** A folder within another one is read with it. */
export function outermost(folders: readonly string[]): readonly string[] {
  return [...new Set(folders)].filter(
    (folder) => !folders.some((other) => other !== folder && `${folder}/`.startsWith(`${other}/`)),
  );
}

export function limitsIn(session: Session, folder: string): Omit<FileSearch, 'isWanted'> {
  const { exclude, maxFileSize } = settingsOf(session, `${folder}/`);
  return { exclude: exclusionsIn(folder, exclude), largest: maxFileSize * 1024 };
}

export function searchIn(session: Session, folder: string): FileSearch {
  const isWanted = (name: string, bytes: string): boolean => {
    const code = codeOf(name);
    if (code) return mayConstruct(code.language, bytes);
    if (isTerraformPath(name)) return true;
    return surroundingKind(`/${name}`) !== undefined || isChartValues(name) || isProjectFile(name) || mayConcern(bytes);
  };
  return { ...limitsIn(session, folder), isWanted };
}

export function wholeSearchIn(session: Session, folder: string): FileSearch {
  return { ...limitsIn(session, folder), isWanted: isManifest };
}

/** True for a file or a folder that is gone, and for what was below it. */
export function isBelowAny(uri: string, gone: ReadonlySet<string>): boolean {
  for (let at = normalizedUri(uri); at.includes('/'); at = at.slice(0, at.lastIndexOf('/')))
    if (gone.has(at)) return true;
  return false;
}

/** True for a file that a search finds by its name alone. */
export function isSearched(uri: string): boolean {
  return isManifest(uri) || isTerraformUri(uri);
}

export function isManifest(uri: string): boolean {
  const path = pathOfUri(uri);
  return /\.(?:ya?ml|json)$/i.test(path) || kustomizationNames.some((name) => path.endsWith(`/${name}`));
}
