/** Decides by the name of a file whether a search of a directory takes it. */
import { fileLanguage } from '../../frontends/file-languages.ts';

export interface WantedFiles {
  /** True if Markdown files in directories are included. */
  readonly hasMarkdown?: boolean;
  /** True if templates of other languages, scripts that hold manifests, and programs are included. */
  readonly hasLanguages?: boolean;
  /** True if programs are included, also without the others. */
  readonly hasPrograms?: boolean;
  /** True for all files, as plain texts, but not those that only hold data, by their names. */
  readonly hasAnyText?: boolean;
}

export function isWantedName(
  name: string,
  { hasMarkdown = false, hasLanguages = false, hasAnyText = false }: WantedFiles,
): boolean {
  return (
    (hasAnyText && !data.test(name)) ||
    manifest.test(name) ||
    (hasMarkdown && markdown.test(name)) ||
    (hasLanguages && (script.test(name) || fileLanguage(name) !== undefined))
  );
}

export function isScriptName(name: string): boolean {
  return script.test(name);
}

export function isMarkdownName(name: string): boolean {
  return markdown.test(name);
}

const manifest = /\.(ya?ml|json)$/i;
const script = /\.(?:ba)?sh$/i;
const markdown = /\.(?:md|markdown)$/i;
/** Pictures, archives, compiled programs, and lists that package managers write. */
const data =
  /\.(?:png|jpe?g|gif|ico|webp|avif|bmp|pdf|woff2?|ttf|otf|eot|mp[34]|mov|webm|zip|t?gz|bz2|xz|zst|tar|jar|war|class|wasm|exe|dll|so|dylib|a|o|pyc|bin|db|sqlite|min\.js|min\.css|map|sum|lock)$|^(?:package-lock\.json|pnpm-lock\.yaml|npm-shrinkwrap\.json)$/i;
