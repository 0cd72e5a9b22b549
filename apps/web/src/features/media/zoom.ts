/** All in CSS pixels; points are counted from the middle of the stage. */
export interface Point {
  x: number;
  y: number;
}

/** How much larger than whole a picture is shown, and how far its middle is from the middle of the stage. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** The stage, and the picture as it is shown whole on it. */
export interface Field {
  stage: Size;
  picture: Size;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const LARGEST = 8;
/** What a double tap or double click leads to. */
const CLOSE_UP = 2.5;
/** Of a key. */
const KEY_FACTOR = 1.5;
/** Per pixel that a wheel turns; a trackpad's pinch comes as a wheel with Ctrl, in finer steps. */
const WHEEL_RATE = 0.002;
const PINCH_RATE = 0.01;

export const isZoomed = ({ scale }: View): boolean => scale > 1;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** No further than that an edge of the picture is at the edge of the stage; what has room stays in the middle. */
export function within({ scale, x, y }: View, { stage, picture }: Field): View {
  if (scale <= 1) return WHOLE;
  const room = (of: number, on: number) => Math.max(0, (of * scale - on) / 2);
  const [across, along] = [room(picture.width, stage.width), room(picture.height, stage.height)];
  return { scale, x: between(-across, x, across), y: between(-along, y, along) };
}

/** What lies under `at` stays under it. */
export function zoomTo(view: View, scale: number, at: Point, field: Field): View {
  const next = between(1, scale, LARGEST);
  const ratio = next / view.scale;
  return within({ scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, field);
}

export const panBy = (view: View, by: Point, field: Field): View => within({ ...view, x: view.x + by.x, y: view.y + by.y }, field);

export const zoomByKey = (view: View, isIn: boolean, field: Field): View =>
  zoomTo(view, view.scale * (isIn ? KEY_FACTOR : 1 / KEY_FACTOR), { x: 0, y: 0 }, field);

export const zoomByWheel = (view: View, turned: number, isPinch: boolean, at: Point, field: Field): View =>
  zoomTo(view, view.scale * Math.exp(-turned * (isPinch ? PINCH_RATE : WHEEL_RATE)), at, field);

/** There and back. */
export const zoomByDouble = (view: View, at: Point, field: Field): View => (isZoomed(view) ? WHOLE : zoomTo(view, CLOSE_UP, at, field));

const middleOf = ([one, other]: Pair): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distanceOf = ([one, other]: Pair): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));

export type Pair = readonly [Point, Point];

/** Two fingers that were at `from` are at `to`: what was between them still is. */
export function zoomByPinch(view: View, from: Pair, to: Pair, field: Field): View {
  const [before, now] = [middleOf(from), middleOf(to)];
  const moved = { ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y };
  return zoomTo(moved, view.scale * (distanceOf(to) / distanceOf(from)), now, field);
}
