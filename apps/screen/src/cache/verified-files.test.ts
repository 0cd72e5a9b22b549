import { createHash } from 'node:crypto';
import type { ManifestItem } from '@vitrine/contract/screens';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createVerifiedFiles } from './verified-files.ts';

const large = new Blob(['the large copy']);
const small = new Blob(['the HD copy']);
const sha256Of = async (blob: Blob) =>
  createHash('sha256')
    .update(Buffer.from(await blob.arrayBuffer()))
    .digest('hex');
const [largeName, smallName] = [await sha256Of(large), await sha256Of(small)];
const item: ManifestItem = { id: 'a', mediaId: 'a', kind: 'image', sha256: largeName, durationMs: 1000 };

let disk: Map<string, Blob>;
const opened: Blob[] = [];
beforeEach(() => {
  disk = new Map();
  opened.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${opened.push(blob as Blob)}`);
});

function createFiles(...copies: string[]) {
  const onBroken = vi.fn<(sha256: string) => void>();
  const store = {
    listStoredFiles: async () => new Set(disk.keys()),
    put: async () => undefined,
    read: async (sha256: string) => disk.get(sha256) ?? null,
    remove: async (sha256: string) => void disk.delete(sha256),
    getUrl: () => null,
  };
  return { onBroken, files: createVerifiedFiles(store, () => copies, onBroken) };
}

describe('a photo with two copies', () => {
  it('opens the preferred copy when both are stored', async () => {
    disk = new Map([
      [largeName, large],
      [smallName, small],
    ]);
    await createFiles(smallName, largeName).files.open(item);
    await createFiles(largeName, smallName).files.open(item);
    expect(opened).toEqual([small, large]);
  });

  it('opens the other copy while the preferred one is not stored, without reporting damage', async () => {
    disk = new Map([[largeName, large]]);
    const { files, onBroken } = createFiles(smallName, largeName);
    await files.open(item);
    expect(opened).toEqual([large]);
    expect(onBroken).not.toHaveBeenCalled();
  });

  it('is intact when its preferred copy is, so that a failure is not one of the disk', async () => {
    disk = new Map([
      [largeName, large],
      [smallName, small],
    ]);
    expect(await createFiles(smallName, largeName).files.verify(item)).toBe(true);
    disk.set(smallName, new Blob(['damaged']));
    expect(await createFiles(smallName, largeName).files.verify(item)).toBe(false);
    disk = new Map([[largeName, large]]);
    expect(await createFiles(smallName, largeName).files.verify(item)).toBe(false);
    disk.clear();
    expect(await createFiles(smallName, largeName).files.verify(item)).toBe(false);
  });

  it('removes a damaged preferred copy and opens the other one', async () => {
    disk = new Map([
      [largeName, large],
      [smallName, new Blob(['damaged'])],
    ]);
    const { files, onBroken } = createFiles(smallName, largeName);
    await files.open(item);
    expect(opened).toEqual([large]);
    expect([...disk.keys()]).toEqual([largeName]);
    expect(onBroken.mock.calls).toEqual([[smallName]]);
  });

  it('rejects and requests a download when no copy is stored', async () => {
    const { files, onBroken } = createFiles(smallName, largeName);
    await expect(files.open(item)).rejects.toThrow('the file is missing on this screen');
    expect(onBroken).toHaveBeenCalledOnce();
  });
});
