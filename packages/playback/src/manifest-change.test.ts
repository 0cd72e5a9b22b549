import type { Manifest, ManifestChange, PlaylistContents } from '@vitrine/contract/screens';
import { describe, expect, it } from 'vitest';
import { applyManifestChange } from './manifest-change.ts';

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
const change = (more: Partial<ManifestChange>): { revision: number; change: ManifestChange } => ({
  revision: 9,
  change: { from: 4, playlists: [], publishes: [], removed: [], ...more },
});
const known = (...contents: PlaylistContents[]) => new Map(contents.map((one) => [one.digest, one]));
const contents = (digest: string, ...files: string[]): PlaylistContents => ({ digest, items: files.map(item), files: files.map(file) });
const publication = (playlistId: string) => ({ playlistId, main: true, activatedAt: null, updatedAt: at, schedule: null });

describe('a change of a manifest', () => {
  it('does not apply to another manifest', () => {
    expect(applyManifestChange({ ...before, revision: 3 }, change({}), known())).toBeNull();
  });

  it('puts a playlist that came in its place, and its files where they are first named', () => {
    const came = change({ playlists: [{ playlistId: 'b', name: 'New', contents: 'three' }], publishes: [publication('b')] });
    const applied = applyManifestChange(before, came, known(contents('three', 'n', 'x')));
    expect(applied).toMatchObject({
      manifest: {
        revision: 9,
        publishes: [{ playlistId: 'a' }, { playlistId: 'b', publishId: 'b', name: 'New', main: true }, { playlistId: 'c' }],
      },
    });
    expect(applied && 'manifest' in applied && applied.manifest.files.map(({ sha256 }) => sha256)).toEqual(['x', 'y', 'n', 'z']);
  });

  it('drops a playlist with the files that only it had', () => {
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

  it('takes what the manifest already shows by its digest', () => {
    const same = change({ playlists: [{ playlistId: 'c', name: 'Called otherwise', contents: 'one' }] });
    expect(applyManifestChange(before, same, known())).toMatchObject({
      manifest: { publishes: [{}, { playlistId: 'c', name: 'Called otherwise', contents: 'one', items: [item('x'), item('y')] }] },
    });
  });

  it('returns the digests of missing contents', () => {
    const playlists = [{ playlistId: 'c', name: 'C', contents: 'four' }];
    expect(applyManifestChange(before, change({ playlists }), known(contents('three')))).toEqual({ missing: ['four'] });
  });

  it('sets what the device is called', () => {
    const device = { id: 'd', name: 'Hall', timeZone: 'UTC', showInfo: false };
    expect(applyManifestChange(before, change({ device }), known())).toEqual({ manifest: { ...before, revision: 9, device } });
  });

  it.each([
    ['a playlist goes that is not there', { removed: ['q'] }],
    ['a publish comes of a playlist nobody knows', { publishes: [publication('q')] }],
  ])('is no change of this manifest when %s', (_name, more) => {
    expect(applyManifestChange(before, change(more), known())).toBeNull();
  });

  it('does not apply when a file of its contents is missing', () => {
    const playlists = [{ playlistId: 'c', name: 'C', contents: 'five' }];
    expect(applyManifestChange(before, change({ playlists }), known({ ...contents('five', 'n'), files: [] }))).toBeNull();
  });
});
