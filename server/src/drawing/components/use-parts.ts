/** What a page does with the parts of its drawings: keys, clicks, the menu, and the part at the cursor. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TargetedEvent, TargetedKeyboardEvent, TargetedMouseEvent, RefObject } from 'preact';
import type { TrafficPlace } from '../../analysis/traffic/report.ts';
import type { PictureService } from '../../analysis/picture/picture.ts';
import { isNavigationKey, partBeside } from '../navigate.ts';
import { partAndOwners, partPlace } from '../part-places.ts';
import type { Scene } from '../scene.ts';

interface PartsOptions {
  /** What the drawings are in. */
  readonly main: RefObject<HTMLElement | null>;
  readonly services: readonly PictureService[];
  readonly scenes: readonly Scene[];
  /** False while parts are missing that later frames draw. */
  readonly isWhole: boolean;
  /** The id of the part at the cursor. */
  readonly active: string | null;
  readonly toggle: (group: string) => void;
  /** Undefined where no text can be opened. */
  readonly onReveal: ((place: TrafficPlace) => void) | undefined;
}

/** One part is in the tab order: the one that had the focus last. The arrow keys go to others. */
export function useParts({ main, services, scenes, isWhole, active, toggle, onReveal }: PartsOptions) {
  const current = useRef<string>(undefined);
  const focused = useRef<string>(undefined);
  const lastScenes = useRef(scenes);
  const lastActive = useRef<string | null>(null);

  useLayoutEffect(() => {
    const parts = new Map([...partsIn(main.current)].map((part) => [part.getAttribute('data-id') ?? '', part]));
    const stop = current.current === undefined ? undefined : nearestPart(current.current, parts, lastScenes.current);
    const [first] = parts.values();
    setTabStop(stop ?? first);
    if (focused.current !== undefined && !parts.has(focused.current) && document.activeElement === document.body)
      stop?.focus({ preventScroll: true });
    lastScenes.current = scenes;
    showActive(parts);
  });

  return { onClick, onKeyDown, onFocusIn, onFocusOut, onContextMenuCapture };

  function setTabStop(part: Part | undefined): void {
    for (const other of partsIn(main.current, '[tabindex="0"]')) if (other !== part) other.tabIndex = -1;
    if (part) part.tabIndex = 0;
  }

  function showActive(parts: Parts): void {
    const id = active === null ? undefined : partAndOwners(services, active).find((each) => parts.has(each));
    for (const part of partsIn(main.current, '[data-active]')) if (part.dataset['id'] !== id) markActive(part, false);
    const part = id === undefined ? undefined : parts.get(id);
    if (part && part.dataset['active'] === undefined) markActive(part, true);
    if (part && lastActive.current !== active) part.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    lastActive.current = isWhole && (part || active === null) ? active : null;
  }

  function onFocusIn({ target }: TargetedEvent<HTMLElement>): void {
    const part = partOf(target);
    focused.current = part?.dataset['id'];
    if (!part || !main.current) return;
    current.current = part.dataset['id'];
    setTabStop(part);
  }

  function onFocusOut({ target }: TargetedEvent<HTMLElement>): void {
    // A part that is removed loses the focus too, and then its neighbour gets it.
    queueMicrotask(() => {
      if (target instanceof Element && target.isConnected && document.activeElement !== target)
        focused.current = partOf(document.activeElement)?.dataset['id'];
    });
  }

  function onClick({ target }: TargetedMouseEvent<HTMLElement>): void {
    const isSelecting = document.getSelection()?.isCollapsed === false;
    const part = partOf(target);
    if (part && !isSelecting) act(part);
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
    const part = partOf(event.target);
    const id = part?.dataset['id'];
    if (!part || id === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      // A title is a button, which makes a click of both keys.
      if (part instanceof HTMLButtonElement) return;
      if (event.key === 'Enter' || isGroup(part)) act(part);
    } else if (event.key === 'ArrowRight' && part.getAttribute('aria-expanded') === 'false') toggle(id);
    else if (isNavigationKey(event.key)) {
      const next = partBeside(scenes, id, event.key, onReveal !== undefined);
      [...partsIn(main.current)].find((each) => each.dataset['id'] === next)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function act(part: Part): void {
    const id = part.dataset['id'] ?? '';
    if (isGroup(part)) return toggle(id);
    const place = partPlace(services, id);
    if (place) onReveal?.(place);
  }

  /** VS Code reads the attribute for its menu, after this. */
  function onContextMenuCapture({ target }: TargetedMouseEvent<HTMLElement>): void {
    const part = partOf(target);
    if (!part || !onReveal) return;
    const { id, kind, mark } = part.dataset;
    part.dataset['vscodeContext'] = JSON.stringify({ part: kind, id, mark, preventDefaultContextMenuItems: true });
  }
}

type Part = (HTMLElement | SVGElement) & HTMLOrSVGElement;
type Parts = ReadonlyMap<string, Part>;

function partsIn(main: Element | null, more = ''): NodeListOf<Part> | readonly Part[] {
  return main?.querySelectorAll<Part>(`[data-id]${more}`) ?? [];
}

function partOf(target: EventTarget | null): Part | undefined {
  return (target instanceof Element ? target.closest<Part>('[data-id]') : null) ?? undefined;
}

function isGroup(part: Part): boolean {
  return part.dataset['kind'] === 'group';
}

function markActive(part: Part, isActive: boolean): void {
  if (isActive) {
    part.dataset['active'] = '';
    part.setAttribute('aria-current', 'true');
  } else {
    delete part.dataset['active'];
    part.removeAttribute('aria-current');
  }
}

/** The part itself, or else what it was connected to on the left before. */
function nearestPart(id: string, parts: Parts, scenes: readonly Scene[]): Part | undefined {
  let at: string | undefined = id;
  while (at !== undefined && !parts.has(at)) at = partBeside(scenes, at, 'ArrowLeft', true);
  return at === undefined ? undefined : parts.get(at);
}
