import pino from 'pino';
import { newId } from '../platform/ids.ts';
import { createLive, type Nudge } from '../platform/live/live.ts';
import { startLiveListener } from '../platform/live/live-listener.ts';
import type { TestApp } from './test-app.ts';

const PATIENCE_MS = 10_000;

/** Hears what the product says to screens and people, as any process of it would. */
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

  /** All that was said up to now has come once a mark has that is sent after it. */
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
    /** What is said because of what is done. */
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
