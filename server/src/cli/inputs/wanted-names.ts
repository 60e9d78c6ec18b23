/** Decides by the name of a file whether a search of a directory takes it. */
import { fileLanguage } from '../../frontends/file-languages.ts';
import { isTerraformPath } from '../../frontends/terraform/module-file.ts';
import { isTextName } from '../../analysis/workspace/text-names.ts';

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
    (hasAnyText && isTextName(name)) ||
    manifest.test(name) ||
    isTerraformPath(name) ||
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
