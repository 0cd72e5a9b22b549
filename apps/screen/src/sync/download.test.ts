import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Download, download, type PartialDownloadStore } from './download.ts';

const MEGABYTE = 1024 * 1024;
const bytes = Uint8Array.from({ length: 5 * MEGABYTE }, (_, index) => (index * 31) % 251);
const file = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length, mimetype: 'video/mp4' };

function memoryParts(): PartialDownloadStore & { kept: Blob[] } {
  const kept: Blob[] = [];
  return {
    kept,
    read: async () => [...kept],
    add: async (_sha256, index, piece) => {
      kept[index] = piece;
    },
    deleteParts: async () => {
      kept.length = 0;
    },
  };
}

/** A server that sends from an offset on, and breaks off where told. */
function serve({ until = bytes.length, status }: { until?: number; status?: number } = {}) {
  const asked: number[] = [];
  const ask: Download['requestBytes'] = async (from) => {
    asked.push(from);
    const start = status === 200 ? 0 : from;
    return new Response(bytes.slice(start, until), { status: status ?? (from > 0 ? 206 : 200) });
  };
  return { asked, ask };
}

const fetchWith = (parts: PartialDownloadStore, ask: Download['requestBytes']) =>
  download({ file, requestBytes: ask, parts, signal: new AbortController().signal });

describe('downloading one file', () => {
  it('answers the bytes when their SHA-256 is right', async () => {
    const whole = await fetchWith(memoryParts(), serve().ask);
    expect(Buffer.compare(new Uint8Array(await whole.arrayBuffer()), bytes)).toBe(0);
    expect(whole.type).toBe('video/mp4');
  });

  it('resumes an interrupted download', async () => {
    const parts = memoryParts();
    await expect(fetchWith(parts, serve({ until: 3 * MEGABYTE }).ask)).rejects.toThrow('the download was interrupted');
    const server = serve();
    const whole = await fetchWith(parts, server.ask);
    expect(server.asked).toEqual([3 * MEGABYTE]);
    expect(Buffer.compare(new Uint8Array(await whole.arrayBuffer()), bytes)).toBe(0);
  });

  it('starts over when the server ignores the range', async () => {
    const parts = memoryParts();
    await expect(fetchWith(parts, serve({ until: 3 * MEGABYTE }).ask)).rejects.toThrow('the download was interrupted');
    const whole = await fetchWith(parts, serve({ status: 200 }).ask);
    expect(whole.size).toBe(bytes.length);
  });

  it('refuses wrong bytes and forgets them', async () => {
    const parts = memoryParts();
    const wrong = Uint8Array.from(bytes);
    wrong[77] = 0;
    await expect(fetchWith(parts, async () => new Response(wrong))).rejects.toThrow('the downloaded file is damaged');
    expect(parts.kept).toEqual([]);
  });

  it('stops reading an answer that never ends', async () => {
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(MEGABYTE)) });
    await expect(fetchWith(memoryParts(), async () => new Response(endless))).rejects.toThrow();
  });
});
