/** Chooses what takes the resources of a text apart: for programs what is loaded with their reader, for Terraform its own. */
import type { Document } from '../../tree/document.ts';
import { hclEditor } from '../hcl/hcl-editor.ts';
import type { CallEditor } from './calls.ts';

let editor: CallEditor | undefined;

export function setCallEditor(loaded: CallEditor): void {
  editor = loaded;
}

/** Undefined for a document that is neither a program nor Terraform. A program is read only where the editor is loaded. */
export function callEditorFor({ syntax, form }: Document): CallEditor | undefined {
  if (form === 'terraform') return hclEditor;
  return syntax === 'code' ? editor : undefined;
}
