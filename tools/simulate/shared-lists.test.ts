import type { Manifest } from '@vitrine/contract/screens';
import { expect, it } from 'vitest';
import { createSharedLists } from './shared-lists.ts';

const manifest = (deviceId: string, digest: string | undefined, id: string): Manifest => ({
  revision: 1,
  device: { id: deviceId, name: 'Kitchen', timeZone: 'UTC', showInfo: false },
  publishes: [
    {
      publishId: 'playlist',
      playlistId: 'playlist',
      name: 'Summer',
      main: true,
      activatedAt: null,
      updatedAt: '2026-01-01T00:00:00Z',
      schedule: null,
      ...(digest !== undefined && { contents: digest }),
      items: [{ id, mediaId: id, kind: 'image', sha256: id, durationMs: 10_000 }],
    },
  ],
  files: [{ sha256: id, sizeBytes: 1000, mimetype: 'image/jpeg' }],
});

it('keeps once what several show, and changes no manifest', () => {
  const share = createSharedLists();
  const [one, other] = [share(manifest('one', 'd1', 'a')), share(manifest('other', 'd1', 'a'))];
  expect(other).toEqual(manifest('other', 'd1', 'a'));
  expect(other.files).toBe(one.files);
  expect(other.publishes[0]?.items).toBe(one.publishes[0]?.items);
});

it('does not share different lists, nor lists without an identity', () => {
  const share = createSharedLists();
  share(manifest('one', 'd1', 'a'));
  expect(share(manifest('two', 'd2', 'b'))).toEqual(manifest('two', 'd2', 'b'));
  expect(share(manifest('three', undefined, 'c'))).toEqual(manifest('three', undefined, 'c'));
  for (let more = 0; more < 100; more++) {
    const next = manifest('four', `more ${more}`, `${more}`);
    expect(share(next)).toEqual(next);
  }
});
