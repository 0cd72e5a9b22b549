import type { Point } from './zoom.ts';

export type Way = 'across' | 'down';
export type SwipeEnd = 'next' | 'previous' | 'close' | 'stay';

/** So far a finger may wander without meaning anything, in CSS pixels. */
const STILL = 8;
/** A part of the stage's width, or of its height, after which letting go counts. */
const FAR_ACROSS = 0.3;
const FAR_DOWN = 0.18;
/** CSS pixels per millisecond: a flick counts however short it was. */
const FLICK = 0.45;
/** Where there is no neighbour the picture follows, but unwillingly. */
const AT_THE_END = 0.3;

/** Which way a finger goes; none while it might still be a tap. */
export function wayOf({ x, y }: Point): Way | null {
  if (Math.hypot(x, y) < STILL) return null;
  return Math.abs(x) >= Math.abs(y) ? 'across' : 'down';
}

export interface Neighbours {
  hasPrevious: boolean;
  hasNext: boolean;
}

const isThere = (x: number, { hasPrevious, hasNext }: Neighbours) => (x < 0 ? hasNext : hasPrevious);

/** How far a picture goes with a finger that went so far. */
export function followed(way: Way, { x, y }: Point, neighbours: Neighbours): Point {
  if (way === 'down') return { x: 0, y: Math.max(0, y) };
  return { x: isThere(x, neighbours) ? x : x * AT_THE_END, y: 0 };
}

interface Stroke {
  way: Way;
  /** From where it began. */
  by: Point;
  /** CSS pixels per millisecond at its end. */
  speed: Point;
  stage: { width: number; height: number };
}

/** What letting go means: far enough, or fast enough and not on the way back. */
export function swipeEnd({ way, by, speed, stage }: Stroke, neighbours: Neighbours): SwipeEnd {
  const counts = (distance: number, pace: number, far: number) => {
    const isBack = pace * distance < 0 && Math.abs(pace) > FLICK;
    return !isBack && (Math.abs(distance) > far || (Math.abs(pace) > FLICK && pace * distance > 0));
  };
  if (way === 'down') return by.y > 0 && counts(by.y, speed.y, stage.height * FAR_DOWN) ? 'close' : 'stay';
  if (!isThere(by.x, neighbours) || !counts(by.x, speed.x, stage.width * FAR_ACROSS)) return 'stay';
  return by.x < 0 ? 'next' : 'previous';
}
