/** All in CSS pixels; points are counted from the middle of the stage. */
export interface Point {
  x: number;
  y: number;
}

/** How much larger than whole a picture is shown, and how far its middle is from the middle of the stage. */
export interface ZoomState {
  scale: number;
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** The stage, and the picture as it is shown whole on it. */
export interface StageLayout {
  stage: Size;
  picture: Size;
}

export const FIT_VIEW: ZoomState = { scale: 1, x: 0, y: 0 };
export const MAX_ZOOM = 8;
/** Scale after a double tap or double click. */
const DOUBLE_TAP_SCALE = 2.5;
/** Zoom factor of a key press. */
const KEY_FACTOR = 1.5;
/** Per pixel that a wheel turns; a trackpad's pinch comes as a wheel with Ctrl, in finer steps. */
const WHEEL_RATE = 0.002;
const PINCH_RATE = 0.01;

export const isZoomed = ({ scale }: ZoomState): boolean => scale > 1;

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** No further than that an edge of the picture is at the edge of the stage; what has room stays in the middle. */
export function clampView({ scale, x, y }: ZoomState, { stage, picture }: StageLayout): ZoomState {
  if (scale <= 1) return FIT_VIEW;
  const room = (of: number, on: number) => Math.max(0, (of * scale - on) / 2);
  const [across, along] = [room(picture.width, stage.width), room(picture.height, stage.height)];
  return { scale, x: clamp(-across, x, across), y: clamp(-along, y, along) };
}

/** The point under `at` stays in place. */
export function zoomTo(view: ZoomState, scale: number, at: Point, field: StageLayout): ZoomState {
  const next = clamp(1, scale, MAX_ZOOM);
  const ratio = next / view.scale;
  return clampView({ scale: next, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, field);
}

export const panBy = (view: ZoomState, by: Point, field: StageLayout): ZoomState =>
  clampView({ ...view, x: view.x + by.x, y: view.y + by.y }, field);

export const zoomByKey = (view: ZoomState, isIn: boolean, field: StageLayout): ZoomState =>
  zoomTo(view, view.scale * (isIn ? KEY_FACTOR : 1 / KEY_FACTOR), { x: 0, y: 0 }, field);

export const zoomByWheel = (view: ZoomState, turned: number, isPinch: boolean, at: Point, field: StageLayout): ZoomState =>
  zoomTo(view, view.scale * Math.exp(-turned * (isPinch ? PINCH_RATE : WHEEL_RATE)), at, field);

/** There and back. */
export const zoomByDoubleTap = (view: ZoomState, at: Point, field: StageLayout): ZoomState =>
  isZoomed(view) ? FIT_VIEW : zoomTo(view, DOUBLE_TAP_SCALE, at, field);

const getMidpoint = ([one, other]: PointPair): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const getDistance = ([one, other]: PointPair): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));

export type PointPair = readonly [Point, Point];

/** Two fingers that were at `from` are at `to`: what was between them still is. */
export function zoomByPinch(view: ZoomState, from: PointPair, to: PointPair, field: StageLayout): ZoomState {
  const [before, now] = [getMidpoint(from), getMidpoint(to)];
  const moved = { ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y };
  return zoomTo(moved, view.scale * (getDistance(to) / getDistance(from)), now, field);
}
