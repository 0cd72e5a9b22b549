import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createSmallPhoto } from '../bench/fleet.data.ts';
import type { Installation } from '../faults/cells/installation.ts';
import { startBurners } from './cpu-burners.ts';
import { RequestLoad } from './request-load.ts';
import { SCREENS, waitForSpread } from './screen-spread.ts';
import { restart, type ScreenSetup, withInstallation } from './with-installation.ts';

const REQUESTS = 5000;
const PER_SECOND = 100;
/** Each process is restarted at least this often. */
const MIN_ROUNDS = 2;
const SHOWN_FAILURES = 10;
/** Time in which all screens connect again after the last restart, while other programs use every core. */
const RECONNECT_LIMIT_MS = 60_000;

/**
 * Restarts two processes and a worker behind nginx one after the other, as the guide says, while every core is busy and users send requests. No request may
 * fail or be executed twice. All screens must be connected afterwards, and spread over the processes within three minutes, on the same busy machine.
 */
export const restartUnderLoad = (say: (line: string) => void, requests = REQUESTS, size = SCREENS): Promise<void> =>
  withInstallation(size, async (setup) => {
    const stopBurners = startBurners();
    try {
      await sendDuringRestarts(setup, say, requests);
      await setup.screens.assertConnected(RECONNECT_LIMIT_MS);
      await waitForSpread(setup.installation.apiProcesses, size, say);
    } finally {
      stopBurners();
    }
  });

async function sendDuringRestarts({ installation, person }: ScreenSetup, say: (line: string) => void, requests: number): Promise<void> {
  const album = await person.album('Images');
  const { key: imageKey } = await person.upload('image.jpg', await createSmallPhoto('#336699'));
  await person.attach(album._id, [imageKey]);

  const load = new RequestLoad(person, { requests, perSecond: PER_SECOND, imageKey });
  const isLoadOver = () => load.sent >= requests;
  let rounds = 0;
  let slowestStopMs = 0;
  const restartAll = async () => {
    for (; rounds < MIN_ROUNDS || !isLoadOver(); rounds++)
      for (const one of Object.values(installation.processes)) slowestStopMs = Math.max(slowestStopMs, await restart(one));
  };
  const { sent, failures, perSecond, p99Ms, slowestMs } = await load.runDuring(restartAll());

  assert.equal(failures.length, 0, `${failures.length} of ${sent} requests failed:\n${await describeFailures(failures, installation)}`);
  assert.deepEqual(await load.findWrongAlbums(), []);
  say(
    `${sent} requests on a saturated machine, none failed or executed twice (${perSecond} per second, p99 ${p99Ms} ms, slowest ${slowestMs} ms)`,
  );
  say(`${rounds} restarts of each process, the slowest stop took ${Math.round(slowestStopMs)} ms`);
}

async function describeFailures(failures: string[], { dataDir }: Installation): Promise<string> {
  const log = await readFile(path.join(dataDir, 'nginx/error.log'), 'utf8');
  // A refused connection is repeated at another process.
  const reasons = log.split('\n').filter((line) => line.includes('[error]') && !line.includes('Connection refused'));
  return [...failures.slice(0, SHOWN_FAILURES), 'nginx:', ...reasons.slice(-SHOWN_FAILURES)].join('\n');
}
