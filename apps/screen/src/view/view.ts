import { WAITING_SCREEN_CHANNEL, type WaitingScreenMessage } from '@vitrine/contract/waiting-screen';
import { getElement } from './elements.ts';
import { renderStatusView, updateClocks } from './render-status.ts';
import type { StatusView } from './status-view.ts';

const CLOCK_INTERVAL_MS = 1000;

export interface View {
  readonly stage: HTMLElement;
  render(face: StatusView, badge: string | null): void;
}

/** The page: the stage, the face over it while no picture shows, and the badge over all. */
export function createView(now: () => number): View {
  const face = getElement('face');
  const badge = getElement('badge');
  const announce = broadcastWaitingScreen();
  let drawn = '';
  setInterval(() => updateClocks(face, now()), CLOCK_INTERVAL_MS);
  return {
    stage: getElement('stage'),
    render(next, words) {
      badge.hidden = words === null;
      badge.textContent = words;
      const key = JSON.stringify(next);
      if (key === drawn) return;
      drawn = key;
      announce(next);
      document.body.dataset['face'] = next.kind;
      // Under a playing stage the last face stays as it was: it is covered, not taken apart, in the frame of the swap.
      if (next.kind !== 'playing') face.replaceChildren(renderStatusView(next, now()));
    },
  };
}

/** Tells other pages of this browser which id waits here to be added, when it changes and when one asks. */
export function broadcastWaitingScreen(): (face: StatusView) => void {
  // Browsers of older televisions have none.
  if (!('BroadcastChannel' in window)) return () => {};
  const channel = new BroadcastChannel(WAITING_SCREEN_CHANNEL);
  let waiting: string | null = null;
  const broadcast = () => channel.postMessage({ kind: 'waiting', deviceId: waiting } satisfies WaitingScreenMessage);
  channel.onmessage = ({ data }: MessageEvent<WaitingScreenMessage>) => {
    if (data.kind === 'ask' && waiting !== null) broadcast();
  };
  return (face) => {
    const next = face.kind === 'waiting' ? face.deviceId : null;
    if (next === waiting) return;
    waiting = next;
    broadcast();
  };
}
