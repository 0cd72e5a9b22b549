import { reload } from '../shell/reload.ts';
import type { Wall } from '../wall/wall.ts';
import { receiptSent } from './factory-reset.ts';
import type { Controls } from './remote.ts';

/** Returns what device commands act on: playback, and the page itself. */
export const createControls = (wall: Wall, page: Pick<Controls, 'load' | 'reset'>): Controls => ({
  play: () => wall.play(),
  pause: () => wall.pause(),
  next: () => wall.next(),
  previous: () => wall.previous(),
  setMuted: (muted) => wall.setMuted(muted),
  reload: () => void receiptSent().then(reload),
  ...page,
});
