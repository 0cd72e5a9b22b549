import { describe, expect, it } from 'vitest';
import {
  getNextUploads,
  getUploadId,
  reduceQueue,
  type UploadEvent,
  type UploadItem,
  type UploadQueue,
  type UploadState,
} from './queue-state.ts';

const item = (name: string, state: UploadState = { is: 'queued' }): UploadItem => ({
  id: name,
  albumId: 'album',
  name,
  size: 1000,
  file: new File(['x'], name),
  chosenAtUs: 0,
  isKept: false,
  state,
});
const queueOf = (...items: UploadItem[]): UploadQueue => ({ items, isPaused: false, isOffline: false });
const after = (queue: UploadQueue, ...events: UploadEvent[]): UploadQueue => events.reduce(reduceQueue, queue);
const stateOf = (queue: UploadQueue, id: string) => queue.items.find((one) => one.id === id)?.state.is;
const begun = (id: string): UploadEvent => ({ type: 'begun', id });
const progressed = (id: string): UploadEvent => ({ type: 'progressed', id, sentBytes: 500, bytesPerSecond: 100 });
const uploaded = (id: string): UploadEvent => ({ type: 'uploaded', id, mediaId: 'm', duplicateOf: null });
const failed = (id: string, isLost: boolean): UploadEvent => ({ type: 'failed', id, reason: 'No.', isLost });

describe('the queue of uploads', () => {
  it('sends three at a time, in the order they were chosen', () => {
    let queue = queueOf(...['a', 'b', 'c', 'd', 'e'].map((name) => item(name)));
    const names = () => getNextUploads(queue).map(({ id }) => id);
    expect(names()).toEqual(['a', 'b', 'c']);
    queue = after(queue, begun('a'), begun('b'), begun('c'));
    expect(names()).toEqual([]);
    queue = after(queue, progressed('b'), uploaded('b'));
    expect(names()).toEqual(['d']);
    queue = after(queue, failed('a', false));
    expect(names()).toEqual(['d', 'e']);
  });

  it('takes a file from queued to uploaded, and releases its bytes', () => {
    let queue = after(queueOf(item('a')), begun('a'));
    expect(stateOf(queue, 'a')).toBe('checking');
    queue = after(queue, progressed('a'));
    expect(queue.items[0]?.state).toEqual({ is: 'uploading', sentBytes: 500, bytesPerSecond: 100 });
    queue = after(queue, uploaded('a'));
    expect(stateOf(queue, 'a')).toBe('uploaded');
    expect(queue.items[0]?.file).toBeNull();
  });

  it('sends nothing while paused, and what comes late changes nothing', () => {
    let queue = after(queueOf(item('a'), item('b')), begun('a'), progressed('a'), { type: 'paused' });
    expect(stateOf(queue, 'a')).toBe('queued');
    expect(getNextUploads(queue)).toEqual([]);
    queue = after(queue, progressed('a'), failed('a', true), uploaded('a'));
    expect(stateOf(queue, 'a')).toBe('queued');
    expect(getNextUploads(after(queue, { type: 'resumed' }))).toHaveLength(2);
  });

  it('waits for the network, and retries files that failed because of it', () => {
    let queue = after(queueOf(item('a'), item('b'), item('c')), begun('a'), begun('b'), begun('c'));
    queue = after(queue, failed('a', true), failed('b', false), { type: 'went offline' });
    expect([stateOf(queue, 'a'), stateOf(queue, 'b'), stateOf(queue, 'c')]).toEqual(['failed', 'failed', 'queued']);
    expect(getNextUploads(queue)).toEqual([]);
    queue = after(queue, { type: 'came online' });
    expect([stateOf(queue, 'a'), stateOf(queue, 'b')]).toEqual(['queued', 'failed']);
  });

  it('stays paused when the network returns', () => {
    const queue = after(queueOf(item('a')), { type: 'paused' }, { type: 'went offline' }, { type: 'came online' });
    expect(getNextUploads(queue)).toEqual([]);
  });

  it('retries one, or all that failed', () => {
    const queue = after(queueOf(item('a'), item('b')), begun('a'), begun('b'), failed('a', false), failed('b', true));
    const one = after(queue, { type: 'retried', id: 'a' });
    expect([stateOf(one, 'a'), stateOf(one, 'b')]).toEqual(['queued', 'failed']);
    const all = after(queue, { type: 'retried' });
    expect([stateOf(all, 'a'), stateOf(all, 'b')]).toEqual(['queued', 'queued']);
  });

  it('does not take in twice what is under way, but puts what is chosen again in the place of what is not', () => {
    const busy = after(queueOf(item('a'), item('b', { is: 'missing' })), begun('a'));
    const queue = after(busy, { type: 'added', items: [item('a'), item('b'), item('c')] });
    expect(queue.items.map(({ id, state }) => `${id} ${state.is}`)).toEqual(['a checking', 'b queued', 'c queued']);
  });

  it('forgets what is through before the list grows without a bound, never what is not', () => {
    const through = Array.from({ length: 120 }, (_, index) => item(`done-${index}`, { is: 'uploaded', mediaId: null, duplicateOf: null }));
    const queue = after(queueOf(item('kept', { is: 'failed', reason: 'No.', isLost: false }), ...through), {
      type: 'added',
      items: [item('new')],
    });
    expect(queue.items).toHaveLength(100);
    expect(queue.items[0]?.id).toBe('kept');
    expect(queue.items.at(-1)?.id).toBe('new');
    expect(queue.items.at(-2)?.id).toBe('done-119');
  });

  it('lists all duplicates, and continues running uploads', () => {
    const known = Array.from({ length: 250 }, (_, index) => item(`known-${index}`, { is: 'uploaded', mediaId: null, duplicateOf: 'm' }));
    const queue = after(queueOf(item('a')), begun('a'), { type: 'added', items: [...known, item('a', known[0]?.state)] });
    expect(queue.items).toHaveLength(251);
    expect(stateOf(queue, 'a')).toBe('checking');
  });

  it('takes the same file for another album as another upload', () => {
    const file = new File(['x'], 'a.jpg', { lastModified: 1 });
    expect(getUploadId('one', file)).toBe(getUploadId('one', new File(['y'], 'a.jpg', { lastModified: 1 })));
    expect(getUploadId('one', file)).not.toBe(getUploadId('two', file));
    expect(getUploadId('one', file)).not.toBe(getUploadId('one', new File(['x'], 'a.jpg', { lastModified: 2 })));
  });
});
