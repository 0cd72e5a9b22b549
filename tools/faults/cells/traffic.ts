import { setTimeout as sleep } from 'node:timers/promises';
import type { Album } from '@vitrine/contract';
import { assert } from '../round.ts';
import type { Cell } from './cell.ts';
import { readKept, uploadResumable, uploadWhole } from './clients.ts';
import type { MadeFiles } from './made-files.ts';
import { callApi, WrongAnswer } from './requests.ts';

export interface Tally {
  done: number;
  /** For now, or broken off. */
  refused: number;
  /** Response to the newest of them. */
  said: string;
}

const PAUSE_MS = 150;

/** Uploads, reads, lists and publishes repeatedly while `work` runs. Throws when a request gets a response that is never allowed. */
export async function withTraffic(cell: Cell, files: MadeFiles, work: () => Promise<unknown>): Promise<Tally> {
  const tally: Tally = { done: 0, refused: 0, said: '' };
  const over = new AbortController();
  const running = lanesOf(cell, files).map((act) => runLane(act, over.signal, tally));
  const outcome = await Promise.allSettled([work().finally(() => over.abort()), ...running]);
  for (const one of outcome) if (one.status === 'rejected') throw one.reason;
  return tally;
}

/** The same where nothing may be refused. */
export async function withServedTraffic(cell: Cell, files: MadeFiles, work: () => Promise<unknown>): Promise<Tally> {
  const tally = await withTraffic(cell, files, work);
  assert(tally.refused === 0, `${tally.refused} of ${tally.done + tally.refused} requests failed: ${tally.said}`);
  return tally;
}

function lanesOf(cell: Cell, files: MadeFiles): (() => Promise<unknown>)[] {
  const { person, ledger, wall, random } = cell;
  const read = async () => {
    if (ledger.kept.length > 0) await readKept(cell, random.pick(ledger.kept));
  };
  return [
    () => uploadWhole(cell, files.photo()),
    () => uploadResumable(cell, { name: 'photo.jpg', bytes: files.photo() }),
    read,
    read,
    () => callApi<Album[]>(person, 'GET', '/albums'),
    () => wall.publish(),
  ];
}

async function runLane(act: () => Promise<unknown>, over: AbortSignal, tally: Tally): Promise<void> {
  while (!over.aborted) {
    try {
      await act();
      tally.done++;
    } catch (error) {
      if (error instanceof WrongAnswer) throw error;
      tally.refused++;
      tally.said = error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : String(error);
    }
    await sleep(PAUSE_MS);
  }
}
