import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import type { Fault } from './cell.ts';
import { readKept, uploadResumable, uploadWhole } from './clients.ts';
import type { MadeFiles } from './made-files.ts';
import { persist, WrongAnswer } from './requests.ts';

const FILM_BYTES = 36_000_000;

/**
 * Fills one machine's disk. The process must report it, leave no partial files and continue with work that needs no disk. Uploads that alternate between
 * processes succeed at the other one.
 */
export const fullDisk = (files: MadeFiles): Fault => ({
  name: 'full disk',
  async run(cell) {
    const { installation, wall } = cell;
    const { disk } = installation;
    const there = { ...cell, person: { token: cell.person.token, product: { origin: installation.processes.other.origin } } };
    await uploadWhole(cell, files.photo());
    await disk.fill();
    try {
      await uploadResumable(cell, { name: 'film.mp4', bytes: files.film(FILM_BYTES) });
      await assertSaysFull(() => uploadWhole(there, files.film(FILM_BYTES)));
      // Read through the proxy, which serves the bytes.
      for (const kept of cell.ledger.kept.slice(-3)) await persist('a file', () => readKept(cell, kept));
      await wall.publish();
      await wall.assertShown();
      assert(await installation.processes.other.isReady(), 'the process is not ready because its disk is full');
    } finally {
      await disk.empty();
    }
    await until('there is room again', async () => {
      await uploadWhole(there, files.photo());
      return true;
    });
    await uploadResumable(there, { name: 'film.mp4', bytes: files.film(FILM_BYTES) });
    return disk.kind;
  },
});

async function assertSaysFull(upload: () => Promise<void>): Promise<void> {
  try {
    await upload();
  } catch (error) {
    if (error instanceof WrongAnswer) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    assert(String(error).includes('507'), `a full disk was told as: ${String(error)}${cause}`);
    return;
  }
  throw new Error('an upload was taken by a full disk');
}
