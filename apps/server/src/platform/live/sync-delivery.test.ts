import type { SyncMessage } from '@vitrine/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSyncDelivery } from './sync-delivery.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const CONTENTS: NonNullable<SyncMessage['contents']> = [];

function createDelivery(complete: (message: SyncMessage) => Promise<SyncMessage>) {
  const sent: unknown[] = [];
  const deliver = createSyncDelivery(complete, ({ payload }) => void sent.push(payload));
  const deliverRevision = (revision: number) => deliver({ namespace: 'screen', rooms: ['screen:a'], event: 'sync', payload: { revision } });
  return { sent, deliverRevision };
}

it('sends a message without its contents when they take too long, and later messages after it', async () => {
  const { sent, deliverRevision } = createDelivery((message) =>
    message.revision < 3 ? new Promise(() => undefined) : Promise.resolve({ ...message, contents: CONTENTS }),
  );
  for (const revision of [1, 2, 3]) deliverRevision(revision);
  await vi.advanceTimersByTimeAsync(1900);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual([{ revision: 1 }, { revision: 2 }, { revision: 3, contents: CONTENTS }]);
});

it('sends a message once when its contents arrive after the time limit', async () => {
  const slow = Promise.withResolvers<SyncMessage>();
  const { sent, deliverRevision } = createDelivery(() => slow.promise);
  deliverRevision(1);
  await vi.advanceTimersByTimeAsync(2000);
  slow.resolve({ revision: 1, contents: CONTENTS });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ revision: 1 }]);
});

it('sends messages in the order of their arrival, and without contents that can’t be read', async () => {
  const slow = Promise.withResolvers<SyncMessage>();
  const results = [slow.promise, Promise.reject(new Error('the database is away')), Promise.resolve({ revision: 3, contents: CONTENTS })];
  const { sent, deliverRevision } = createDelivery(({ revision }) => results[revision - 1] ?? Promise.reject(new Error('unexpected')));
  for (const revision of [1, 2, 3]) deliverRevision(revision);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([]);
  slow.resolve({ revision: 1, contents: CONTENTS });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([{ revision: 1, contents: CONTENTS }, { revision: 2 }, { revision: 3, contents: CONTENTS }]);
  expect(vi.getTimerCount()).toBe(0);
});
