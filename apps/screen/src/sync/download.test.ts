import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Download, download, type PartialDownloadStore } from './download.ts';

const MEGABYTE = 1024 * 1024;
const bytes = Uint8Array.from({ length: 5 * MEGABYTE }, (_, index) => (index * 31) % 251);
const file = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length, mimetype: 'video/mp4' };

function memoryParts(): PartialDownloadStore & { storedParts: Blob[] } {
  const storedParts: Blob[] = [];
  return {
    storedParts,
    read: async () => [...storedParts],
    add: async (_sha256, index, piece) => {
      storedParts[index] = piece;
    },
    deleteParts: async () => {
      storedParts.length = 0;
    },
  };
}

/** Creates a server that sends bytes from an offset and breaks off at `until`. */
function serve({ until = bytes.length, status }: { until?: number; status?: number } = {}) {
  const offsets: number[] = [];
  const requestBytes: Download['requestBytes'] = async (from) => {
    offsets.push(from);
    const start = status === 200 ? 0 : from;
    return new Response(bytes.slice(start, until), { status: status ?? (from > 0 ? 206 : 200) });
  };
  return { offsets, requestBytes };
}

const fetchWith = (parts: PartialDownloadStore, requestBytes: Download['requestBytes']) =>
  download({ file, requestBytes, parts, signal: new AbortController().signal });

describe('download', () => {
  it('returns the bytes when their SHA-256 is correct', async () => {
    const whole = await fetchWith(memoryParts(), serve().requestBytes);
    expect(Buffer.compare(new Uint8Array(await whole.arrayBuffer()), bytes)).toBe(0);
    expect(whole.type).toBe('video/mp4');
  });

  it('resumes an interrupted download', async () => {
    const parts = memoryParts();
    await expect(fetchWith(parts, serve({ until: 3 * MEGABYTE }).requestBytes)).rejects.toThrow('the download was interrupted');
    const server = serve();
    const whole = await fetchWith(parts, server.requestBytes);
    expect(server.offsets).toEqual([3 * MEGABYTE]);
    expect(Buffer.compare(new Uint8Array(await whole.arrayBuffer()), bytes)).toBe(0);
  });

  it('starts over when the server ignores the range', async () => {
    const parts = memoryParts();
    await expect(fetchWith(parts, serve({ until: 3 * MEGABYTE }).requestBytes)).rejects.toThrow('the download was interrupted');
    const whole = await fetchWith(parts, serve({ status: 200 }).requestBytes);
    expect(whole.size).toBe(bytes.length);
  });

  it('rejects and deletes damaged bytes', async () => {
    const parts = memoryParts();
    const wrong = Uint8Array.from(bytes);
    wrong[77] = 0;
    await expect(fetchWith(parts, async () => new Response(wrong))).rejects.toThrow('the downloaded file is damaged');
    expect(parts.storedParts).toEqual([]);
  });

  it('stops reading an endless response', async () => {
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(MEGABYTE)) });
    await expect(fetchWith(memoryParts(), async () => new Response(endless))).rejects.toThrow();
  });
});
