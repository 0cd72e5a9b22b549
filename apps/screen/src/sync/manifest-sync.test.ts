import type { SyncMessage } from '@vitrine/contract/live';
import type { Manifest, ManifestItem, PlaylistContents } from '@vitrine/contract/screens';
import { copiesOf, packContents } from '@vitrine/playback';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredManifest } from '../database/database.ts';
import { ManifestSync } from './manifest-sync.ts';
import { NotFoundError, ScreenUnknownError } from './screen-api.ts';

const manifest = (revision: number, ...files: string[]): Manifest => ({
  revision,
  device: null,
  publishes: [],
  files: files.map((sha256) => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' })),
});
const adopted = (revision: number, ...files: string[]): StoredManifest => ({
  manifest: manifest(revision, ...files),
  etag: `"${revision}"`,
  deviceId: 'K12345',
});

/** Creates a sync with a server that responds with `next`. */
function createSync(start: StoredManifest | null, storedAtFirst: string[] = []) {
  const stored = new Set(storedAtFirst);
  const server = {
    next: null as StoredManifest | null | Error,
    etags: [] as (string | null)[],
    contents: new Map<string, PlaylistContents>(),
    digests: [] as string[],
  };
  const completed: number[] = [];
  const events = {
    onScreenUnknown: vi.fn(),
    onReachabilityChange: vi.fn(),
    onError: vi.fn(),
    onProgress: vi.fn(),
    onRepaired: vi.fn(),
    onReplaced: vi.fn(),
  };
  /** Time that a manifest request takes. */
  const delay = { requestMs: 0 };
  const panel = { prefersHd: true };
  /** Files that the server does not have. */
  const absent = new Set<string>();
  const fetched: string[] = [];
  const space = { isAvailable: true, maxFiles: Number.POSITIVE_INFINITY, isPartWanted: false };
  const sync = new ManifestSync(start, {
    server: {
      requestManifest: async (etag) => {
        server.etags.push(etag);
        if (delay.requestMs > 0) await new Promise((resolve) => setTimeout(resolve, delay.requestMs));
        if (server.next instanceof Error) throw server.next;
        return server.next;
      },
      fetchContents: async (digest) => {
        server.digests.push(digest);
        const found = server.contents.get(digest);
        if (!found) throw new Error('the server answered 404');
        return found;
      },
      fetchFile: async ({ sha256 }) => {
        if (absent.has(sha256)) throw new NotFoundError('the server answered 404');
        fetched.push(sha256);
        stored.add(sha256);
      },
    },
    cache: {
      listStoredFiles: async () => stored,
      copiesOf: (file) => copiesOf(file, { ...panel, prefersFullHd: true }),
      freeSpaceFor: async (files) => {
        if (!space.isAvailable || files.length > space.maxFiles) throw new Error('not enough space');
      },
      isPartWanted: () => space.isPartWanted,
    },
    listener: { ...events, onComplete: ({ manifest: { revision } }) => completed.push(revision) },
  });
  return { sync, server, delay, completed, stored, fetched, space, panel, absent, ...events };
}

const settle = () => vi.advanceTimersByTimeAsync(1);
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('adopts a manifest once all of its files are stored', async () => {
  const { sync, server, completed, fetched } = createSync(null, ['a']);
  server.next = adopted(3, 'a', 'b');
  sync.requestSync();
  await settle();
  expect(fetched).toEqual(['b']);
  expect(completed).toEqual([3]);
});

it('sends the etag of the newest known manifest', async () => {
  const { sync, server } = createSync(adopted(2, 'a'), ['a']);
  sync.requestSync();
  await settle();
  server.next = adopted(3, 'a');
  sync.requestSync();
  await settle();
  sync.requestSync();
  await settle();
  expect(server.etags).toEqual(['"2"', '"2"', '"3"']);
});

it('sends one request for many nudges, and one more for those that arrive during it', async () => {
  const { sync, server } = createSync(null);
  sync.requestSync();
  sync.requestSync();
  sync.requestSync();
  await settle();
  expect(server.etags).toHaveLength(2);
});

it('waits for the spread of a message that arrived during a request', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { sync, server, delay } = createSync(adopted(2));
  delay.requestMs = 100;
  server.next = adopted(3);
  sync.requestSync();
  sync.handleSyncMessage({ revision: 4, withinMs: 8000 });
  await vi.advanceTimersByTimeAsync(4050);
  expect(server.etags).toEqual(['"2"']);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.etags).toEqual(['"2"', '"3"']);
  vi.restoreAllMocks();
});

