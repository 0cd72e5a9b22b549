import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import { describe, expect, it, vi } from 'vitest';
import { type StoredManifest, withValidEtag } from '../database/database.ts';
import { ManifestPlayback } from './manifest-playback.ts';

const file = (sha256: string): ManifestFile => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' });

const stored = (revision: number, ...files: string[]): StoredManifest => ({
  manifest: {
    revision,
    device: null,
    publishes: [
      {
        publishId: 'p',
        playlistId: 'p',
        name: 'Summer',
        main: false,
        activatedAt: null,
        updatedAt: '2026-01-01T00:00:00.000Z',
        schedule: null,
        items: files.map((sha256) => ({ id: sha256, mediaId: sha256, kind: 'image', sha256, durationMs: 5000 })),
      },
    ],
    files: files.map(file),
  },
  etag: `"${revision}"`,
  deviceId: 'K12345',
});

/** Creates the playback of a screen. `played` contains the items of each played manifest, `kept` the revisions of stored ones. */
function createPlayback({ isPublishActive = false } = {}) {
  const state = { isPublishActive };
  const played: string[] = [];
  const kept: number[] = [];
  const removeSurplus = vi.fn(() => Promise.resolve());
  const playback = new ManifestPlayback({
    play: ({ publishes }: Manifest) => {
      played.push(publishes.flatMap(({ items }) => items.map(({ id }) => id)).join());
      state.isPublishActive = publishes.length > 0;
    },
    isPublishActive: () => state.isPublishActive,
    store: async ({ manifest: { revision } }) => kept.push(revision),
    removeSurplus,
    onError: () => undefined,
  });
  return { playback, played, kept, removeSurplus };
}

describe('ManifestPlayback', () => {
  it('plays the downloaded part of the first playlist until it is complete', async () => {
    const { playback, played, kept, removeSurplus } = createPlayback();
    const whole = stored(4, 'a', 'b');
    playback.handleProgress({ downloaded: 0, total: 2 }, whole, [file('a'), file('b')]);
    expect(played).toEqual([]);
    playback.handleProgress({ downloaded: 1, total: 2 }, whole, [file('b')]);
    expect(played).toEqual(['a']);
    expect(playback.pinned).toEqual([expect.objectContaining({ revision: 0 }), whole.manifest]);
    playback.activate(whole);
    expect(played).toEqual(['a', 'a,b']);
    await vi.waitFor(() => expect(removeSurplus).toHaveBeenCalledOnce());
    expect(kept).toEqual([0, 4]);
    expect([playback.isPartWanted, playback.next]).toEqual([false, null]);
  });

  it('plays no part of a manifest while another one plays', () => {
    const { playback, played } = createPlayback();
    playback.activate(stored(3, 'a'));
    playback.handleProgress({ downloaded: 1, total: 2 }, stored(4, 'a', 'b'), [file('b')]);
    expect(played).toEqual(['a']);
    expect(playback.progress).toEqual({ downloaded: 1, total: 2 });
  });

  it('keeps the ETag of a manifest that it wrote, and drops it when an earlier version of the page wrote or changed the manifest', () => {
    const { playback } = createPlayback();
    playback.activate(stored(4, 'a'));
    const written = playback.active;
    if (!written) throw new Error('nothing plays');
    expect(withValidEtag(written).etag).toBe('"4"');
    // Earlier versions keep the fields that they do not know when they apply a change, except windows, layouts and 1080p copies.
    const changed = { ...written, manifest: { ...written.manifest, revision: 5 }, etag: '"5"', layoutRevision: 5 };
    expect(withValidEtag(changed).etag).toBeNull();
    const { windowsRevision: _windowsRevision, ...first } = written;
    expect(withValidEtag(Object.assign(first, { layoutRevision: 4 })).etag).toBeNull();
  });
});
