import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startS3 } from '../../apps/server/src/testing/s3-server.ts';
import { ApiPerson } from '../../e2e/api.ts';
import type { ServerProcess } from '../../e2e/server-process.ts';
import { until } from '../../e2e/until.ts';
import { createSmallPhoto } from '../bench/fleet.data.ts';
import { createRandom } from '../demo/random.ts';
import { Installation } from '../faults/cells/installation.ts';
import { ScreenGroup } from '../faults/cells/screen-group.ts';
import { startBurners } from './cpu-burners.ts';
import { RequestLoad } from './request-load.ts';

const REQUESTS = 5000;
const PER_SECOND = 100;
/** Each process is restarted at least this often. */
const MIN_ROUNDS = 2;
const SHOWN_FAILURES = 10;
const SPREAD_LIMIT_MS = 180_000;
/** Of 24 screens, a process may keep up to ten more than the average. */
const MIN_SCREENS = 2;

/**
 * Restarts two processes and a worker behind nginx one after the other, as the guide says, while every core is busy and users send requests. No request may
 * fail or be executed twice, and all screens must be connected and spread over the processes at the end.
 */
export async function restartUnderLoad(say: (line: string) => void, requests = REQUESTS): Promise<void> {
  const installation = await Installation.start(createRandom('rolling'), startS3);
  const undo = [() => installation.remove()];
  // Remove the installation when the user stops the program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.remove().finally(() => process.exit(1)));
  try {
    const person = await ApiPerson.signUp(installation, 'ana@rolling.example');
    const screens = await ScreenGroup.create(person);
    undo.push(async () => screens.close());
    const album = await person.album('Images');
    const { key: imageKey } = await person.upload('image.jpg', await createSmallPhoto('#336699'));
    await person.attach(album._id, [imageKey]);

    const load = new RequestLoad(person, { requests, perSecond: PER_SECOND, imageKey });
    const stopBurners = startBurners();
    undo.push(async () => stopBurners());
    const isLoadOver = () => load.sent >= requests;
    let rounds = 0;
    let slowestStopMs = 0;
    const restartAll = async () => {
      for (; rounds < MIN_ROUNDS || !isLoadOver(); rounds++)
        for (const one of Object.values(installation.processes)) slowestStopMs = Math.max(slowestStopMs, await restart(one));
    };
    const { sent, failures, perSecond, p99Ms, slowestMs } = await load.runDuring(restartAll());
    stopBurners();

    assert.equal(failures.length, 0, `${failures.length} of ${sent} requests failed:\n${await describeFailures(failures, installation)}`);
    assert.deepEqual(await load.findWrongAlbums(), []);
    say(
      `${sent} requests on a saturated machine, none failed or executed twice (${perSecond} per second, p99 ${p99Ms} ms, slowest ${slowestMs} ms)`,
    );
    say(`${rounds} restarts of each process, the slowest stop took ${Math.round(slowestStopMs)} ms`);
    await screens.assertConnected();
    const countAll = () => Promise.all(installation.apiProcesses.map(countScreens));
    const isSpread = async () => Math.min(...(await countAll())) >= MIN_SCREENS;
    await until(`each process has ${MIN_SCREENS} screens`, isSpread, SPREAD_LIMIT_MS);
    say(`all screens are connected: ${(await countAll()).join(' and ')}`);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function describeFailures(failures: string[], { dataDir }: Installation): Promise<string> {
  const log = await readFile(path.join(dataDir, 'nginx/error.log'), 'utf8');
  // A refused connection is repeated at another process.
  const reasons = log.split('\n').filter((line) => line.includes('[error]') && !line.includes('Connection refused'));
  return [...failures.slice(0, SHOWN_FAILURES), 'nginx:', ...reasons.slice(-SHOWN_FAILURES)].join('\n');
}

/** Restarts as systemd does. Returns how long the process took to stop, once `/readyz` answers 200 again. */
async function restart(one: ServerProcess): Promise<number> {
  const since = performance.now();
  const code = await one.stop('SIGTERM');
  const stopMs = performance.now() - since;
  assert.equal(code, 0, `a process ended with ${code}:\n${one.output.slice(-2000)}`);
  await one.start();
  return stopMs;
}

/** Returns how many screens are connected to a process. */
async function countScreens({ origin }: ServerProcess): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^vitrine_sockets\{namespace="screen"\} (\d+)/m.exec(text)?.[1] ?? 0);
}
