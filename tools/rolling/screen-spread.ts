import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../../e2e/server-process.ts';
import { restart, withInstallation } from './with-installation.ts';

/** Surplus over the average that a process may keep, as a share of it and as a number of screens. The processes aim at the same values. */
const TOLERATED_SHARE = 0.1;
const TOLERATED_SCREENS = 10;
const LIMIT_S = 180;
const POLL_MS = 1000;
/** The numbers are printed this often, in seconds. */
const PRINT_EVERY_S = 15;
/** Time in which all screens connect again. */
const RECONNECT_LIMIT_MS = 60_000;
export const SCREENS = 500;

/** Restarts two processes behind nginx one after the other. All screens must be spread over them within three minutes, and show the next publish. */
export const restartWithScreens = (say: (line: string) => void, size = SCREENS): Promise<void> =>
  withInstallation(size, async ({ installation, screens }) => {
    const processes = installation.apiProcesses;
    say(`${size} screens behind nginx: ${await formatCounts(processes)}`);
    for (const [at, one] of processes.entries()) {
      await restart(one);
      say(`after the restart of process ${at + 1}: ${await formatCounts(processes)}`);
    }
    await screens.assertConnected(RECONNECT_LIMIT_MS);
    await waitForSpread(processes, size, say);
    await screens.publish();
    await screens.assertPlaylistShown(RECONNECT_LIMIT_MS);
    say('all screens show what was published afterwards');
  });

/** Waits until the screens are spread over the processes, and prints their numbers every 15 s. Throws after three minutes. */
export async function waitForSpread(processes: readonly ServerProcess[], size: number, say: (line: string) => void): Promise<void> {
  const since = performance.now();
  const getSeconds = () => Math.round((performance.now() - since) / 1000);
  for (let printedAt = -PRINT_EVERY_S; getSeconds() <= LIMIT_S; await sleep(POLL_MS)) {
    const counts = await countScreens(processes);
    const isDone = areSpread(counts, size);
    if (isDone || getSeconds() - printedAt >= PRINT_EVERY_S) {
      printedAt = getSeconds();
      say(`${printedAt} s after the last restart: ${counts.join(' and ')} screens`);
    }
    if (isDone) return;
  }
  throw new Error(`${size} screens are not spread after ${LIMIT_S} s: ${await formatCounts(processes)}`);
}

/** Returns whether all screens are connected and no process has much more than its share. */
function areSpread(counts: readonly number[], size: number): boolean {
  const average = size / counts.length;
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum === size && Math.max(...counts) <= average + Math.max(average * TOLERATED_SHARE, TOLERATED_SCREENS);
}

export const formatCounts = async (processes: readonly ServerProcess[]): Promise<string> => (await countScreens(processes)).join(' and ');

/** Returns how many screens are connected to each process. */
const countScreens = (processes: readonly ServerProcess[]): Promise<number[]> =>
  Promise.all(
    processes.map(async ({ origin }) => {
      const text = await (await fetch(`${origin}/metrics`)).text();
      return Number(/^vitrine_sockets\{namespace="screen"\} (\d+)/m.exec(text)?.[1] ?? 0);
    }),
  );
