/** Prints the settings of `endpoints config`: as a settings file with a comment on the origin of each value, or as JSON. */
import type { SettingOrigin } from '../../config/origins.ts';
import { printableJson, withoutControls } from '../../text/quote.ts';
import { shownConfigPath } from '../config-file.ts';
import { jsonText } from '../terminal.ts';

export interface FileOrigins {
  readonly name: string;
  readonly origins: readonly SettingOrigin[];
}

export function settingsText(all: readonly FileOrigins[], cwd: string): string {
  return all.map(({ name, origins }) => `# ${withoutControls(name)}\n${linesOf(origins, cwd)}`).join('---\n');
}

export function settingsJson(all: readonly FileOrigins[], cwd: string): string {
  const files = all.map(({ name, origins }) => ({
    file: name,
    settings: origins.map((origin) => ({ key: origin.key, value: origin.value, ...placeJson(origin, cwd) })),
  }));
  return jsonText({ version: 1, files });
}

function placeJson({ key, layer }: SettingOrigin, cwd: string): object {
  if (!layer) return { from: 'default' };
  if (layer.file === undefined) return { from: optionOf(key) };
  const override = layer.override === undefined ? {} : { override: layer.override };
  return { from: 'file', file: shownConfigPath(layer.file, cwd), line: layer.lines?.get(key) ?? 1, ...override };
}

type Line = readonly [text: string, comment: string];

function linesOf(origins: readonly SettingOrigin[], cwd: string): string {
  const lines: Line[] = [];
  let open = '';
  for (const origin of origins) {
    const [group = '', ...names] = origin.key.split('.');
    const name = names.join('.');
    const isListed = Array.isArray(origin.value);
    if ((name !== '' || isListed) && open !== group) lines.push([`${group}:`, '']);
    open = group;
    const comment = placeText(origin, cwd);
    if (Array.isArray(origin.value) && name !== '')
      lines.push([`  ${name}: [${origin.value.map(scalar).join(', ')}]`, comment]);
    else if (Array.isArray(origin.value))
      lines.push(...origin.value.map((item): Line => [`  - ${scalar(item)}`, comment]));
    else
      lines.push([name === '' ? `${group}: ${scalar(origin.value)}` : `  ${name}: ${scalar(origin.value)}`, comment]);
  }
  const width = Math.max(0, ...lines.map(([text]) => text.length));
  return lines.map(([text, comment]) => `${comment === '' ? text : `${text.padEnd(width)}  # ${comment}`}\n`).join('');
}

function placeText({ key, layer }: SettingOrigin, cwd: string): string {
  if (!layer) return 'default';
  if (layer.file === undefined) return optionOf(key);
  const place = `${withoutControls(shownConfigPath(layer.file, cwd))}:${layer.lines?.get(key) ?? 1}`;
  return layer.override === undefined ? place : `overrides[${layer.override}] of ${place}`;
}

function optionOf(key: string): string {
  return key === 'kubernetesVersion' ? '--kubernetes-version' : '--severity';
}

/** Quotes every string except plain words: a version without quotes is a number. */
function scalar(value: unknown): string {
  const text = withoutControls(String(value));
  return typeof value === 'string' && !/^[A-Za-z][\w./-]*$/.test(text) ? printableJson(text) : text;
}
