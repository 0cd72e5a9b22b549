/**
 * Faults of a fleet: `npm run faults -- fleet [ROUNDS [NAMES]] [seed=SEED]`. Each round causes one fault on a real server with simulated screens. Afterwards,
 * what each screen shows must equal what the console reports (agreement.ts), and no screen may have painted an alert of another account.
 *
 * These cases are tested elsewhere:
 * - time zones whose rules change: `packages/playback/src/wall-clock.test.ts`, `e2e/browsers/time-zones.slow.spec.ts`
 * - schedules in a year of any history: `apps/server/src/modules/publishing/schedule-agreement.rules.test.ts`, `packages/playback/src/decide.property.test.ts`
 * - an emergency message on a full disk, without a server and after a restart: `apps/screen/src/emergency/emergency-messages.test.ts`
 * - a factory reset with a new identity: `apps/screen/src/remote/reset-screen.test.ts`
 * - real screens outside of their hours: `e2e/screen-clock.spec.ts`, `apps/screen/src/operation/operation.test.ts`
 * - CAP alerts that are huge or damaged, or arrive after their cancellation: `apps/server/src/modules/emergency/cap-alerts.test.ts`
 * - members who left, and API tokens without the scope: `apps/server/src/modules/emergency/emergency.test.ts`, `tools/faults/hostile-emergency.ts`
 * - interrupted and concurrent replacements: `apps/server/src/modules/devices/screens/screen-replacement.test.ts`
 */
import { Product } from '../../../e2e/product.ts';
import { buildServer } from '../../../scripts/build-server.ts';
import { createRandom } from '../../demo/random.ts';
import { shuffled } from '../cells/shuffled.ts';
import { assertAgreement, assertOwnAlerts } from './agreement.ts';
import { busyScreens, capAlerts, killedServer, otherAccount, removeOperatingHours, twoPeople } from './emergency-faults.ts';
import { FleetWorld } from './fleet-world.ts';
import { jumpingClocks, oddWindows } from './schedule-faults.ts';
import { deletedTag, type FleetFault, movedDevices, replacedScreen } from './target-faults.ts';

const FAULTS: readonly FleetFault[] = [
  jumpingClocks,
  oddWindows,
  deletedTag,
  movedDevices,
  replacedScreen,
  killedServer,
  twoPeople,
  busyScreens,
  capAlerts,
  otherAccount,
];

interface FleetOptions {
  rounds: number;
  seed: string;
  /** Comma-separated parts of fault names. */
  only?: string;
}

/** Returns true when screens and console agreed after every round. */
export async function runFleet({ rounds, seed, only }: FleetOptions): Promise<boolean> {
  console.log(`seed ${seed}`);
  const faults = FAULTS.filter(({ name }) => !only || only.split(',').some((text) => name.includes(text)));
  if (faults.length === 0) throw new Error(`Unknown fault: ${only}. Available: ${FAULTS.map(({ name }) => name).join(', ')}`);
  // Build once, because the server is started again during the rounds.
  process.env['SERVER_MAIN'] ??= await buildServer({ onlyIfStale: true });
  const product = await Product.start();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.remove().finally(() => process.exit(1)));
  try {
    const random = createRandom(seed);
    const world = await FleetWorld.create(product, random);
    const sequence: FleetFault[] = [];
    while (sequence.length < rounds) sequence.push(...shuffled(faults, random));
    const passed = await playRounds(world, sequence.slice(0, rounds));
    world.close();
    console.log(`${rounds} rounds, ${passed} passed`);
    return passed === rounds;
  } finally {
    await product.remove();
  }
}

async function playRounds(world: FleetWorld, faults: readonly FleetFault[]): Promise<number> {
  let passed = 0;
  let before = await assertAgreement(world);
  for (const [at, fault] of faults.entries()) {
    const since = performance.now();
    const printResult = (mark: string, description: string) =>
      console.log(
        `${mark} ${at + 1}/${faults.length} ${fault.name}: ${description} (${((performance.now() - since) / 1000).toFixed(1)} s)`,
      );
    world.painted = [];
    try {
      const description = await fault.run(world);
      const after = await assertAgreement(world);
      await assertOwnAlerts(world, before, after);
      await world.clearMessages();
      await removeOperatingHours(world);
      before = await assertAgreement(world);
      passed++;
      printResult('✓', description);
    } catch (error) {
      printResult('✗', error instanceof Error ? error.message : String(error));
      await world.clearMessages();
    }
  }
  return passed;
}
