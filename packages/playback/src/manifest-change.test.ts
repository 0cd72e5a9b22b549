import type { Manifest, ManifestChange, PlaylistContents } from '@vitrine/contract/screens';
import { describe, expect, it } from 'vitest';
import { applyManifestChange, listAllItems } from './manifest-change.ts';

const at = '2026-11-22T00:00:00.000Z';
const file = (sha256: string) => ({ sha256, sizeBytes: 1, mimetype: 'image/jpeg' });
const item = (sha256: string) => ({ id: sha256, mediaId: sha256, kind: 'image' as const, sha256, durationMs: 5000 });
const publish = (playlistId: string, contents: string, ...files: string[]) => ({
  publishId: playlistId,
  playlistId,
  name: `Playlist ${playlistId}`,
  main: false,
  activatedAt: at,
  updatedAt: at,
  schedule: null,
  contents,
  items: files.map(item),
});
const before: Manifest = {
  revision: 4,
  device: { id: 'd', name: 'Kitchen', timeZone: 'UTC', showInfo: true },
  publishes: [publish('a', 'one', 'x', 'y'), publish('c', 'two', 'y', 'z')],
  files: [file('x'), file('y'), file('z')],
};
const change = (overrides: Partial<ManifestChange>): { revision: number; change: ManifestChange } => ({
  revision: 9,
  change: { from: 4, playlists: [], publishes: [], removed: [], ...overrides },
});
const known = (...contents: PlaylistContents[]) => new Map(contents.map((entry) => [entry.digest, entry]));
const contents = (digest: string, ...files: string[]): PlaylistContents => ({ digest, items: files.map(item), files: files.map(file) });
const publication = (playlistId: string) => ({ playlistId, main: true, activatedAt: null, updatedAt: at, schedule: null });

describe('applyManifestChange', () => {
  it('returns null for a change to another manifest', () => {
    expect(applyManifestChange({ ...before, revision: 3 }, change({}), known())).toBeNull();
  });

  it('inserts a new playlist in id order and its files in order of first use', () => {
    const addition = change({ playlists: [{ playlistId: 'b', name: 'New', contents: 'three' }], publishes: [publication('b')] });
    const applied = applyManifestChange(before, addition, known(contents('three', 'n', 'x')));
    expect(applied).toMatchObject({
      manifest: {
        revision: 9,
        publishes: [{ playlistId: 'a' }, { playlistId: 'b', publishId: 'b', name: 'New', main: true }, { playlistId: 'c' }],
      },
    });
    expect(applied && 'manifest' in applied && applied.manifest.files.map(({ sha256 }) => sha256)).toEqual(['x', 'y', 'n', 'z']);
  });

  it('replaces windows and priority with the settings of the publish', () => {
    const windows = [{ startTime: '09:00', endTime: '17:00', repeat: 'Monthly' as const, on: { day: -1 as const } }];
    const apply = (manifest: Manifest, settings: object) => {
      const applied = applyManifestChange(manifest, change({ publishes: [{ ...publication('c'), ...settings }] }), known());
      if (!applied || !('manifest' in applied)) throw new Error('not applied');
      return { ...applied.manifest, revision: 4 };
    };
    const scheduled = apply(before, { windows, priority: 7 });
    expect(scheduled.publishes[1]).toMatchObject({ playlistId: 'c', windows, priority: 7, items: [item('y'), item('z')] });
    const reset = apply(scheduled, {}).publishes[1];
    expect([reset?.playlistId, reset?.windows, reset?.priority]).toEqual(['c', undefined, undefined]);
  });

  it('removes a playlist and the files that only it used', () => {
    const applied = applyManifestChange(before, change({ removed: ['a'] }), known());
    expect(applied).toMatchObject({ manifest: { publishes: [{ playlistId: 'c' }] } });
    expect(applied && 'manifest' in applied && applied.manifest.files.map(({ sha256 }) => sha256)).toEqual(['y', 'z']);
  });

  it('adds the HD copies of files that stay', () => {
    const hd = { sha256: 'y-hd', sizeBytes: 1 };
    const splice = { of: 'one', at: 1, drop: 1, items: [item('y')], files: [{ ...file('y'), hd }] };
    const applied = applyManifestChange(
      before,
      change({ playlists: [{ playlistId: 'a', name: 'A', contents: 'one with HD', splice }] }),
      known(),
    );
    expect(applied && 'manifest' in applied && applied.manifest.files).toEqual([file('x'), { ...file('y'), hd }, file('z')]);
  });

  it('reuses contents of the manifest by their digest', () => {
    const same = change({ playlists: [{ playlistId: 'c', name: 'Called otherwise', contents: 'one' }] });
    expect(applyManifestChange(before, same, known())).toMatchObject({
      manifest: { publishes: [{}, { playlistId: 'c', name: 'Called otherwise', contents: 'one', items: [item('x'), item('y')] }] },
    });
  });

  it('returns the digests of missing contents', () => {
    const playlists = [{ playlistId: 'c', name: 'C', contents: 'four' }];
    expect(applyManifestChange(before, change({ playlists }), known(contents('three')))).toEqual({ missing: ['four'] });
  });

  it('updates the device', () => {
    const device = { id: 'd', name: 'Hall', timeZone: 'UTC', showInfo: false };
    expect(applyManifestChange(before, change({ device }), known())).toEqual({ manifest: { ...before, revision: 9, device } });
  });

  it.each([
    ['it removes an unknown playlist', { removed: ['q'] }],
    ['it publishes an unknown playlist', { publishes: [publication('q')] }],
  ])('returns null when %s', (_name, overrides) => {
    expect(applyManifestChange(before, change(overrides), known())).toBeNull();
  });

  it('returns null when a file of the contents is unknown', () => {
    const playlists = [{ playlistId: 'c', name: 'C', contents: 'five' }];
    expect(applyManifestChange(before, change({ playlists }), known({ ...contents('five', 'n'), files: [] }))).toBeNull();
  });
});