it('sends no further request when the response has the revision of a message that arrived during it', async () => {
  const { sync, server, delay } = createSync(adopted(2));
  delay.requestMs = 100;
  server.next = adopted(4);
  sync.setLinked(true);
  sync.requestSync();
  sync.handleSyncMessage({ revision: 4, withinMs: 8000 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.etags).toEqual(['"2"']);
});

it('requests nothing for a known revision, and checks its files instead', async () => {
  const { sync, server, stored, fetched } = createSync(adopted(2, 'a'), ['a']);
  sync.setLinked(true);
  sync.handleSyncMessage({ revision: 2 });
  await settle();
  expect(server.etags).toEqual([]);
  stored.delete('a');
  sync.handleSyncMessage({ revision: 2 });
  await settle();
  expect(fetched).toEqual(['a']);
  sync.handleSyncMessage({ revision: 3 });
  await settle();
  expect(server.etags).toEqual(['"2"']);
});

it('requests the manifest when a new link stays silent, and when the link is lost', async () => {
  const { sync, server } = createSync(adopted(2, 'a'), ['a']);
  sync.setLinked(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.etags).toHaveLength(1);
  sync.setLinked(false);
  await vi.advanceTimersByTimeAsync(3500);
  expect(server.etags).toHaveLength(2);
});

it('downloads a lost file again without another manifest', async () => {
  const { sync, completed, fetched, stored, onRepaired } = createSync(adopted(2, 'a', 'b'), ['a', 'b']);
  stored.delete('b');
  sync.checkFiles();
  await settle();
  expect(fetched).toEqual(['b']);
  expect(onRepaired).toHaveBeenCalledWith('b');
  expect(completed).toEqual([]);
});

it('retries an unreachable server with growing intervals and reports its state', async () => {
  const { sync, server, onReachabilityChange } = createSync(null);
  server.next = new TypeError('failed to fetch');
  sync.requestSync();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(onReachabilityChange).toHaveBeenLastCalledWith(false);
  expect(server.etags.length).toBeGreaterThan(8);
  expect(server.etags.length).toBeLessThan(40);
  server.next = adopted(1);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(onReachabilityChange).toHaveBeenLastCalledWith(true);
});

it('reports that the server does not know the screen', async () => {
  const { sync, server, onScreenUnknown } = createSync(null);
  server.next = new ScreenUnknownError('unknown');
  sync.requestSync();
  await settle();
  expect(onScreenUnknown).toHaveBeenCalledOnce();
});

it('does nothing after stop', async () => {
  const { sync, server } = createSync(null);
  sync.stop();
  sync.requestSync();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.etags).toEqual([]);
});

it('reports files that do not fit, and downloads them once there is space', async () => {
  const { sync, server, completed, fetched, space, onError } = createSync(adopted(2, 'a'), ['a']);
  space.isAvailable = false;
  server.next = adopted(3, 'b', 'c');
  sync.requestSync();
  await settle();
  expect(fetched).toEqual([]);
  expect(onError).toHaveBeenCalledWith('room', expect.any(Error));
  space.isAvailable = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(fetched).toEqual(['b', 'c']);
  expect(completed).toEqual([3]);
});

it('downloads the smallest files that fit, one after the other, while nothing plays', async () => {
  const { sync, server, completed, fetched, space, onError, onProgress } = createSync(null);
  Object.assign(space, { maxFiles: 1, isPartWanted: true });
  const large = adopted(3, 'large', 'small', 'medium');
  for (const [index, sizeBytes] of [300, 100, 200].entries()) Object.assign(large.manifest.files[index] ?? {}, { sizeBytes });
  server.next = large;
  sync.requestSync();
  await settle();
  expect(fetched).toEqual(['small', 'medium', 'large']);
  expect(onError).toHaveBeenCalledWith('room', expect.any(Error));
  expect(onProgress).toHaveBeenCalledWith({ downloaded: 1, total: 3 }, large, [
    expect.objectContaining({ sha256: 'large' }),
    expect.objectContaining({ sha256: 'medium' }),
  ]);
  expect(completed).toEqual([3]);
});

