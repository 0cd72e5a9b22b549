import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import type { Fault } from './cell.ts';
import { readAcknowledgedFile, uploadResumable, uploadWhole } from './clients.ts';
import type { GeneratedFiles } from './generated-files.ts';
import { InvalidResponseError, retry } from './requests.ts';

const VIDEO_BYTES = 36_000_000;

/**
 * Fills one machine's disk. The process must report it, leave no partial files and continue with work that needs no disk. Uploads that alternate between
 * processes succeed at the other one.
 */
export const fullDisk = (files: GeneratedFiles): Fault => ({
  name: 'full disk',
  async run(cell) {
    const { installation, screens } = cell;
    const { disk } = installation;
    const onSecond = { ...cell, person: { token: cell.person.token, product: { origin: installation.processes.second.origin } } };
    await uploadWhole(cell, files.photo());
    await disk.fill();
    try {
      await uploadResumable(cell, { name: 'film.mp4', bytes: files.film(VIDEO_BYTES) });
      await assertRefusedAsFull(() => uploadWhole(onSecond, files.film(VIDEO_BYTES)));
      // Read through the proxy, which serves the bytes.
      for (const file of cell.ledger.files.slice(-3)) await retry('a file', () => readAcknowledgedFile(cell, file));
      await screens.publish();
      await screens.assertPlaylistShown();
      assert(await installation.processes.second.isReady(), 'the process is not ready because its disk is full');
    } finally {
      await disk.empty();
    }
    await until('the process has free space again', async () => {
      await uploadWhole(onSecond, files.photo());
      return true;
    });
    await uploadResumable(onSecond, { name: 'film.mp4', bytes: files.film(VIDEO_BYTES) });
    return disk.kind;
  },
});

async function assertRefusedAsFull(upload: () => Promise<void>): Promise<void> {
  try {
    await upload();
  } catch (error) {
    if (error instanceof InvalidResponseError) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    assert(String(error).includes('507'), `a full disk returned: ${String(error)}${cause}`);
    return;
  }
  throw new Error('an upload succeeded on a full disk');
}
