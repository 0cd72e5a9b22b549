import type { Point } from './zoom.ts';

export type SwipeAxis = 'across' | 'down';
export type SwipeResult = 'next' | 'previous' | 'close' | 'stay';

/** So far a finger may wander without meaning anything, in CSS pixels. */
const TAP_SLOP_PX = 8;
/** Share of the stage's width, or height, after which a release counts as a swipe. */
const HORIZONTAL_THRESHOLD = 0.3;
const VERTICAL_THRESHOLD = 0.18;
/** CSS pixels per millisecond: a flick counts however short it was. */
const FLICK_SPEED = 0.45;
/** Share of the movement that the photo follows without a neighbor. */
const EDGE_RESISTANCE = 0.3;

/** Which way a finger goes; none while it might still be a tap. */
export function getSwipeAxis({ x, y }: Point): SwipeAxis | null {
  if (Math.hypot(x, y) < TAP_SLOP_PX) return null;
  return Math.abs(x) >= Math.abs(y) ? 'across' : 'down';
}

export interface Neighbours {
  hasPrevious: boolean;
  hasNext: boolean;
}

const hasNeighbour = (x: number, { hasPrevious, hasNext }: Neighbours) => (x < 0 ? hasNext : hasPrevious);

/** Returns the photo's offset for a finger movement. */
export function getDragOffset(way: SwipeAxis, { x, y }: Point, neighbours: Neighbours): Point {
  if (way === 'down') return { x: 0, y: Math.max(0, y) };
  return { x: hasNeighbour(x, neighbours) ? x : x * EDGE_RESISTANCE, y: 0 };
}

interface Stroke {
  way: SwipeAxis;
  /** From where it began. */
  by: Point;
  /** CSS pixels per millisecond at its end. */
  speed: Point;
  stage: { width: number; height: number };
}

/** Returns the meaning of a release: far enough, or fast enough in the same direction. */
export function getSwipeResult({ way, by, speed, stage }: Stroke, neighbours: Neighbours): SwipeResult {
  const counts = (distance: number, pace: number, far: number) => {
    const isBack = pace * distance < 0 && Math.abs(pace) > FLICK_SPEED;
    return !isBack && (Math.abs(distance) > far || (Math.abs(pace) > FLICK_SPEED && pace * distance > 0));
  };
  if (way === 'down') return by.y > 0 && counts(by.y, speed.y, stage.height * VERTICAL_THRESHOLD) ? 'close' : 'stay';
  if (!hasNeighbour(by.x, neighbours) || !counts(by.x, speed.x, stage.width * HORIZONTAL_THRESHOLD)) return 'stay';
  return by.x < 0 ? 'next' : 'previous';
}
