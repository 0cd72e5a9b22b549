import type { Point } from './zoom.ts';

export type SwipeAxis = 'across' | 'down';
export type SwipeResult = 'next' | 'previous' | 'close' | 'stay';

/** So far a finger may wander without meaning anything, in CSS pixels. */
const TAP_SLOP_PX = 8;
/** A part of the stage's width, or of its height, after which letting go counts. */
const HORIZONTAL_THRESHOLD = 0.3;
const VERTICAL_THRESHOLD = 0.18;
/** CSS pixels per millisecond: a flick counts however short it was. */
const FLICK_SPEED = 0.45;
/** Where there is no neighbour the picture follows, but unwillingly. */
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

/** How far a picture goes with a finger that went so far. */
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

/** What letting go means: far enough, or fast enough and not on the way back. */
export function getSwipeResult({ way, by, speed, stage }: Stroke, neighbours: Neighbours): SwipeResult {
  const counts = (distance: number, pace: number, far: number) => {
    const isBack = pace * distance < 0 && Math.abs(pace) > FLICK_SPEED;
    return !isBack && (Math.abs(distance) > far || (Math.abs(pace) > FLICK_SPEED && pace * distance > 0));
  };
  if (way === 'down') return by.y > 0 && counts(by.y, speed.y, stage.height * VERTICAL_THRESHOLD) ? 'close' : 'stay';
  if (!hasNeighbour(by.x, neighbours) || !counts(by.x, speed.x, stage.width * HORIZONTAL_THRESHOLD)) return 'stay';
  return by.x < 0 ? 'next' : 'previous';
}
