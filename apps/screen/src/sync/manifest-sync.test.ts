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

/** A sync over a server that answers what the test puts in `next`. */
function aSync(start: StoredManifest | null, heldAtFirst: string[] = []) {
  const held = new Set(heldAtFirst);
  const server = {
    next: null as StoredManifest | null | Error,
    etags: [] as (string | null)[],
    contents: new Map<string, PlaylistContents>(),
    digests: [] as string[],
  };
  const whole: number[] = [];
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
  const room = { isThere: true, maxFiles: Number.POSITIVE_INFINITY };
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
        held.add(sha256);
      },
    },
    cache: {
      listStoredFiles: async () => held,
      copiesOf: (file) => copiesOf(file, panel.prefersHd),
      freeSpaceFor: async (files) => {
        if (!room.isThere || files.length > room.maxFiles) throw new Error('no room');
      },
    },
    listener: { ...events, onComplete: ({ manifest: { revision } }) => whole.push(revision) },
  });
  return { sync, server, delay, whole, held, fetched, room, panel, absent, ...events };
}

const settle = () => vi.advanceTimersByTimeAsync(1);
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('hands a manifest over once every file is held', async () => {
  const { sync, server, whole, fetched } = aSync(null, ['a']);
  server.next = adopted(3, 'a', 'b');
  sync.requestSync();
  await settle();
  expect(fetched).toEqual(['b']);
  expect(whole).toEqual([3]);
});

it('asks with the etag of the newest manifest it knows', async () => {
  const { sync, server } = aSync(adopted(2, 'a'), ['a']);
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
  const { sync, server } = aSync(null);
  sync.requestSync();
  sync.requestSync();
  sync.requestSync();
  await settle();
  expect(server.etags).toHaveLength(2);
});

it('waits for the spread of a message that arrived during a request', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { sync, server, delay } = aSync(adopted(2));
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
  const { sync, server, delay } = aSync(adopted(2));
  delay.requestMs = 100;
  server.next = adopted(4);
  sync.setLinked(true);
  sync.requestSync();
  sync.handleSyncMessage({ revision: 4, withinMs: 8000 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.etags).toEqual(['"2"']);
});

it('requests nothing for a known revision, and checks its files instead', async () => {
  const { sync, server, held, fetched } = aSync(adopted(2, 'a'), ['a']);
  sync.setLinked(true);
  sync.handleSyncMessage({ revision: 2 });
  await settle();
  expect(server.etags).toEqual([]);
  held.delete('a');
  sync.handleSyncMessage({ revision: 2 });
  await settle();
  expect(fetched).toEqual(['a']);
  sync.handleSyncMessage({ revision: 3 });
  await settle();
  expect(server.etags).toEqual(['"2"']);
});

it('requests the manifest when a new link stays silent, and when the link is lost', async () => {
  const { sync, server } = aSync(adopted(2, 'a'), ['a']);
  sync.setLinked(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.etags).toHaveLength(1);
  sync.setLinked(false);
  await vi.advanceTimersByTimeAsync(3500);
  expect(server.etags).toHaveLength(2);
});

it('fetches a file again that got lost, without another manifest', async () => {
  const { sync, whole, fetched, held, onRepaired } = aSync(adopted(2, 'a', 'b'), ['a', 'b']);
  held.delete('b');
  sync.checkFiles();
  await settle();
  expect(fetched).toEqual(['b']);
  expect(onRepaired).toHaveBeenCalledWith('b');
  expect(whole).toEqual([]);
});

