/** The page of a picture: what VS Code shows beside the editor. */
import type { TrafficPlace } from '../../analysis/traffic/report.ts';
import type { PictureService } from '../../analysis/picture/picture.ts';
import { layoutService } from '../layout.ts';
import type { MessageFromPage, PageState } from '../page-messages.ts';
import { strayService } from '../strays.ts';
import { ServiceDrawing } from './service-drawing.tsx';

export interface TrafficPageProps {
  readonly state: PageState;
  /** In pixels. */
  readonly width: number;
  readonly post: (message: MessageFromPage) => void;
}

export function TrafficPage({ state: { picture, remark }, width, post }: TrafficPageProps) {
  if (!picture) return <p>{remark}</p>;
  return (
    <main>
      {[...picture.services, ...strayService(picture)].map((service) => (
        <Drawing key={service.id} service={service} width={width} post={post} />
      ))}
    </main>
  );
}

interface DrawingProps extends Pick<TrafficPageProps, 'width' | 'post'> {
  readonly service: PictureService;
}

function Drawing({ service, width, post }: DrawingProps) {
  const scene = layoutService(service, { width, isOpen: () => false });
  const places = placesOf(service);
  return (
    <svg class="picture" width={scene.width} height={scene.height} viewBox={`0 0 ${scene.width} ${scene.height}`}>
      <ServiceDrawing
        scene={scene}
        propsOf={({ id }) => {
          const place = places.get(id);
          return place ? { tabIndex: 0, onClick: () => post({ kind: 'reveal', place }) } : {};
        }}
      />
    </svg>
  );
}

function placesOf({ clients, ports, objects }: PictureService): ReadonlyMap<string, TrafficPlace> {
  const nodes = [...clients, ...ports, ...objects, ...objects.flatMap(({ addresses }) => addresses)];
  return new Map(nodes.map(({ id, file, range }) => [id, { file, range }]));
}
