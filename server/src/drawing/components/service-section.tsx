/** A Service on a page: its title, and its drawing with roles and names for screen readers. */
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { memo } from '../../text/memo.ts';
import { fitted } from '../cells.ts';
import { nameLabel, unknownLabel } from '../labels.ts';
import { placeLabel } from '../../analysis/picture/place-label.ts';
import type { Scene, SceneBox, SceneKind } from '../scene.ts';
import { drawnPart, ServiceDrawing } from './service-drawing.tsx';

interface ServiceSectionProps {
  readonly scene: Scene;
  readonly zoom: number;
  /** True where the title opens the text of the Service. */
  readonly canReveal: boolean;
  readonly isFirst: boolean;
  /** The first parts are drawn. */
  readonly most: number;
}

/** In cells; the rest is cut. */
const longestTitle = 400;

export function ServiceSection({ scene, zoom, canReveal, isFirst, most }: ServiceSectionProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const [width, height] = [Math.round(scene.width * zoom), Math.round(scene.height * zoom)];
  useLayoutEffect(() => {
    // What is out of sight is not drawn, but takes its place.
    drawing.current?.style.setProperty('contain-intrinsic-size', `${width}px ${height}px`);
  }, [width, height]);
  return useMemo(() => {
    const { service } = scene;
    const name = fitted(nameLabel(service), longestTitle);
    const kind = fitted([service.type, ...service.addresses].join(' '), longestTitle);
    const about = [placeLabel(service), service.build && `built in ${service.build}`].filter(Boolean).join(', ');
    const unknown = unknownLabel(service);
    return (
      <section class={`service${isFirst ? '' : ' split'}`} data-service={service.id}>
        <h2>
          {canReveal && service.file !== null ? (
            <button type="button" data-id={service.id} data-kind="service" tabIndex={-1}>
              {name}
            </button>
          ) : (
            name
          )}
          <small>
            {` ${kind}`}
            {about !== '' && `, ${fitted(about, longestTitle)}`}
          </small>
        </h2>
        {service.note !== '' && (
          <p class={service.isRefused || service.type !== 'headless' ? 'refused' : undefined}>{service.note}</p>
        )}
        {unknown !== '' && <p>{fitted(unknown, longestTitle)}</p>}
        <div class="drawing" ref={drawing}>
          <svg
            class="picture"
            width={width}
            height={height}
            viewBox={`0 0 ${scene.width} ${scene.height}`}
            role={scene.boxes.length > 0 ? 'tree' : undefined}
            aria-label={scene.boxes.length > 0 ? name : undefined}
          >
            <ServiceDrawing scene={scene} most={most} partOf={treeItem} />
          </svg>
        </div>
      </section>
    );
  }, [scene, width, height, canReveal, isFirst, most]);
}

const levels: { readonly [kind in SceneKind]: number } = { client: 1, port: 2, object: 3, group: 4, address: 5 };

/** What programs read in images: on a page, two thousand attributes less for a thousand addresses. */
const unread = { 'data-flows': undefined, 'data-codes': undefined };

/**
 * Screen readers get a tree, whose levels are the lanes: they leave the arrow keys to it. A box that is as before is not
 * compared again: a page may have thousands.
 */
const treeItem = memo((box: SceneBox): VNode => {
  const level = { 'aria-level': levels[box.kind], 'aria-expanded': box.isOpen };
  return drawnPart(box, { ...unread, role: 'treeitem', ...level, tabindex: -1 });
});