it('retries a dead server at growing intervals, and reports it', async () => {
  const { sync, server, onReachabilityChange } = aSync(null);
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

it('tells when the server does not know the screen', async () => {
  const { sync, server, onScreenUnknown } = aSync(null);
  server.next = new ScreenUnknownError('unknown');
  sync.requestSync();
  await settle();
  expect(onScreenUnknown).toHaveBeenCalledOnce();
});

it('does nothing after it was stopped', async () => {
  const { sync, server } = aSync(null);
  sync.stop();
  sync.requestSync();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(server.etags).toEqual([]);
});

it('reports files that do not fit, and downloads them once there is space', async () => {
  const { sync, server, whole, fetched, room, onError } = aSync(adopted(2, 'a'), ['a']);
  room.isThere = false;
  server.next = adopted(3, 'b', 'c');
  sync.requestSync();
  await settle();
  expect(fetched).toEqual([]);
  expect(onError).toHaveBeenCalledWith('room', expect.any(Error));
  room.isThere = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(fetched).toEqual(['b', 'c']);
  expect(whole).toEqual([3]);
});

it('repairs what is on the wall also while the newest does not fit', async () => {
  const { sync, server, fetched, held, room } = aSync(adopted(2, 'a'), ['a']);
  room.isThere = false;
  server.next = adopted(3, 'b');
  sync.requestSync();
  await settle();
  held.delete('a');
  sync.checkFiles();
  await settle();
  expect(fetched).toEqual(['a']);
});

describe('a message with a manifest change', () => {
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

  it('is followed without a question, and shown once every file is held', async () => {
    const { sync, server, whole, fetched } = aSync(adopted(2), []);
    sync.handleSyncMessage(published(2, contentsOf('one', 'a', 'b')));
    await settle();
    expect(fetched).toEqual(['a', 'b']);
    expect(whole).toEqual([3]);
    expect(server.etags).toEqual([]);
    sync.requestSync();
    await settle();
    expect(server.etags).toEqual(['"3"']);
  });

  it('changes the revision of the etag, and leaves the name of its UTC offsets as it is', async () => {
    const { sync, server } = aSync({ ...adopted(2), etag: '"2-2026b"' }, []);
    sync.handleSyncMessage(published(2, contentsOf('one')));
    await settle();
    sync.requestSync();
    await settle();
    expect(server.etags).toEqual(['"3-2026b"']);
  });

  it('of another manifest is no more than a nudge', async () => {
    const { sync, server, whole } = aSync(adopted(2), []);
    server.next = adopted(6);
    sync.handleSyncMessage(published(4, contentsOf('one', 'a')));
    await settle();
    expect(server.etags).toEqual(['"2"']);
    expect(whole).toEqual([6]);
  });

  it('whose contents were too long has them fetched by their digest', async () => {
    const { sync, server, whole } = aSync(adopted(2), []);
    const contents = contentsOf('long', 'a');
    server.contents.set('long', contents);
    sync.handleSyncMessage(published(2, contents, { contents: undefined }));
    await settle();
    expect(server).toMatchObject({ digests: ['long'], etags: [] });
    expect(whole).toEqual([3]);
  });

  it('requests the manifest when the contents are missing', async () => {
    const { sync, server, whole } = aSync(adopted(2), []);
    server.next = adopted(7);
    sync.handleSyncMessage(published(2, contentsOf('gone', 'a'), { contents: undefined }));
    await settle();
    expect(server.etags).toEqual(['"2"']);
    expect(whole).toEqual([7]);
  });

  it('that makes no sense has the manifest asked for', async () => {
    const { sync, server } = aSync(adopted(2), []);
    sync.handleSyncMessage({ revision: 3, change: { from: 2, playlists: [], publishes: [], removed: [PLAYLIST] } });
    await settle();
    sync.handleSyncMessage({ revision: 3, change: { from: 2 } as never });
    await settle();
    expect(server.etags).toEqual(['"2"', '"2"']);
  });

  it('that came before the one it builds on leaves no gap: an old word puts no question off', async () => {
    const { sync, server, whole } = aSync(adopted(2), []);
    server.next = adopted(9);
    sync.handleSyncMessage({ ...published(3, contentsOf('one', 'a')), withinMs: 5000 });
    sync.handleSyncMessage({ revision: 2 });
    await vi.advanceTimersByTimeAsync(5001);
    expect(server.etags).toEqual(['"2"']);
    expect(whole).toEqual([9]);
  });

  it('told to a crowd is followed at once, its downloads and questions one after the other', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const [told, asks] = [aSync(adopted(2), []), aSync(adopted(1), [])];
    for (const { sync } of [told, asks]) sync.handleSyncMessage(published(2, contentsOf('one', 'a'), { withinMs: 4000 }));
    await vi.advanceTimersByTimeAsync(1900);
    expect(told.onProgress).toHaveBeenLastCalledWith({ downloaded: 0, total: 1 }, expect.objectContaining({ revision: 3 }));
    expect([told.fetched, asks.server.etags]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(200);
    expect([told.fetched, asks.server.etags]).toEqual([['a'], ['"1"']]);
    vi.restoreAllMocks();
  });

  it('never ends asking, however many keep coming', async () => {
    const { sync, server } = aSync(adopted(2), []);
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
    const { sync, server, whole, fetched } = aSync(null);
    server.next = photos(1, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched).toEqual(['a-hd', 'b-hd']);
    expect(whole).toEqual([1]);
  });

  it('downloads only the large copies where these are preferred', async () => {
    const { sync, server, fetched, panel } = aSync(null);
    panel.prefersHd = false;
    server.next = photos(1, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched).toEqual(['a', 'b']);
  });

  it('adopts a manifest that adds HD copies at once and downloads them afterwards', async () => {
    const { sync, server, whole, fetched, room, onReplaced } = aSync(adopted(1, 'a', 'b'), ['a', 'b']);
    room.isThere = false;
    server.next = photos(2, 'a', 'b');
    sync.requestSync();
    await settle();
    expect([whole, fetched]).toEqual([[2], []]);
    room.isThere = true;
    sync.checkFiles();
    await settle();
    expect(fetched).toEqual(['a-hd', 'b-hd']);
    expect(onReplaced).toHaveBeenCalledOnce();
  });

  it('replaces one copy after the other when they do not fit together', async () => {
    const { sync, fetched, room, onError } = aSync(photos(1, 'a', 'b', 'c'), ['a', 'b', 'c']);
    room.maxFiles = 1;
    sync.checkFiles();
    await settle();
    expect(fetched).toEqual(['a-hd', 'b-hd', 'c-hd']);
    expect(onError).not.toHaveBeenCalled();
  });

  it('downloads the other copies after the panel changed, and none that it holds', async () => {
    const { sync, fetched, panel, onReplaced } = aSync(photos(1, 'a', 'b'), ['a-hd', 'b-hd', 'b']);
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
    const { sync, server, whole, fetched, absent } = aSync(null);
    absent.add('a-hd');
    server.next = photos(1, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched.toSorted()).toEqual(['a', 'b-hd']);
    expect(whole).toEqual([1]);
    absent.clear();
    server.next = photos(2, 'a', 'b');
    sync.requestSync();
    await settle();
    expect(fetched.toSorted()).toEqual(['a', 'a-hd', 'b-hd']);
  });
});
