import { WAITING_SCREEN_CHANNEL, type WaitingScreenMessage } from '@vitrine/contract/waiting-screen';
import { getElement } from './elements.ts';
import { renderStatusView, updateClocks } from './render-status.ts';
import type { StatusView } from './status-view.ts';

const CLOCK_INTERVAL_MS = 1000;

export interface View {
  readonly stage: HTMLElement;
  render(status: StatusView, badge: string | null): void;
}

/** Creates the view: the stage, the status over it while no item shows, and the badge on top. */
export function createView(now: () => number): View {
  const face = getElement('face');
  const badge = getElement('badge');
  const announce = broadcastWaitingScreen();
  let renderedKey = '';
  setInterval(() => updateClocks(face, now()), CLOCK_INTERVAL_MS);
  return {
    stage: getElement('stage'),
    render(next, badgeText) {
      badge.hidden = badgeText === null;
      badge.textContent = badgeText;
      const key = JSON.stringify(next);
      if (key === renderedKey) return;
      renderedKey = key;
      announce(next);
      document.body.dataset['face'] = next.kind;
      // The last status stays in the document while the stage covers it, so that the frame of the change does less work.
      if (next.kind === 'off') face.textContent = '';
      else if (next.kind !== 'playing') face.replaceChildren(renderStatusView(next, now()));
    },
  };
}

/** Broadcasts to other pages of this browser which screen waits to be added. Sends on change and on request. */
export function broadcastWaitingScreen(): (face: StatusView) => void {
  // Older TVs have no BroadcastChannel.
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
