/** Completion and hover in settings files and files with expectations. */
import type { Hover } from 'vscode-languageserver-types';
import { readSettingsFile } from '../../frontends/settings-file.ts';
import type { Markup } from '../../text/markup.ts';
import type { Slot } from '../../tree/slot.ts';
import type { ProposalList } from '../completion/complete-values.ts';
import { describeFieldAt } from '../kustomize/hover-kustomization.ts';
import { trailAt } from '../kustomize/kustomization-text.ts';
import { proposeInType } from '../kustomize/propose-in-type.ts';
import { rangeOf, type Located } from '../lsp.ts';
import { expectationsType } from './expectations-type.ts';
import { settingsType } from './settings-type.ts';

/** `settings` for a settings file, in which a package.json has them in a member. */
export type SettingsKind = 'settings' | 'expectations';

const types = { settings: settingsType, expectations: expectationsType } as const;

/** What the file allows at a slot. */
export function proposeSettings(kind: SettingsKind, slot: Slot, { minor }: { readonly minor: number }): ProposalList {
  const proposals = proposeInType(types[kind], slot, minor).map((proposal) => ({
    ...proposal,
    // Settings are read from the source text, so that `off` needs no quotes.
    spell: (spelling: Parameters<typeof proposal.spell>[0]) =>
      slot.style === 'json' || slot.quote !== ''
        ? proposal.spell(spelling)
        : proposal.spell(spelling).replace(/"(on|off)"/, '$1'),
  }));
  return { proposals, isIncomplete: false };
}

interface HoverPlace {
  readonly uri: string;
  readonly located: Located;
  /** In UTF-16 units. */
  readonly offset: number;
}

/** Explains the key or its value at an offset; null where there is none. */
export function hoverSettings(kind: SettingsKind, { uri, located, offset }: HoverPlace, markup: Markup): Hover | null {
  const { root } = readSettingsFile(uri, located.text);
  if (!root) return null;
  const trail = trailAt(root, offset);
  const inPackage = uri.endsWith('/package.json');
  const { path } = trail.last;
  if (inPackage && path[0] !== 'endpoints') return null;
  const last = inPackage ? { ...trail.last, path: path.slice(1) } : trail.last;
  const answer = describeFieldAt(types[kind], { ...trail, last }, 0, markup);
  return answer ? { contents: { kind: markup.kind, value: answer.text }, range: rangeOf(located, answer.span) } : null;
}
