/** What builds kustomizations, as one value: programs load it only when there is a kustomization to build. */
import { Builder } from './build.ts';
import { overridesIn } from './overrides.ts';
import { printBuild } from './print.ts';
import type { BuildFiles } from '../tree/built.ts';

export const kustomizeEngine = {
  builderOf: (files: BuildFiles): Builder => new Builder(files),
  printBuild,
  overridesIn,
};

export type KustomizeEngine = typeof kustomizeEngine;