describe('applyManifestChange with synchronized playback', () => {
  const synchronized: Manifest = { ...before, publishes: [{ ...publish('a', 'one', 'x', 'y'), synchronized: true }] };
  const apply = (overrides: Partial<ManifestChange>, ...fetched: PlaylistContents[]) => {
    const applied = applyManifestChange(synchronized, change(overrides), known(...fetched));
    return applied && 'manifest' in applied ? applied.manifest.publishes[0] : null;
  };

  it('keeps it when items are spliced or settings change', () => {
    const splice = { of: 'one', at: 0, drop: 1, items: [item('n')], files: [file('n')] };
    const spliced = apply({ playlists: [{ playlistId: 'a', name: 'A', contents: 'next', splice }] });
    expect(spliced).toMatchObject({ items: [item('n'), item('y')], synchronized: true });
    expect(apply({ publishes: [publication('a')] })).toMatchObject({ main: true, synchronized: true });
  });

  it('starts and ends it with new contents', () => {
    const changed = { playlists: [{ playlistId: 'a', name: 'A', contents: 'next' }] };
    expect(apply(changed, { ...contents('next', 'x'), synchronized: true })).toMatchObject({ items: [item('x')], synchronized: true });
    expect(apply(changed, contents('next', 'x'))).not.toHaveProperty('synchronized');
  });
});

describe('applyManifestChange with a layout', () => {
  const layout = (...files: string[]) => ({
    preset: 'side' as const,
    divider: 70,
    zones: [{ zone: 'side' as const, items: files.map(item) }],
  });
  const withLayout: Manifest = {
    ...before,
    publishes: [{ ...publish('a', 'one', 'x'), layout: layout('s', 'x') }, publish('c', 'two', 'y')],
    files: [file('x'), file('s'), file('y')],
  };
  const apply = (overrides: Partial<ManifestChange>, ...fetched: PlaylistContents[]) => {
    const applied = applyManifestChange(withLayout, change(overrides), known(...fetched));
    return applied && 'manifest' in applied ? applied.manifest : null;
  };

  it('keeps the layout when items are spliced or settings change', () => {
    const splice = { of: 'one', at: 0, drop: 1, items: [item('n')], files: [file('n')] };
    const spliced = apply({ playlists: [{ playlistId: 'a', name: 'A', contents: 'next', splice }] });
    expect(spliced?.publishes[0]).toMatchObject({ items: [item('n')], layout: layout('s', 'x') });
    expect(spliced?.files.map(({ sha256 }) => sha256)).toEqual(['n', 's', 'x', 'y']);
    expect(apply({ publishes: [publication('a')] })?.publishes[0]?.layout).toEqual(layout('s', 'x'));
  });

  it('takes the layout of new contents, or none, with its files', () => {
    const next = { ...contents('next', 'y'), layout: layout('z'), files: [file('y'), file('z')] };
    const changed = apply({ playlists: [{ playlistId: 'c', name: 'C', contents: 'next' }] }, next);
    expect(changed?.publishes.map((one) => one.layout)).toEqual([layout('s', 'x'), layout('z')]);
    expect(changed?.files.map(({ sha256 }) => sha256)).toEqual(['x', 's', 'y', 'z']);
    const removed = apply({ playlists: [{ playlistId: 'a', name: 'A', contents: 'next' }] }, contents('next', 'x'));
    expect(removed?.publishes[0]).not.toHaveProperty('layout');
    expect(removed?.files.map(({ sha256 }) => sha256)).toEqual(['x', 'y']);
  });

  it('takes the layout of the same contents of another playlist', () => {
    expect(apply({ playlists: [{ playlistId: 'c', name: 'C', contents: 'one' }] })?.publishes[1]?.layout).toEqual(layout('s', 'x'));
  });

  it('lists the items of all zones', () => {
    expect(withLayout.publishes.flatMap(listAllItems).map(({ sha256 }) => sha256)).toEqual(['x', 's', 'x', 'y']);
  });
});
