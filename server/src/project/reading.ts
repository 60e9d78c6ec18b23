/** Reads a text that is edited. Documents that have not changed are not read again, and a long text can be read in steps. */
import { reuseFacts } from '../analysis/facts/file-facts.ts';
import { rereadFile } from '../frontends/documents/reread.ts';
import { readFile, readInSteps } from '../frontends/frontends.ts';
import type { Siblings } from '../frontends/terraform/module.ts';
import { isTerraformPath } from '../frontends/terraform/module-file.ts';
import { isReadBeside } from '../frontends/terraform/read-document.ts';
import { mergeChanges } from '../text/changes.ts';
import type { TextChange } from '../text/edit.ts';
import type { SlicedText } from '../text/long-text.ts';
import { isPlan, type SourceFile } from '../tree/document.ts';
import type { PatchRole } from '../tree/kustomization.ts';

/** Where the first findings of a long text are reported, in UTF-16 units from its start: an editor shows that much of it. */
const firstScreen = 100_000;

interface ReadingOptions {
  /** True where each item of a long List is a document. */
  readonly isByItem?: boolean;
  /** The reading of the text before an edit. */
  readonly before?: Reading | undefined;
  /** How the text differs from the one before; undefined where that is not known. */
  readonly change?: TextChange | undefined;
}

interface ReadText {
  readonly file: SourceFile;
  readonly isPartial: PatchRole;
}

/** One version of a text. It is read when the tree is needed, and not for every change. */
export class Reading {
  readonly #path: string;
  readonly #text: SlicedText;
  readonly #isByItem: boolean;
  /** The last tree of this text or of an earlier one, and how the text differs from that; undefined where it does not. */
  #last: (ReadText & { readonly change: TextChange | undefined }) | undefined;
  /** Documents that are used again where their text is the same. */
  #previous: ReadText | undefined;

  /** The path decides how the text is read. */
  constructor(path: string, text: SlicedText, { isByItem = false, before, change }: ReadingOptions = {}) {
    this.#path = path;
    this.#text = text;
    this.#isByItem = isByItem;
    if (!before) return;
    const last = before.#last;
    if (change && last) this.#last = { ...last, change: mergeChanges(last.change, change) };
    this.#previous = change ? before.#previous : (last ?? before.#previous);
  }

  get text(): string {
    return this.#text.text;
  }

  /** The tree; `isPartial` for a file that kustomize merges into another object. */
  read(isPartial: PatchRole, siblings?: Siblings): SourceFile {
    const last = this.#last?.isPartial === isPartial ? this.#last : undefined;
    const isModule = isTerraformPath(this.#path);
    const before = last && isModule && siblings && !isFileBeside(last.file, siblings) ? undefined : last;
    if (before && !before.change) return before.file;
    const file =
      before?.change && !isModule && !isPlan(before.file)
        ? rereadFile(this.#path, before.file, {
            change: before.change,
            after: this.#text,
            options: { isPartial, isByItem: this.#isByItem },
          })
        : readFile(this.#path, this.#text.text, this.#optionsFor(isPartial, siblings));
    if (before) reuseFacts(before.file, file);
    this.#keep(file, isPartial);
    return file;
  }

  /** Reads document by document, unless the text was read already. Yields what was read once that fills the first screen. */
  *readAhead(isPartial: PatchRole, siblings?: Siblings): Generator<SourceFile | undefined> {
    if (this.#last) return;
    const text = this.#text.text;
    const parts: SourceFile['parts'][number][] = [];
    let isSeen = this.#previous !== undefined;
    for (const part of readInSteps(this.#path, text, this.#optionsFor(isPartial, siblings))) {
      // A request needed the whole tree meanwhile.
      if (this.#last) return;
      parts.push(part);
      this.#previous = { file: { text: '', parts }, isPartial };
      const isFilled = !isSeen && part.start > firstScreen;
      isSeen ||= isFilled;
      yield isFilled ? { text: text.slice(0, part.start + part.document.text.length), parts: [...parts] } : undefined;
    }
    if (!this.#last) this.#keep({ text, parts }, isPartial);
  }

  #optionsFor(isPartial: PatchRole, siblings: Siblings | undefined) {
    const previous = this.#previous?.isPartial === isPartial ? { previous: this.#previous.file } : {};
    return { isPartial, isByItem: this.#isByItem, ...previous, ...(siblings && { siblings }) };
  }

  #keep(file: SourceFile, isPartial: PatchRole): void {
    this.#last = { file, isPartial, change: undefined };
    this.#previous = undefined;
  }
}

/** True where the file would be read in the same way with these other files of its module. */
function isFileBeside({ parts }: SourceFile, siblings: Siblings): boolean {
  return parts.every(({ document }) => isReadBeside(document, siblings));
}
