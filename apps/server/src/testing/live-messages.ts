import pino from 'pino';
import { newId } from '../platform/ids.ts';
import { createLive, type Nudge } from '../platform/live/live.ts';
import { startLiveListener } from '../platform/live/live-listener.ts';
import type { TestApp } from './test-app.ts';

const MARKER_TIMEOUT_MS = 10_000;

/** Subscribes to the live messages to screens and users, as a process of the product does. */
export async function captureLiveMessages({ databaseUrl, db }: TestApp) {
  let received: Nudge[] = [];
  const markers = new Map<string, () => void>();
  const listener = await startLiveListener({
    url: databaseUrl,
    onMessage: (message) => {
      if (!('rooms' in message)) return;
      received.push(message);
      for (const room of message.rooms) markers.get(room)?.();
    },
    onResumed: () => undefined,
    log: pino({ level: 'silent' }),
  });

  /** Sends a marker and waits for it, so that all earlier messages have arrived too. */
  const collect = async (): Promise<Nudge[]> => {
    const marker = newId();
    const markerArrived = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The marker was not received')), MARKER_TIMEOUT_MS);
      markers.set(marker, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    const nudge: Nudge = { namespace: 'device', rooms: [marker], event: 'mark', payload: {} };
    await db.transaction().execute((tx) => createLive().send(tx, [nudge]));
    await markerArrived;
    markers.delete(marker);
    return received.filter(({ rooms }) => !rooms.includes(marker));
  };

  return {
    /** Returns the messages that are sent while an action runs. */
    async captureDuring(act: () => Promise<unknown>): Promise<Nudge[]> {
      await collect();
      received = [];
      await act();
      return collect();
    },
    stop: () => listener.stop(),
  };
}

export type CapturedMessages = Awaited<ReturnType<typeof captureLiveMessages>>;
