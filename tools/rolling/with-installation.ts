import assert from 'node:assert/strict';
import { startS3 } from '../../apps/server/src/testing/s3-server.ts';
import { ApiPerson } from '../../e2e/api.ts';
import type { ServerProcess } from '../../e2e/server-process.ts';
import { createRandom } from '../demo/random.ts';
import { Installation } from '../faults/cells/installation.ts';
import { ScreenGroup } from '../faults/cells/screen-group.ts';

export interface ScreenSetup {
  installation: Installation;
  person: ApiPerson<Installation>;
  screens: ScreenGroup;
}

/** Runs the work with two processes and a worker behind nginx, and with this many connected screens of one account. */
export async function withInstallation(size: number, work: (setup: ScreenSetup) => Promise<void>): Promise<void> {
  const installation = await Installation.start(createRandom('rolling'), startS3);
  // Remove the installation when the user stops the program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void installation.remove().finally(() => process.exit(1)));
  let screens: ScreenGroup | undefined;
  try {
    const person = await ApiPerson.signUp(installation, 'ana@rolling.example');
    screens = await ScreenGroup.create(person, size);
    await work({ installation, person, screens });
  } finally {
    screens?.close();
    await installation.remove();
  }
}

/** Restarts as systemd does. Returns how long the process took to stop, once `/readyz` answers 200 again. */
export async function restart(one: ServerProcess): Promise<number> {
  const since = performance.now();
  const code = await one.stop('SIGTERM');
  const stopMs = performance.now() - since;
  assert.equal(code, 0, `a process ended with ${code}:\n${one.output.slice(-2000)}`);
  await one.start();
  return stopMs;
}
