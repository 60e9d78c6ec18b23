/** What a page keeps between pictures: the choices of its reader, what has been drawn, and its width. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { Picture, PictureService } from '../../analysis/picture/picture.ts';
import { announcement } from '../announce.ts';
import { filteredServices } from '../filter.ts';
import { layoutService } from '../layout.ts';
import { boundedZoom, readChoices, zoomStep, type PageChoices } from '../page-choices.ts';
import { reused } from '../reuse.ts';
import type { Scene } from '../scene.ts';
import { strayService } from '../strays.ts';

export type ChangeChoices = (some: Partial<PageChoices>) => void;

export function useChoices(kept: unknown, save: (choices: PageChoices) => void): readonly [PageChoices, ChangeChoices] {
  const [choices, set] = useState(() => readChoices(kept));
  useEffect(() => save(choices), [choices]);
  const change = useRef<ChangeChoices>((some) =>
    set((before) => ({ ...before, ...some, zoom: boundedZoom(some.zoom ?? before.zoom) })),
  ).current;
  return [choices, change];
}

/** The Services that the filter leaves. Those that are as before are the same objects. */
export function useServices(
  picture: Picture | null,
  { text, onlyProblems }: PageChoices,
): { readonly all: readonly PictureService[]; readonly chosen: readonly PictureService[] } {
  const before = useRef<{ readonly all: readonly PictureService[]; readonly chosen: readonly PictureService[] }>({
    all: [],
    chosen: [],
  });
  return useMemo(() => {
    const all = reused(before.current.all, picture ? [...picture.services, ...strayService(picture)] : []);
    before.current = { all, chosen: reused(before.current.chosen, filteredServices(all, { text, onlyProblems })) };
    return before.current;
  }, [picture, text, onlyProblems]);
}

interface LaidOut {
  readonly service: PictureService;
  readonly width: number;
  /** The unfolded groups of the Service. */
  readonly open: string;
  readonly scene: Scene;
}

/** Only Services that have changed are laid out. None before the width is known. */
export function useScenes(
  services: readonly PictureService[],
  width: number | undefined,
  open: readonly string[],
): readonly Scene[] {
  const before = useRef<ReadonlyMap<string, LaidOut>>(new Map());
  return useMemo(() => {
    if (width === undefined) return [];
    const isOpen = new Set(open);
    const made = services.map((service): LaidOut => {
      const own = open.filter((id) => id.startsWith(service.id)).join('\n');
      const last = before.current.get(service.id);
      if (last && last.service === service && last.width === width && last.open === own) return last;
      const scene = layoutService(service, { width, isOpen: (id) => isOpen.has(id), isOnPage: true });
      if (!last) return { service, width, open: own, scene };
      const [boxes, edges] = [reused(last.scene.boxes, scene.boxes), reused(last.scene.edges, scene.edges)];
      return { service, width, open: own, scene: { ...scene, boxes, edges } };
    });
    before.current = new Map(made.map((each) => [each.service.id, each]));
    return made.map(({ scene }) => scene);
  }, [services, width, open]);
}

/** More than a tall screen shows. */
const firstParts = 120;

/** How many parts are drawn: those that are seen first, and all of them some frames later. */
export function useDrawnParts(scenes: readonly Scene[], isAtOnce: boolean): number {
  const [count, set] = useState(firstParts);
  const isWhole = useRef(isAtOnce);
  const total = scenes.reduce((sum, { boxes }) => sum + partCount(boxes), 0);
  // What has been drawn once stays.
  if (total > 0 && count >= total) isWhole.current = true;
  useEffect(() => {
    if (isWhole.current || total === 0) return undefined;
    const frame = requestAnimationFrame(() => set(count * 3));
    return () => cancelAnimationFrame(frame);
  }, [count, total]);
  return isWhole.current ? Infinity : count;
}

/** A Service without a box takes its place as well. */
export function partCount(boxes: Scene['boxes']): number {
  return boxes.length + 1;
}

/** Of an element, in pixels: `first` until it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>, first: number | undefined): number | undefined {
  const [width, set] = useState(first);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => set(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** What has changed since the last picture of the same view, in words. */
export function useNews(picture: Picture | null, view: string): string {
  const before = useRef<{ readonly picture: Picture | null; readonly view: string }>({ picture: null, view });
  const [news, set] = useState('');
  useEffect(() => {
    const last = before.current;
    before.current = { picture, view };
    const words = last.view === view ? announcement(last.picture, picture) : '';
    if (words !== '') set(words);
  }, [picture, view]);
  return news;
}

/** Ctrl with the wheel, or with +, - and 0, as in editors. Only where a browser does not zoom by itself. */
export function useZoomKeys(
  element: RefObject<HTMLElement | null>,
  zoom: number,
  change: ChangeChoices,
  isOn: boolean,
): void {
  const latest = useRef(zoom);
  latest.current = zoom;
  useEffect(() => {
    const { current } = element;
    if (!isOn || !current) return undefined;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      change({ zoom: latest.current * (event.deltaY < 0 ? zoomStep : 1 / zoomStep) });
    };
    const onKey = (event: KeyboardEvent): void => {
      const to = event.ctrlKey || event.metaKey ? zoomOf(event.key, latest.current) : undefined;
      if (to === undefined) return;
      // Otherwise VS Code would zoom the whole window.
      event.preventDefault();
      event.stopPropagation();
      change({ zoom: to });
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      current.removeEventListener('wheel', onWheel);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [isOn]);
}

function zoomOf(key: string, zoom: number): number | undefined {
  if (key === '+' || key === '=') return zoom * zoomStep;
  if (key === '-') return zoom / zoomStep;
  return key === '0' ? 1 : undefined;
}
