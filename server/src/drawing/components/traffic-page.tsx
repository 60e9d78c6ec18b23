/** The page of a picture: what VS Code shows beside the editor, and what an HTML file contains. */
import { useMemo, useRef } from 'preact/hooks';
import { counted, grouped } from '../../text/quote.ts';
import { leastWidth } from '../layout.ts';
import type { PageChoices } from '../page-choices.ts';
import type { MessageFromPage, PageState } from '../page-messages.ts';
import { Legend } from './legend.tsx';
import { ServiceSection } from './service-section.tsx';
import { Toolbar } from './toolbar.tsx';
import { TrafficTable } from './traffic-table.tsx';
import {
  partCount,
  useChoices,
  useDrawnParts,
  useNews,
  useScenes,
  useServices,
  useWidth,
  useZoomKeys,
} from './use-page-state.ts';
import { useParts } from './use-parts.ts';

export interface TrafficPageProps {
  readonly state: PageState;
  /** The id of the part at the cursor; null for none. */
  readonly active: string | null;
  /** In pixels, until the page is measured; undefined to draw nothing before. */
  readonly width: number | undefined;
  /** Undefined outside of VS Code, where there is nobody to talk to. */
  readonly post: ((message: MessageFromPage) => void) | undefined;
  /** What `save` got in an earlier life of the page. */
  readonly kept: unknown;
  readonly save: (choices: PageChoices) => void;
}

const legendId = 'legend';

export function TrafficPage({ state, active, width: first, post, kept, save }: TrafficPageProps) {
  const { picture, remark, view } = state;
  const main = useRef<HTMLElement>(null);
  const [choices, change] = useChoices(kept, save);
  const { zoom, isTable, open } = choices;
  const width = useWidth(main, first);
  const { all, chosen } = useServices(picture, choices);
  const scenes = useScenes(
    isTable ? noServices : chosen,
    width === undefined ? undefined : Math.floor(width / zoom),
    open,
  );
  const most = useDrawnParts(scenes, first !== undefined);
  let left = most;
  const drawn = scenes.flatMap((scene) => {
    const own = Math.min(left, scene.boxes.length);
    left -= partCount(scene.boxes);
    return own < 0 ? [] : [{ scene, most: own }];
  });
  const news = useNews(picture, view);
  useZoomKeys(main, zoom, change, post !== undefined);
  const onReveal = useMemo(() => post && (((place) => post({ kind: 'reveal', place })) satisfies Reveal), [post]);
  const toggle = (id: string): void =>
    change({ open: open.includes(id) ? open.filter((each) => each !== id) : [...open, id] });
  const handlers = useParts({ main, services: chosen, scenes, isWhole: most === Infinity, active, toggle, onReveal });
  const isFiltered = chosen !== all && (choices.text !== '' || choices.onlyProblems);
  const services = counted(all.length, 'Service');
  const empty = picture ? (all.length === 0 ? 'There is no Service.' : 'No part matches the filter.') : remark;
  return (
    <div class={`page${post ? ' webview' : ''}`}>
      <Toolbar
        state={state}
        choices={choices}
        change={change}
        onView={post && ((id) => post({ kind: 'view', id }))}
        onLock={post && ((isLocked) => post({ kind: 'lock', isLocked }))}
        fit={() => change({ zoom: Math.min(1, (main.current?.clientWidth ?? leastWidth) / leastWidth) })}
        count={isFiltered ? `${grouped(chosen.length)} of ${services}` : services}
        legendId={legendId}
      />
      {choices.hasLegend && <Legend id={legendId} />}
      <p class="hidden" role="status">
        {news}
      </p>
      <main ref={main} tabIndex={isTable || post === undefined ? 0 : undefined} {...handlers}>
        {chosen.length === 0 && <p class="remark">{empty}</p>}
        {isTable && chosen.length > 0 && <TrafficTable services={chosen} onReveal={onReveal} />}
        {drawn.map(({ scene, most }, i) => (
          <ServiceSection
            key={scene.service.id}
            scene={scene}
            zoom={zoom}
            canReveal={post !== undefined}
            isFirst={i === 0}
            most={most}
          />
        ))}
        {picture?.remarks.map((words, i) => (
          <p key={i} class="remark">
            {words}
          </p>
        ))}
      </main>
    </div>
  );
}

type Reveal = (place: Extract<MessageFromPage, { readonly kind: 'reveal' }>['place']) => void;

const noServices: readonly never[] = [];
