import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import { describe, expect, it } from 'vitest';
import { createPartSelector, selectPlayablePart } from './partial-manifest.ts';

const file = (sha256: string, hd?: string): ManifestFile => ({
  sha256,
  sizeBytes: 1,
  mimetype: 'image/jpeg',
  ...(hd !== undefined && { hd: { sha256: hd, sizeBytes: 1 } }),
});

const publish = (playlistId: string, ...files: string[]): Manifest['publishes'][number] => ({
  publishId: playlistId,
  playlistId,
  name: playlistId,
  main: false,
  activatedAt: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  schedule: null,
  items: files.map((sha256) => ({ id: `${playlistId}-${sha256}`, mediaId: sha256, kind: 'image', sha256, durationMs: 5000 })),
});

const manifest: Manifest = {
  revision: 7,
  device: { id: 'd', name: 'Kitchen', timeZone: 'UTC', showInfo: false },
  publishes: [publish('summer', 'a', 'b'), publish('menu', 'c')],
  files: [file('a'), file('b', 'b-hd'), file('c')],
};

describe('selectPlayablePart', () => {
  it('contains the items whose files are stored and the publishes that have one', () => {
    const part = selectPlayablePart(manifest, [file('a'), file('c')]);
    expect(part?.publishes.map(({ playlistId, items }) => [playlistId, items.map(({ id }) => id)])).toEqual([['summer', ['summer-b']]]);
    expect(part?.files.map(({ sha256 }) => sha256)).toEqual(['b']);
    expect(part?.device).toEqual(manifest.device);
  });

  it('leaves out a file whose missing copy is the HD one', () => {
    const part = selectPlayablePart(manifest, [file('b-hd')]);
    expect(part?.files.map(({ sha256 }) => sha256)).toEqual(['a', 'c']);
  });

  it('leaves out a video whose missing copy is the one in 1080p', () => {
    const video = { ...file('b'), fullHd: { sha256: 'b-1080', sizeBytes: 3 } };
    const part = selectPlayablePart({ ...manifest, files: [file('a'), video, file('c')] }, [file('b-1080')]);
    expect(part?.publishes[0]?.items.map(({ sha256 }) => sha256)).toEqual(['a']);
  });

  it('contains the stored items of side zones, also when a zone has none', () => {
    const [menu, summer] = [publish('menu', 'c'), publish('summer', 'a', 'b')];
    const zones = [
      { zone: 'side' as const, items: summer.items },
      { zone: 'bottom' as const, items: summer.items.slice(0, 1) },
    ];
    const withLayout = { ...manifest, publishes: [{ ...menu, layout: { preset: 'l' as const, divider: 75, zones } }] };
    const part = selectPlayablePart(withLayout, [file('a')]);
    expect(part?.publishes[0]?.layout?.zones.map(({ items }) => items.map(({ id }) => id))).toEqual([['summer-b'], []]);
    expect(part?.publishes[0]?.items).toEqual(menu.items);
  });

  it('is not synchronized, while the places of its items change with each download', () => {
    const synchronized = { ...manifest, publishes: manifest.publishes.map((one) => ({ ...one, synchronized: true as const })) };
    expect(JSON.stringify(selectPlayablePart(synchronized, [file('a')]))).not.toContain('synchronized');
  });

  it('is null when no item can play', () => {
    expect(selectPlayablePart(manifest, manifest.files)).toBeNull();
    expect(selectPlayablePart({ ...manifest, publishes: [] }, [])).toBeNull();
  });
});

describe('createPartSelector', () => {
  const whole = { manifest, etag: '"7"', deviceId: 'K12345' };

  it('selects each part once, as a manifest to which no change applies', () => {
    const select = createPartSelector(() => 0);
    expect(select(whole, [file('c')])?.partial).toMatchObject({
      manifest: { revision: 0 },
      etag: null,
      deviceId: 'K12345',
      isPartial: true,
    });
    expect(select(whole, [file('c')])).toBeNull();
    expect(select(whole, [])?.partial.manifest.files).toHaveLength(3);
    expect(select({ ...whole }, [])).not.toBeNull();
  });

  it('stores the first part at once and later ones after an interval', () => {
    const clock = { now: 0 };
    const select = createPartSelector(() => clock.now);
    expect(select(whole, [file('a'), file('c')])?.isStored).toBe(true);
    clock.now = 10_000;
    expect(select(whole, [file('c')])?.isStored).toBe(false);
    expect(select(whole, [file('c')])).toBeNull();
    clock.now = 30_000;
    expect(select(whole, [file('c')])?.isStored).toBe(true);
    expect(select(whole, [file('c')])).toBeNull();
  });
});
