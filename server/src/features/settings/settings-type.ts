/** The settings as a type, for completion and hover in settings files: made of the table of settings and the rules. */
import { settings, severityLevels, type Setting } from '../../config/settings.ts';
import { platformProgramNames, platformPrograms } from '../../contract/platform.ts';
import { announcedMinor, oldestMinor, versionName } from '../../contract/version.ts';
import {
  atomicList,
  boolean,
  field,
  integer,
  object,
  string,
  type Choice,
  type Field,
  type Type,
} from '../../contract/type.ts';
import { defaultSeverity } from '../../lint/rule.ts';
import { rules } from '../../rules/rules.ts';

const levelDocs: Readonly<Record<string, string>> = {
  off: 'The rule reports nothing.',
  hint: 'The least severe one, which editors show only at its place. It never makes a run fail.',
  info: 'It never makes a run fail.',
  warning: 'More than `maxWarnings` of them make a run fail.',
  error: 'It makes a run fail.',
};

const levels = string({ choices: severityLevels.map((value) => ({ value, doc: levelDocs[value] ?? '' })) });

const severity = object(
  'Severities',
  'A severity for each code.',
  Object.fromEntries(rules.map((rule) => [rule.code, field(levels, rule.summary, { default: defaultSeverity(rule) })])),
  { isOpen: true },
);

const platform = object(
  'Platform',
  'A version for each program.',
  Object.fromEntries(
    platformProgramNames.map((name) => [name, field(string(), `The version of ${platformPrograms[name]}.`)]),
  ),
);

/** The newest first. */
const versions: readonly Choice[] = Array.from({ length: announcedMinor - oldestMinor + 1 }, (_, i) => ({
  value: versionName(announcedMinor - i),
  doc: '',
}));

function typeOf({ key, schema }: Setting): Type {
  if (key === 'severity') return severity;
  if (key === 'overrides') return atomicList(override);
  if (key === 'platform') return platform;
  if (key === 'kubernetesVersion') return string({ suggestions: versions });
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return string({ choices: values.map((value) => ({ value: String(value), doc: '' })) });
  if (type === 'boolean') return boolean;
  if (type === 'integer') return integer(32);
  return type === 'string' ? string() : atomicList(string());
}

/** Each group is an object of its own. */
function fieldsOf(some: readonly Setting[]): Readonly<Record<string, Field>> {
  const fields: Record<string, Field> = {};
  const groups = new Map<string, Setting[]>();
  for (const setting of some) {
    const { key, doc, schema } = setting;
    const [group = '', name] = key.split('.');
    const { default: value } = schema;
    if (name === undefined) {
      const isShown = typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
      fields[key] = field(typeOf(setting), doc, isShown ? { default: String(value) } : {});
    } else {
      const members = [...(groups.get(group) ?? []), setting];
      groups.set(group, members);
      const inner = members.map((each) => ({ ...each, key: each.key.slice(group.length + 1) as Setting['key'] }));
      fields[group] = field(object(group, '', fieldsOf(inner)), members.map((each) => each.doc).join('\n\n'));
    }
  }
  return fields;
}

const override = object(
  'Override',
  'Settings for some files.',
  {
    files: field(
      atomicList(string()),
      'The files to which these settings apply: patterns as in `.gitignore`, relative to the folder of this file. A pattern that starts with `!` excludes files.',
      { required: true },
    ),
    ...fieldsOf(settings.filter(({ isPerFile }) => isPerFile)),
  },
  { shape: ['files'] },
);

export const settingsType = object('Settings', 'The settings of a folder.', fieldsOf(settings));
