import { setTimeout as sleep } from 'node:timers/promises';
import type { Album } from '@vitrine/contract';
import { assert } from '../round.ts';
import type { Cell } from './cell.ts';
import { readAcknowledgedFile, uploadResumable, uploadWhole } from './clients.ts';
import type { GeneratedFiles } from './generated-files.ts';
import { callApi, InvalidResponseError } from './requests.ts';

export interface Tally {
  succeeded: number;
  /** Refused temporarily, or interrupted. */
  refused: number;
  /** Message of the newest refusal. */
  lastError: string;
}

const PAUSE_MS = 150;

/** Uploads, reads, lists and publishes repeatedly while `work` runs. Throws when a request gets a response that is never allowed. */
export async function withTraffic(cell: Cell, files: GeneratedFiles, work: () => Promise<unknown>): Promise<Tally> {
  const tally: Tally = { succeeded: 0, refused: 0, lastError: '' };
  const stop = new AbortController();
  const running = createActions(cell, files).map((action) => runLane(action, stop.signal, tally));
  const results = await Promise.allSettled([work().finally(() => stop.abort()), ...running]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return tally;
}

/** Runs traffic during `work`. Throws when a request is refused. */
export async function withServedTraffic(cell: Cell, files: GeneratedFiles, work: () => Promise<unknown>): Promise<Tally> {
  const tally = await withTraffic(cell, files, work);
  assert(tally.refused === 0, `${tally.refused} of ${tally.succeeded + tally.refused} requests failed: ${tally.lastError}`);
  return tally;
}

function createActions(cell: Cell, files: GeneratedFiles): (() => Promise<unknown>)[] {
  const { person, ledger, screens, random } = cell;
  const read = async () => {
    if (ledger.files.length > 0) await readAcknowledgedFile(cell, random.pick(ledger.files));
  };
  return [
    () => uploadWhole(cell, files.photo()),
    () => uploadResumable(cell, { name: 'photo.jpg', bytes: files.photo() }),
    read,
    read,
    () => callApi<Album[]>(person, 'GET', '/albums'),
    () => screens.publish(),
  ];
}

async function runLane(action: () => Promise<unknown>, stop: AbortSignal, tally: Tally): Promise<void> {
  while (!stop.aborted) {
    try {
      await action();
      tally.succeeded++;
    } catch (error) {
      if (error instanceof InvalidResponseError) throw error;
      tally.refused++;
      tally.lastError =
        error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : String(error);
    }
    await sleep(PAUSE_MS);
  }
}
