import { getDragOffset, getSwipeAxis, getSwipeResult, type Neighbours, type SwipeAxis, type SwipeResult } from './swipe.ts';
import {
  FIT_VIEW,
  isZoomed,
  type Point,
  type PointPair,
  panBy,
  type StageLayout,
  type ZoomState,
  zoomByDoubleTap,
  zoomByPinch,
} from './zoom.ts';

/**
 * State machine for touch, pens and mice on a photo. One pointer starts as a `press`. It becomes a `swipe` when it moves, or a `pan` while the photo is
 * zoomed; two pointers make a `pinch`. When one of two fingers is lifted, the other continues to pan. `spent` waits until all are lifted.
 */
type Mode = 'rest' | 'press' | 'swipe' | 'pan' | 'pinch' | 'spent';

interface Finger extends Point {
  id: number;
}
interface Moment extends Point {
  time: number;
}

export interface Gesture {
  mode: Mode;
  fingers: readonly Finger[];
  view: ZoomState;
  /** Offset of an unzoomed photo that follows the finger. */
  offset: Point;
  way: SwipeAxis | null;
  /** Positions of the fingers and of the view when this mode started. */
  from: readonly Point[];
  fromView: ZoomState;
  /** Recent positions of a single finger, for its speed. */
  trail: readonly Moment[];
  tap: Moment | null;
}

export type PointerStep =
  | { type: 'down' | 'move'; id: number; at: Point; time: number; isMouse: boolean }
  | { type: 'up' | 'cancel'; id: number; time: number };

export interface GestureContext extends Neighbours {
  field: StageLayout;
  /** Videos are neither zoomed nor panned. */
  canZoom: boolean;
}

export interface GestureResult {
  gesture: Gesture;
  /** Result of the swipe that this step ended. */
  end?: SwipeResult;
}

const ORIGIN: Point = { x: 0, y: 0 };
/** Milliseconds between two taps that are one double tap, how far apart they may be, and how long one may last. */
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_DISTANCE = 40;
const TAP_MS = 400;
/** Duration in milliseconds over which the speed is measured. */
const TRAIL_MS = 100;

export const IDLE_GESTURE: Gesture = {
  mode: 'rest',
  fingers: [],
  view: FIT_VIEW,
  offset: ORIGIN,
  way: null,
  from: [],
  fromView: FIT_VIEW,
  trail: [],
  tap: null,
};

const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y });
const isPair = (points: readonly Point[]): points is PointPair => points.length === 2;

function startMode(gesture: Gesture, mode: Mode, fingers: readonly Finger[]): Gesture {
  return { ...gesture, mode, fingers, from: fingers, fromView: gesture.view, offset: ORIGIN, way: null, trail: [] };
}

/** One step of one pointer. */
export function handlePointerStep(gesture: Gesture, step: PointerStep, around: GestureContext): GestureResult {
  if (step.type === 'down') return { gesture: handlePress(gesture, step, around) };
  if (!gesture.fingers.some(({ id }) => id === step.id)) return { gesture };
  if (step.type === 'move') return { gesture: handleMove(gesture, step, around) };
  return step.type === 'up' ? handleLift(gesture, step, around) : { gesture: { ...startMode(gesture, 'rest', []), tap: null } };
}

type Placed = Extract<PointerStep, { at: Point }>;

function handlePress(gesture: Gesture, { id, at, time }: Placed, { canZoom }: GestureContext): Gesture {
  const fingers = [...gesture.fingers.filter((finger) => finger.id !== id), { ...at, id }];
  if (fingers.length === 1) return { ...startMode(gesture, 'press', fingers), trail: [{ ...at, time }] };
  return { ...startMode(gesture, fingers.length === 2 && canZoom ? 'pinch' : 'spent', fingers), tap: null };
}

function handleMove(before: Gesture, { id, at, time, isMouse }: Placed, around: GestureContext): Gesture {
  const fingers = before.fingers.map((finger) => (finger.id === id ? { ...at, id } : finger));
  const trail = [...before.trail.filter((moment) => time - moment.time < TRAIL_MS), { ...at, time }];
  const gesture = { ...before, fingers, trail };
  const [start] = gesture.from;
  if (gesture.mode === 'pinch' && isPair(gesture.from) && isPair(fingers)) {
    return { ...gesture, view: zoomByPinch(gesture.fromView, gesture.from, fingers, around.field) };
  }
  if (!start) return gesture;
  const by = minus(at, start);
  if (gesture.mode === 'press') return getSwipeAxis(by) ? handleMouseDrag(gesture, by, isMouse, around) : gesture;
  return gesture.mode === 'swipe' || gesture.mode === 'pan' ? handleMouseDrag(gesture, by, isMouse, around) : gesture;
}

/** A mouse only drags zoomed photos, because it can use keys and buttons to navigate. */
function handleMouseDrag(gesture: Gesture, by: Point, isMouse: boolean, around: GestureContext): Gesture {
  const hasBegun = gesture.mode !== 'press';
  if (gesture.mode === 'pan' || (!hasBegun && isZoomed(gesture.view))) {
    return { ...gesture, mode: 'pan', tap: null, view: panBy(gesture.fromView, by, around.field) };
  }
  if (isMouse) return { ...gesture, mode: 'spent', tap: null };
  const way = gesture.way ?? getSwipeAxis(by);
  return way ? { ...gesture, mode: 'swipe', tap: null, way, offset: getDragOffset(way, by, around) } : gesture;
}

function handleLift(gesture: Gesture, step: PointerStep, around: GestureContext): GestureResult {
  const fingers = gesture.fingers.filter(({ id }) => id !== step.id);
  if (fingers.length > 0) {
    return { gesture: startMode(gesture, gesture.mode === 'pinch' && isZoomed(gesture.view) ? 'pan' : 'spent', fingers) };
  }
  const rested = startMode(gesture, 'rest', fingers);
  if (gesture.mode === 'press') return { gesture: handleTap(gesture, rested, step.time, around) };
  if (gesture.mode !== 'swipe' || !gesture.way) return { gesture: rested };
  const end = getSwipeResult(
    { way: gesture.way, by: getStroke(gesture), speed: getSpeed(gesture, step.time), stage: around.field.stage },
    around,
  );
  return { gesture: rested, end };
}

function handleTap(gesture: Gesture, rested: Gesture, time: number, { field, canZoom }: GestureContext): Gesture {
  const [pressed] = gesture.trail;
  if (!pressed || time - pressed.time > TAP_MS || !canZoom) return { ...rested, tap: null };
  const isSecond =
    gesture.tap !== null &&
    pressed.time - gesture.tap.time < DOUBLE_TAP_MS &&
    Math.hypot(pressed.x - gesture.tap.x, pressed.y - gesture.tap.y) < DOUBLE_TAP_DISTANCE;
  return isSecond ? { ...rested, tap: null, view: zoomByDoubleTap(rested.view, pressed, field) } : { ...rested, tap: { ...pressed, time } };
}

function getStroke({ from, fingers }: Gesture): Point {
  const [start] = from;
  const [now] = fingers;
  return start && now ? minus(now, start) : ORIGIN;
}

/** A finger that rested before its release has no speed. */
function getSpeed({ trail }: Gesture, time: number): Point {
  const recent = trail.filter((moment) => time - moment.time < TRAIL_MS);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || last.time - first.time < 1) return ORIGIN;
  const elapsed = last.time - first.time;
  return { x: (last.x - first.x) / elapsed, y: (last.y - first.y) / elapsed };
}
