/** The paths of settings files that others extend: which can be meant, and what to write instead. Only files are read, and only data. */
import { quote } from '../text/quote.ts';

/** What is wrong with the path itself, whatever is there. */
export function extendedPathProblem(path: string): string | undefined {
  const name = quote(path);
  if (path === '') return 'An empty path extends nothing. Write the path of a settings file.';
  if (/^[a-z][a-z0-9+.-]+:/i.test(path))
    return `${name} is an address, and settings are never fetched. Save the file, and write its path.`;
  if (/\.[cm]?[jt]sx?$/i.test(path)) return `${name} is code, which is never run. Write the settings as YAML or JSON.`;
  if (/\.(?:ya?ml|json)$/i.test(path)) return undefined;
  return /^[./]|\/$/.test(path)
    ? `${name} is no YAML or JSON file. Write the path of the file itself.`
    : `${name} is looked for nowhere: packages are not. ${packageWay(path)}`;
}

/** What to do where nothing is there. */
export function missingWay(path: string): string {
  const isPackageLike = path.startsWith('@');
  return isPackageLike ? packageWay(path) : 'Check the path, which counts from this file on.';
}

function packageWay(path: string): string {
  const file = /\.(?:ya?ml|json)$/i.test(path) ? path : `${path}/endpoints.config.yaml`;
  return `Write a path from this file on, such as ./node_modules/${file}.`;
}
