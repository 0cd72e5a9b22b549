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

it('shares lists between manifests with the same contents and leaves the manifests equal', () => {
  const share = createSharedLists();
  const [first, second] = [share(manifest('first', 'd1', 'a')), share(manifest('second', 'd1', 'a'))];
  expect(second).toEqual(manifest('second', 'd1', 'a'));
  expect(second.files).toBe(first.files);
  expect(second.publishes[0]?.items).toBe(first.publishes[0]?.items);
});

it('does not share lists that differ or have no digest', () => {
  const share = createSharedLists();
  share(manifest('first', 'd1', 'a'));
  expect(share(manifest('two', 'd2', 'b'))).toEqual(manifest('two', 'd2', 'b'));
  expect(share(manifest('three', undefined, 'c'))).toEqual(manifest('three', undefined, 'c'));
  for (let count = 0; count < 100; count++) {
    const next = manifest('four', `count ${count}`, `${count}`);
    expect(share(next)).toEqual(next);
  }
});
