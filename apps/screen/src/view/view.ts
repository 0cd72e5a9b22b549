import { announceWaiting } from './announce-waiting.ts';
import { byId } from './elements.ts';
import type { Face } from './face.ts';
import { drawFace, tickClocks } from './faces.ts';

const CLOCK_MS = 1000;

export interface View {
  readonly stage: HTMLElement;
  show(face: Face, badge: string | null): void;
}

/** The page: the stage, the face over it while no picture shows, and the badge over all. */
export function createView(now: () => number): View {
  const face = byId('face');
  const badge = byId('badge');
  const announce = announceWaiting();
  let drawn = '';
  setInterval(() => tickClocks(face, now()), CLOCK_MS);
  return {
    stage: byId('stage'),
    show(next, words) {
      badge.hidden = words === null;
      badge.textContent = words;
      const key = JSON.stringify(next);
      if (key === drawn) return;
      drawn = key;
      announce(next);
      document.body.dataset['face'] = next.kind;
      // Under a playing stage the last face stays as it was: it is covered, not taken apart, in the frame of the swap.
      if (next.kind !== 'playing') face.replaceChildren(drawFace(next, now()));
    },
  };
}
