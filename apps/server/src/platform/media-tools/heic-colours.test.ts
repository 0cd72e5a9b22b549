import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '../../testing/media-files.ts';
import { readHeifColours } from './heif-colours.ts';
import { createMediaTools, type MediaTools } from './media-tools.ts';

let folder: string;
let tools: MediaTools;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-colours-'));
  tools = createMediaTools({ ffmpegPath: undefined, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await tools.stop();
  await rm(folder, { recursive: true });
});

/** Returns the colors of a HEIC as a screen shows them. */
async function shown(heic: Buffer): Promise<number[]> {
  const [source, developed, target] = ['source', 'developed', 'target'].map((name) => path.join(folder, `${name}-${count++}`)) as [
    string,
    string,
    string,
  ];
  await writeFile(source, heic);
  await tools.images.develop({ source, format: 'heic', target: developed });
  await tools.images.render({ source: developed, target, fit: 'inside' });
  return files.readCenterColour(await readFile(target));
}

const expectNear = (found: number[], wanted: number[], tolerance = 8) =>
  found.forEach((value, at) =>
    expect(Math.abs(value - (wanted[at] ?? 0)), `${found.join()} is not ${wanted.join()}`).toBeLessThanOrEqual(tolerance),
  );

/** Pure red in sRGB, encoded in Display P3. */
const RED_IN_P3 = [234, 51, 35] as const;
const RED = [255, 0, 0];

describe('the colours of a HEIC', () => {
  it('follow its colour profile', async () => {
    expectNear(await shown(await files.aPlainHeic(RED_IN_P3, await files.displayP3ColourBox())), RED);
  });

  it('follow its colour codes when it has no profile', async () => {
    expectNear(await shown(await files.aPlainHeic(RED_IN_P3, files.codedColourBox(12, 13))), RED);
    expectNear(await shown(await files.aPlainHeic([200, 100, 50], files.codedColourBox(1, 13))), [200, 100, 50]);
  });

  it.each([
    ['PQ', 16, [[90], [130], [170]]],
    ['HLG', 18, [[64], [128], [191]]],
  ] as const)(
    'of %s are mapped to an ordinary screen, with brighter colours above darker ones and none clipped',
    async (_name, transfer, greys) => {
      const found: number[] = [];
      for (const [grey] of greys) {
        const [red = 0, green = 0, blue = 0] = await shown(await files.aPlainHeic([grey, grey, grey], files.codedColourBox(9, transfer)));
        expectNear([red, green, blue], [green, green, green], 4);
        found.push(green);
      }
      expect(found).toEqual(found.toSorted((a, b) => a - b));
      expect(found.at(-1)).toBeLessThan(250);
    },
  );

  it('of PQ equal those of a video', async () => {
    const grey = [130, 130, 130] as const;
    const [source, target] = [path.join(folder, 'film.mp4'), path.join(folder, 'still.jpg')];
    await writeFile(source, await files.aPlainHdrVideo(grey));
    const session = await tools.videos.open({ format: 'mov', sizeBytes: 1e6 });
    await session.still({ source, format: 'mov', target });
    session.close();
    expectNear(
      await shown(await files.aPlainHeic(grey, files.codedColourBox(9, 16))),
      await files.readCenterColour(await readFile(target)),
      14,
    );
  });

  it('are unchanged when the file has no or unreadable colour information', async () => {
    const plain = await files.aPlainHeic([200, 100, 50]);
    expectNear(await shown(plain), [200, 100, 50]);
    const whole = await files.aPlainHeic([200, 100, 50], files.codedColourBox(9, 16));
    for (let at = 8; at < 700; at += 3) expect(() => readHeifColours(whole.subarray(0, at))).not.toThrow();
    expect(readHeifColours(whole)).toEqual({ nclx: { primaries: 9, transfer: 16 } });
    const noProfile = await files.aPlainHeic([200, 100, 50], Buffer.from('profno profile at all'));
    expect(readHeifColours(noProfile)).toEqual({});
  });
});
