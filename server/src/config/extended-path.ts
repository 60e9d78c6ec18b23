/** Checks the paths in `extends`, and suggests corrections. Settings are only read from files, and only as data. */
import { quote } from '../text/quote.ts';

/** The problem with the path itself, whether or not the file exists. */
export function extendedPathProblem(path: string): string | undefined {
  const name = quote(path);
  if (path === '') return 'The path is empty. Write the path of a settings file.';
  if (/^[a-z][a-z0-9+.-]+:/i.test(path))
    return `${name} is a URL, and settings are never downloaded. Save the file, and write its path.`;
  if (/\.[cm]?[jt]sx?$/i.test(path))
    return `${name} is a script, and settings are never executed. Write the settings as YAML or JSON.`;
  if (/\.(?:ya?ml|json)$/i.test(path)) return undefined;
  return /^[./]|\/$/.test(path)
    ? `${name} is not a YAML or JSON file. Write the path of the file itself.`
    : `${name} is a package name, and packages are not looked up. ${packageWay(path)}`;
}

/** The way out for a file that does not exist. */
export function missingWay(path: string): string {
  const isPackageLike = path.startsWith('@');
  return isPackageLike ? packageWay(path) : 'Check the path, which is relative to this file.';
}

function packageWay(path: string): string {
  const file = /\.(?:ya?ml|json)$/i.test(path) ? path : `${path}/endpoints.config.yaml`;
  return `Write a path relative to this file, such as ./node_modules/${file}.`;
}
