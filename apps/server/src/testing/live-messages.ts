import pino from 'pino';
import { newId } from '../platform/ids.ts';
import { createLive, type Nudge } from '../platform/live/live.ts';
import { startLiveListener } from '../platform/live/live-listener.ts';
import type { TestApp } from './test-app.ts';

const PATIENCE_MS = 10_000;

/** Receives the messages of the product to screens and users, as any of its processes would. */
export async function captureLiveMessages({ databaseUrl, db }: TestApp) {
  let heard: Nudge[] = [];
  const marks = new Map<string, () => void>();
  const listener = await startLiveListener({
    url: databaseUrl,
    onMessage: (message) => {
      if (!('rooms' in message)) return;
      heard.push(message);
      for (const room of message.rooms) marks.get(room)?.();
    },
    onResumed: () => undefined,
    log: pino({ level: 'silent' }),
  });

  /** All earlier messages have arrived once a marker that is sent afterwards has. */
  const collect = async (): Promise<Nudge[]> => {
    const mark = newId();
    const isHeard = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The mark was not heard')), PATIENCE_MS);
      marks.set(mark, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    const nudge: Nudge = { namespace: 'device', rooms: [mark], event: 'mark', payload: {} };
    await db.transaction().execute((tx) => createLive().send(tx, [nudge]));
    await isHeard;
    marks.delete(mark);
    return heard.filter(({ rooms }) => !rooms.includes(mark));
  };

  return {
    /** Returns the messages that an action causes. */
    async captureDuring(act: () => Promise<unknown>): Promise<Nudge[]> {
      await collect();
      heard = [];
      await act();
      return collect();
    },
    stop: () => listener.stop(),
  };
}

export type CapturedMessages = Awaited<ReturnType<typeof captureLiveMessages>>;
