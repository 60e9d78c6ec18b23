/** Reads the tree of a text, with its templates masked. */
import type { Document, Form } from '../../tree/document.ts';
import { readJson } from '../json/parse-json.ts';
import { maskJsonTemplates, maskTemplates } from '../template.ts';
import { readYaml, type YamlRead } from '../yaml/read-yaml.ts';

export interface TreeRead extends YamlRead {
  readonly masked: string;
}

/** The tree of one part of a text, whatever it contains. */
export function readTree(text: string, syntax: Document['syntax'], form: Form): TreeRead {
  if (syntax === 'json') {
    const masked = maskJsonTemplates(text, form);
    const { root, issues } = readJson(masked);
    return { masked, root, issues, remarks: [], anchors: [] };
  }
  const masked = maskTemplates(text, form);
  const { root, issues, remarks, anchors } = readYaml(masked.text, form, masked.lines);
  return { masked: masked.text, root, issues, remarks, anchors };
}
