/** Generates the settings in package.json and the snippets from the settings, the rules and the skeletons of completion. */
import { CompletionItemKind, type CompletionItem } from 'vscode-languageserver-types';
import { settingGroups, severityLevels, settings, type SettingGroup } from '../server/src/config/settings.ts';
import { newestMinor } from '../server/src/contract/version.ts';
import { complete } from '../server/src/features/completion/completion.ts';
import { slotsAt } from '../server/src/frontends/slot/slots.ts';
import { defaultSeverity } from '../server/src/lint/rule.ts';
import { rules } from '../server/src/rules/rules.ts';
import { locatedIn } from '../server/src/features/lsp.ts';
import { plainText } from '../server/src/text/markup.ts';

const traces = {
  off: 'Problems only.',
  messages: 'Each request and its duration.',
  verbose: 'Each request with its parameters and duration.',
};

export function manifest(text: string): string {
  const data = JSON.parse(text) as { contributes: Record<string, unknown> };
  const titled = Object.entries(settingGroups)
    .map(([group, title]) => ({ title, properties: propertiesOf(group as SettingGroup) }))
    .filter(({ properties }) => Object.keys(properties).length > 0);
  const trace = {
    'endpoints.trace.server': {
      type: 'string',
      enum: Object.keys(traces),
      markdownEnumDescriptions: Object.values(traces),
      default: 'off',
      markdownDescription:
        'Traces the communication with the server in the output channel *Kubernetes Endpoints*. The log level of the channel must be Trace.',
      scope: 'window',
    },
  };
  data.contributes['configuration'] = [...titled, { title: 'Server', properties: trace }];
  return JSON.stringify(data);
}

function propertiesOf(group: SettingGroup): Record<string, unknown> {
  const own = settings.filter((setting) => setting.group === group && !setting.isInFilesOnly);
  return Object.fromEntries(
    own.map(({ key, doc, schema }, order) => {
      const more = key === 'severity' ? ruleLevels() : {};
      const markdownDescription =
        key === 'kubernetesVersion' ? `${doc} [Select](command:endpoints.selectKubernetesVersion)` : doc;
      return [`endpoints.${key}`, { ...schema, ...more, order, markdownDescription, scope: 'resource' }];
    }),
  );
}

/** A property for each code, so that VS Code completes and explains it in `settings.json`. */
function ruleLevels(): Record<string, unknown> {
  const properties = rules.map((rule) => {
    const description = `${rule.summary} Default: ${defaultSeverity(rule)}.`;
    return [rule.code, { type: 'string', enum: severityLevels, description }];
  });
  const patternProperties = { '\\*': { type: 'string', enum: severityLevels } };
  return { properties: Object.fromEntries(properties), patternProperties, additionalProperties: false };
}

interface Snippet {
  readonly description: string;
  readonly body: readonly string[];
  /** True for a whole file; VS Code offers these in "Fill File with Snippet". */
  readonly isFileTemplate?: boolean;
}

/** Snippets of the skeletons. Without a prefix, VS Code does not show them in completion a second time. */
export function snippets(language: 'yaml' | 'json'): Readonly<Record<string, Snippet>> {
  const whole = skeletons(`a.${language}`, '').map((item) => [item.label, snippetOf(item, true)] as const);
  if (language === 'json') return Object.fromEntries(whole);
  const inside = skeletons('Pulumi.yaml', 'name: a\nruntime: yaml\nresources:\n  ').map(
    (item) => [`${item.label} among the resources of a Pulumi program`, snippetOf(item, false)] as const,
  );
  return Object.fromEntries([...whole, ...inside]);
}

function skeletons(path: string, text: string): readonly CompletionItem[] {
  const { items } = complete(slotsAt(path, text, text.length), {
    hasSnippets: true,
    keepsIndent: false,
    hasTags: true,
    hasLabelDetails: false,
    markup: plainText,
    isOneLine: false,
    isTyping: false,
    located: locatedIn(text, 'utf-16'),
    minor: newestMinor,
    services: undefined,
    document: () => undefined,
    unserved: () => [],
    around: () => {
      throw new Error('A skeleton names no other object.');
    },
  });
  return items.filter(({ kind }) => kind === CompletionItemKind.Snippet);
}

function snippetOf({ documentation, textEdit }: CompletionItem, isFileTemplate: boolean): Snippet {
  const description = typeof documentation === 'object' ? documentation.value : (documentation ?? '');
  const body = (textEdit?.newText ?? '').split('\n');
  return { description, body, ...(isFileTemplate ? { isFileTemplate } : {}) };
}
