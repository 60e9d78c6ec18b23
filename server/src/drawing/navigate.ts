/** Finds the part beside another one for the keys of a keyboard: along the edges, and up and down in a lane. */
import type { Scene, SceneBox, SceneKind } from './scene.ts';

const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'] as const;

export type NavigationKey = (typeof keys)[number];

export function isNavigationKey(key: string): key is NavigationKey {
  return (keys as readonly string[]).includes(key);
}

/** A part, or the title of a Service, whose id is that of the Service. */
interface Spot {
  readonly scene: Scene;
  /** Undefined for a title. */
  readonly box: SceneBox | undefined;
}

/** The id of the part to go to; undefined where there is none in this direction. Titles count where they can be reached. */
export function partBeside(
  scenes: readonly Scene[],
  id: string,
  key: NavigationKey,
  hasTitles: boolean,
): string | undefined {
  const spots = scenes.flatMap((scene): readonly Spot[] => [
    ...(hasTitles ? [{ scene, box: undefined }] : []),
    ...scene.boxes.map((box) => ({ scene, box })),
  ]);
  const at = spots.find((spot) => spotId(spot) === id);
  if (key === 'Home' || !at) return spots[0] && spotId(spots[0]);
  if (key === 'End') return spotId(spots.at(-1) ?? at);
  const found = key === 'ArrowRight' || key === 'ArrowLeft' ? along(at, key, hasTitles) : upOrDown(spots, at, key);
  return found && spotId(found);
}

function spotId({ scene, box }: Spot): string {
  return box?.id ?? scene.service.id;
}

function along({ scene, box }: Spot, key: 'ArrowLeft' | 'ArrowRight', hasTitles: boolean): Spot | undefined {
  const isRight = key === 'ArrowRight';
  if (!box) return isRight && scene.boxes[0] ? { scene, box: scene.boxes[0] } : undefined;
  if (isRight && box.kind === 'group') return neighbour(scene, box, 1, 'address');
  const ends = new Set(
    scene.edges.flatMap(({ from, to }) => (isRight ? (from === box.id ? [to] : []) : to === box.id ? [from] : [])),
  );
  const [nearest] = scene.boxes
    .filter((each) => ends.has(each.id))
    .toSorted((one, other) => Math.abs(middle(one) - middle(box)) - Math.abs(middle(other) - middle(box)));
  if (nearest) return { scene, box: nearest };
  if (isRight) return undefined;
  if (box.kind === 'address') return groupOf(scene, box);
  return hasTitles ? { scene, box: undefined } : undefined;
}

function neighbour(scene: Scene, box: SceneBox, step: number, kind: SceneKind): Spot | undefined {
  const found = scene.boxes[scene.boxes.indexOf(box) + step];
  return found?.kind === kind && box.isOpen !== false ? { scene, box: found } : undefined;
}

function groupOf(scene: Scene, box: SceneBox): Spot | undefined {
  const group = scene.boxes.slice(0, scene.boxes.indexOf(box)).findLast(({ kind }) => kind === 'group');
  return group && { scene, box: group };
}

function upOrDown(spots: readonly Spot[], at: Spot, key: NavigationKey): Spot | undefined {
  const isDown = key === 'ArrowDown' || key === 'PageDown';
  const rest = isDown ? spots.slice(spots.indexOf(at) + 1) : spots.slice(0, spots.indexOf(at)).toReversed();
  if (key === 'ArrowUp' || key === 'ArrowDown') return rest.find((spot) => laneOf(spot) === laneOf(at));
  const other = rest.find(({ scene }) => scene !== at.scene)?.scene;
  return spots.find(({ scene }) => scene === other) ?? (isDown ? spots.at(-1) : spots[0]);
}

function laneOf({ box }: Spot): string {
  if (!box) return 'title';
  return box.kind === 'group' ? 'address' : box.kind;
}

function middle({ y, height }: SceneBox): number {
  return y + height / 2;
}
