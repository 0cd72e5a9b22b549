import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showsCorners, truncate } from '../../testing/media-files.ts';
import { aRawFile } from '../../testing/raw-files.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';
import { sniff } from './sniff.ts';

let folder: string;
let tools: MediaTools;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-raw-'));
  tools = createMediaTools({ ffmpegPath: undefined, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await tools.stop();
  await rm(folder, { recursive: true });
});

const PREVIEW = { width: 1200, height: 800 };

async function probe(bytes: Buffer) {
  const source = path.join(folder, `raw-${count++}`);
  await writeFile(source, bytes);
  const { format } = await sniff(source);
  if (format !== 'tiff') throw new Error(`The file was detected as ${format}`);
  return { source, ...(await tools.images.probe({ source, format })) };
}

describe('a RAW file', () => {
  it.each([
    { make: 'NIKON CORPORATION', mimetype: 'image/x-nikon-nef' },
    { make: 'SONY', mimetype: 'image/x-sony-arw' },
    { make: 'Canon', mimetype: 'image/x-canon-cr2' },
    { make: 'Leica', mimetype: 'image/x-raw' },
    { make: 'Leica', mimetype: 'image/x-adobe-dng', isDng: true },
  ])('of $make with the type $mimetype is shown by its largest JPEG', async ({ make, mimetype, isDng }) => {
    const { source, ...found } = await probe(await aRawFile({ make, preview: PREVIEW, isDng }));
    expect(found).toMatchObject({ ...PREVIEW, rawMimetype: mimetype });
    const developed = path.join(folder, `developed-${count++}`);
    expect(await tools.images.develop({ source, format: 'tiff', target: developed })).toMatchObject(PREVIEW);
    expect(await showsCorners(await readFile(developed))).toBe(true);
  });

  it('of an upright camera is shown upright', async () => {
    expect(await probe(await aRawFile({ make: 'SONY', preview: PREVIEW, orientation: 6 }))).toMatchObject({ width: 800, height: 1200 });
  });

  it.each([
    ['without a JPEG', undefined],
    ['with only a small JPEG', { width: 640, height: 480 }],
  ])('%s is refused with advice', async (_what, preview) => {
    await expect(probe(await aRawFile({ make: 'SONY', preview }))).rejects.toMatchObject({
      code: 'FILE_UNSUPPORTED',
      message: expect.stringContaining('Export it as a JPEG') as string,
    });
  });

  it('that is truncated before its first directory is refused', async () => {
    await expect(probe(truncate(await aRawFile({ make: 'SONY', preview: PREVIEW })))).rejects.toMatchObject({ code: 'FILE_BROKEN' });
  });
});
