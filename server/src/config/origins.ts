/** Finds the layer from which each value comes. */
import { minorsOf, versionName } from '../contract/version.ts';
import { defaultSeverity } from '../lint/rule.ts';
import { rules } from '../rules/rules.ts';
import { versionsOf, type Config, type Layer } from './config.ts';
import { settings, switchNames, type SettingKey, type Switch } from './settings.ts';

export interface SettingOrigin {
  /** For a severity, `severity.` and its code. */
  readonly key: string;
  readonly value: string | number | boolean | readonly string[];
  /** Undefined for a default. */
  readonly layer: Layer | undefined;
}

/** All values in the order of the table. With `isWhole`, also the settings for editors and the default severities of all rules. */
export function originsOf(layers: readonly Layer[], isWhole: boolean): readonly SettingOrigin[] {
  return settings.flatMap(({ key, schema }): readonly SettingOrigin[] => {
    if (key === 'severity') return severitiesIn(layers, isWhole);
    if (key === 'exclude') return exclusionsIn(layers);
    if (!isWhole && isForEditors(key)) return [];
    const layer = layers.findLast(({ config }) => valueIn(config, key) !== undefined);
    const value = layer ? valueIn(layer.config, key) : schema['default'];
    return isValue(value) ? [{ key, value, layer }] : [];
  });
}

function severitiesIn(layers: readonly Layer[], isWhole: boolean): readonly SettingOrigin[] {
  return rules.flatMap((rule): readonly SettingOrigin[] => {
    const layer = layers.findLast(({ config }) => config.severities?.has(rule.code));
    if (!layer && !isWhole) return [];
    return [
      { key: `severity.${rule.code}`, value: layer?.config.severities?.get(rule.code) ?? defaultSeverity(rule), layer },
    ];
  });
}

/** The exclusions of all layers are combined. */
function exclusionsIn(layers: readonly Layer[]): readonly SettingOrigin[] {
  return layers.flatMap((layer) => {
    const { exclude = [] } = layer.config;
    return exclude.length > 0 ? [{ key: 'exclude', value: exclude, layer }] : [];
  });
}

function valueIn(config: Config, key: SettingKey): unknown {
  if (key === 'kubernetesVersion') {
    const names = config.minors && minorsOf(versionsOf(config.minors)).map(versionName);
    return names && names.length > 1 ? names : names?.[0];
  }
  if (key === 'convert.managedBy') return config.managedBy;
  if (key === 'allow.cidrs') return config.allowedCidrs;
  if (key === 'allow.ports')
    return config.allowedPorts?.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  if (key === 'relaxedServiceNames' || key === 'mirroring') return config[key];
  if (key === 'platform')
    return config.platform && Object.entries(config.platform).map(([program, version]) => `${program} ${version}`);
  if (key === 'maxFileSize' || key === 'maxWarnings' || key === 'baseline') return config[key];
  return isSwitch(key) ? config.switches?.get(key) : undefined;
}

function isForEditors(key: SettingKey): boolean {
  return key === 'maxFileSize' || isSwitch(key);
}

function isSwitch(key: SettingKey): key is Switch {
  return switchNames.some((name) => name === key);
}

function isValue(value: unknown): value is SettingOrigin['value'] {
  return Array.isArray(value) || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
