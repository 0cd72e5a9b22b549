import type { Manifest, SentSource } from '@vitrine/contract/screens';
import type { SourceDocument } from '@vitrine/contract/sources';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SourceData, type StoredDocument } from './source-data.ts';

const CHANGED_AT = '2026-11-27T14:20:00.000Z';
const DAY_MS = 86_400_000;
const feed = (title: string): SourceDocument => ({ kind: 'feed', title, items: [] });
const source = (sha256: string, more: Partial<SentSource> = {}): SentSource => ({
  id: 'news',
  sha256,
  changedAt: CHANGED_AT,
  failingSince: null,
  ...more,
});
const manifest = (...sources: SentSource[]): Manifest => ({ revision: 1, device: null, publishes: [], files: [], sources });
const online = (now: Manifest, nextManifest: Manifest | null = null) => ({ manifest: now, nextManifest, reachable: true });

let stored: Record<string, StoredDocument>;
const fetchDocument = vi.fn(async (sha256: string) => feed(sha256));
const onError = vi.fn();
const open = (lastResponse: number | null = null) =>
  new SourceData({
    stored: structuredClone(stored),
    store: async (documents) => void (stored = structuredClone(documents)),
    fetchDocument,
    readLastResponse: async () => lastResponse,
    onError,
  });

beforeEach(() => {
  vi.useFakeTimers();
  stored = {};
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('documents', () => {
  it('that arrive with a manifest are used and stored without a request', async () => {
    const data = open();
    const listener = vi.fn();
    data.subscribe(listener);
    data.update(online(manifest(source('a', { document: feed('Sent') }))));
    expect(data.getState('news')).toEqual({ document: feed('Sent'), currentUntil: null });
    expect(stored).toEqual({ news: { sha256: 'a', document: feed('Sent') } });
    expect(listener).toHaveBeenCalledOnce();
    await vi.runAllTimersAsync();
    expect(fetchDocument).not.toHaveBeenCalled();
  });

  it('that are missing are requested once, also for a manifest that is not shown yet', async () => {
    const data = open();
    expect(data.getState('news')).toEqual({ document: null, currentUntil: null });
    data.update(online(manifest(), manifest(source('a'))));
    data.update(online(manifest(source('a'))));
    await vi.runAllTimersAsync();
    expect(fetchDocument.mock.calls).toEqual([['a']]);
    expect(data.getState('news').document).toEqual(feed('a'));
  });

  it('that cannot be fetched are requested again, and the previous ones stay with their age', async () => {
    stored = { news: { sha256: 'old', document: feed('old') } };
    fetchDocument.mockRejectedValueOnce(new Error('the server answered 500'));
    const data = open();
    data.update(online(manifest(source('new'))));
    expect(data.getState('news')).toEqual({ document: feed('old'), currentUntil: Date.parse(CHANGED_AT) });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onError).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(data.getState('news')).toEqual({ document: feed('new'), currentUntil: null });
  });

  it('that change during a request are requested after it', async () => {
    const data = open();
    data.update(online(manifest(source('a'))));
    fetchDocument.mockImplementationOnce(async (sha256) => {
      data.update(online(manifest(source('b'))));
      return feed(sha256);
    });
    await vi.runAllTimersAsync();
    expect(data.getState('news').document).toEqual(feed('b'));
  });

  it('are deleted with the last widget that draws them', () => {
    stored = { news: { sha256: 'a', document: feed('a') } };
    open().update(online(manifest()));
    expect(stored).toEqual({});
  });
});

describe('without a network', () => {
  it('the stored data is drawn after a restart, and still after 90 days, with the time of the last response', async () => {
    stored = { news: { sha256: 'a', document: feed('a') } };
    const lastResponse = Date.parse(CHANGED_AT);
    const data = open(lastResponse);
    data.update({ ...online(manifest(source('a'))), reachable: false });
    await vi.advanceTimersByTimeAsync(90 * DAY_MS);
    expect(data.getState('news')).toEqual({ document: feed('a'), currentUntil: lastResponse });
    expect(open(lastResponse).getState('news').document).toEqual(feed('a'));
    data.update(online(manifest(source('a'))));
    expect(data.getState('news').currentUntil).toBeNull();
  });

  it('data that failed before keeps the earlier time', async () => {
    stored = { news: { sha256: 'a', document: feed('a') } };
    const data = open(Date.parse(CHANGED_AT) + DAY_MS);
    data.update({ ...online(manifest(source('a', { failingSince: CHANGED_AT }))), reachable: false });
    await vi.runAllTimersAsync();
    expect(data.getState('news').currentUntil).toBe(Date.parse(CHANGED_AT));
  });

  it('widgets are drawn again when the connection is lost or returns', async () => {
    const data = open();
    data.update(online(manifest()));
    const listener = vi.fn();
    const unsubscribe = data.subscribe(listener);
    data.update({ ...online(manifest()), reachable: false });
    await vi.runAllTimersAsync();
    const calls = listener.mock.calls.length;
    expect(calls).toBeGreaterThan(0);
    unsubscribe();
    data.update(online(manifest()));
    expect(listener).toHaveBeenCalledTimes(calls);
  });
});
