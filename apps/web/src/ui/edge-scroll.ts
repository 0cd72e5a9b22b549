/** Distance from an end of the window at which the page scrolls along, in pixels; the speed is per frame. */
const EDGE = 88;
const SPEED_MAX = 14;

/** Returns the pixels per frame by which the page scrolls during a drag at this height of the window: more near the top and bottom edges. */
export function getEdgeScrollSpeed(y: number, windowHeight: number): number {
  const into = (distance: number) => Math.min(1, Math.max(0, (EDGE - distance) / EDGE));
  return Math.round((into(windowHeight - y) - into(y)) * SPEED_MAX);
}

/** Called in each frame while something is dragged. */
export function scrollAtEdge(y: number): void {
  const by = getEdgeScrollSpeed(y, window.innerHeight);
  if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' });
}
