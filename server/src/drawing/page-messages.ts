/** What the page of the Traffic view and the extension say to each other. */
import type { Picture } from '../analysis/picture/picture.ts';
import type { TrafficPlace } from '../analysis/traffic/report.ts';

export interface PageView {
  /** `written`, `patched`, `mirrored`, `converted`, `changes`. */
  readonly id: string;
  /** `after patches`. */
  readonly title: string;
}

export interface PageState {
  /** Null where there is nothing to draw. */
  readonly picture: Picture | null;
  /** Why there is none; empty otherwise. */
  readonly remark: string;
  /** Those that can be chosen. */
  readonly views: readonly PageView[];
  /** The id of the one that is shown. */
  readonly view: string;
  /** True where the page no longer follows the cursor. */
  readonly isLocked: boolean;
}

export type MessageToPage =
  | { readonly kind: 'state'; readonly state: PageState }
  /** The part at the cursor, by its id; null for none. */
  | { readonly kind: 'active'; readonly id: string | null };

export type MessageFromPage =
  | { readonly kind: 'ready' }
  /** Open the text at the place of a part. */
  | { readonly kind: 'reveal'; readonly place: TrafficPlace }
  | { readonly kind: 'view'; readonly id: string }
  | { readonly kind: 'lock'; readonly isLocked: boolean };