it('repairs files of the playing manifest while the newest one does not fit', async () => {
  const { sync, server, fetched, stored, space } = createSync(adopted(2, 'a'), ['a']);
  space.isAvailable = false;
  server.next = adopted(3, 'b');
  sync.requestSync();
  await settle();
  stored.delete('a');
  sync.checkFiles();
  await settle();
  expect(fetched).toEqual(['a']);
});

describe('handleSyncMessage', () => {
  const PLAYLIST = '00000000-0000-4000-8000-000000000001';
  const item = (sha256: string): ManifestItem => ({ id: sha256, mediaId: sha256, kind: 'image', sha256, durationMs: 5000 });
  const contentsOf = (digest: string, ...files: string[]): PlaylistContents => ({
    digest,
    items: files.map(item),
    files: files.map((sha256) => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' })),
  });
  const at = '2026-11-22T00:00:00.000Z';
  /** Publishes the playlist on a screen that showed none. */
  const published = (from: number, contents: PlaylistContents, more: Partial<SyncMessage> = {}): SyncMessage => ({
    revision: from + 1,
    change: {
      from,
      playlists: [{ playlistId: PLAYLIST, name: 'Evenings', contents: contents.digest }],
      publishes: [{ playlistId: PLAYLIST, main: false, activatedAt: at, updatedAt: at, schedule: null }],
      removed: [],
    },
    contents: [packContents(contents)],
    ...more,
  });

  it('applies a change without a request and adopts it once all files are stored', async () => {
    const { sync, server, completed, fetched } = createSync(adopted(2), []);
    sync.handleSyncMessage(published(2, contentsOf('one', 'a', 'b')));
    await settle();
    expect(fetched).toEqual(['a', 'b']);
    expect(completed).toEqual([3]);
    expect(server.etags).toEqual([]);
    sync.requestSync();
    await settle();
    expect(server.etags).toEqual(['"3"']);
  });

  it('changes the revision in the etag and keeps the name of the UTC offsets', async () => {
    const { sync, server } = createSync({ ...adopted(2), etag: '"2-2026b"' }, []);
    sync.handleSyncMessage(published(2, contentsOf('one')));
    await settle();
    sync.requestSync();
    await settle();
    expect(server.etags).toEqual(['"3-2026b"']);
  });

  it('requests the manifest when the change is of another one', async () => {
    const { sync, server, completed } = createSync(adopted(2), []);
    server.next = adopted(6);
    sync.handleSyncMessage(published(4, contentsOf('one', 'a')));
    await settle();
    expect(server.etags).toEqual(['"2"']);
    expect(completed).toEqual([6]);
  });

  it('requests contents that are not in the message by their digest', async () => {
    const { sync, server, completed } = createSync(adopted(2), []);
    const contents = contentsOf('long', 'a');
    server.contents.set('long', contents);
    sync.handleSyncMessage(published(2, contents, { contents: undefined }));
    await settle();
    expect(server).toMatchObject({ digests: ['long'], etags: [] });
    expect(completed).toEqual([3]);
  });

  it('requests the manifest when the contents no longer exist', async () => {
    const { sync, server, completed } = createSync(adopted(2), []);
    server.next = adopted(7);
    sync.handleSyncMessage(published(2, contentsOf('gone', 'a'), { contents: undefined }));
    await settle();
    expect(server.etags).toEqual(['"2"']);
    expect(completed).toEqual([7]);
  });

  it('requests the manifest when the change is invalid', async () => {
    const { sync, server } = createSync(adopted(2), []);
    sync.handleSyncMessage({ revision: 3, change: { from: 2, playlists: [], publishes: [], removed: [PLAYLIST] } });
    await settle();
    sync.handleSyncMessage({ revision: 3, change: { from: 2 } as never });
    await settle();
    expect(server.etags).toEqual(['"2"', '"2"']);
  });

  it('does not postpone a scheduled request when an old message arrives', async () => {
    const { sync, server, completed } = createSync(adopted(2), []);
    server.next = adopted(9);
    sync.handleSyncMessage({ ...published(3, contentsOf('one', 'a')), withinMs: 5000 });
    sync.handleSyncMessage({ revision: 2 });
    await vi.advanceTimersByTimeAsync(5001);
    expect(server.etags).toEqual(['"2"']);
    expect(completed).toEqual([9]);
  });

  it('applies a message to many screens immediately and delays its downloads and requests', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const [applying, requesting] = [createSync(adopted(2), []), createSync(adopted(1), [])];
    for (const { sync } of [applying, requesting]) sync.handleSyncMessage(published(2, contentsOf('one', 'a'), { withinMs: 4000 }));
    await vi.advanceTimersByTimeAsync(1900);
    const changed = expect.objectContaining({ manifest: expect.objectContaining({ revision: 3 }) });
    expect(applying.onProgress).toHaveBeenLastCalledWith({ downloaded: 0, total: 1 }, changed, [expect.objectContaining({ sha256: 'a' })]);
    expect([applying.fetched, requesting.server.etags]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(200);
    expect([applying.fetched, requesting.server.etags]).toEqual([['a'], ['"1"']]);
    vi.restoreAllMocks();
  });

  it('keeps requesting the manifest during a steady stream of messages', async () => {
    const { sync, server } = createSync(adopted(2), []);
    for (let revision = 10; revision < 40; revision++) {
      sync.handleSyncMessage({ revision, withinMs: 5000 });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(server.etags.length).toBeGreaterThan(3);
  });
});

describe('photos with an HD copy', () => {
  /** A manifest of photos, each with an HD copy. */
  const photos = (revision: number, ...names: string[]): StoredManifest => {
    const { files, ...rest } = manifest(revision, ...names);
    const withHd = files.map((file) => ({ ...file, hd: { sha256: `${file.sha256}-hd`, sizeBytes: 1 } }));
    return { ...adopted(revision), manifest: { ...rest, files: withHd } };
  };

  it('downloads only the HD copies where these are preferred', async () => {
    const { sync, server, completed, fetched } = createSync(null);
    server.next = photos(1, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched).toEqual(['a-hd', 'b-hd']);
    expect(completed).toEqual([1]);
  });

  it('downloads only the large copies where these are preferred', async () => {
    const { sync, server, fetched, panel } = createSync(null);
    panel.prefersHd = false;
    server.next = photos(1, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched).toEqual(['a', 'b']);
  });

  it('adopts a manifest that adds HD copies at once and downloads them afterwards', async () => {
    const { sync, server, completed, fetched, space, onReplaced } = createSync(adopted(1, 'a', 'b'), ['a', 'b']);
    space.isAvailable = false;
    server.next = photos(2, 'a', 'b');
    sync.requestSync();
    await settle();
    expect([completed, fetched]).toEqual([[2], []]);
    space.isAvailable = true;
    sync.checkFiles();
    await settle();
    expect(fetched).toEqual(['a-hd', 'b-hd']);
    expect(onReplaced).toHaveBeenCalledOnce();
  });

  it('replaces one copy after the other when they do not fit together', async () => {
    const { sync, fetched, space, onError } = createSync(photos(1, 'a', 'b', 'c'), ['a', 'b', 'c']);
    space.maxFiles = 1;
    sync.checkFiles();
    await settle();
    expect(fetched).toEqual(['a-hd', 'b-hd', 'c-hd']);
    expect(onError).not.toHaveBeenCalled();
  });

  it('downloads the other copies after the panel changed, and none that it holds', async () => {
    const { sync, fetched, panel, onReplaced } = createSync(photos(1, 'a', 'b'), ['a-hd', 'b-hd', 'b']);
    sync.checkFiles();
    await settle();
    expect(fetched).toEqual([]);
    panel.prefersHd = false;
    sync.checkFiles();
    await settle();
    expect(fetched).toEqual(['a']);
    expect(onReplaced).toHaveBeenCalledOnce();
  });

  it('downloads the large copy when the server does not have the HD copy', async () => {
    const { sync, server, completed, fetched, absent } = createSync(null);
    absent.add('a-hd');
    server.next = photos(1, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched.toSorted()).toEqual(['a', 'b-hd']);
    expect(completed).toEqual([1]);
    absent.clear();
    server.next = photos(2, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched.toSorted()).toEqual(['a', 'a-hd', 'b-hd']);
  });
});
