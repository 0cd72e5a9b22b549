import { WAITING_SCREEN_CHANNEL, type WaitingScreenMessage } from '@vitrine/contract/waiting-screen';
import type { StatusView } from './status-view.ts';

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
