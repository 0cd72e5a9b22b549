import type { ApiPerson } from '../api.ts';
import { Bystander, type Waits } from './bystander.ts';
import { flood, guess, stall } from './hostile-connections.ts';
import { killDatabase, loseListener } from './hostile-database.ts';
import { askForRenditions, bombVideos } from './hostile-media.ts';
import { assert } from './round.ts';

const P99_LIMIT_MS = 300;

/** Something done to the product, which ends by itself; it throws with what did not hold. */
export interface Attack {
  name: string;
  /** Whether some of the others' requests may be refused meanwhile. */
  isOutage?: boolean;
  run(attacker: ApiPerson, other: ApiPerson): Promise<void>;
}

const attacks: Attack[] = [guess, flood, stall, askForRenditions, bombVideos, loseListener, killDatabase];

/** Each attack with another user's waits beside it. Prints a line for each, and answers how many held. */
export async function runHostile(attacker: ApiPerson, other: ApiPerson, only?: string): Promise<{ passed: number; failed: number }> {
  const bystander = await Bystander.create(other);
  const chosen = attacks.filter(({ name }) => !only || name.includes(only));
  let passed = 0;
  for (const attack of chosen) {
    try {
      const waits = await bystander.during(attack.run(attacker, other));
      assertServed(attack, waits);
      passed++;
      console.log(`✓ ${attack.name}: ${described(waits)}`);
    } catch (error) {
      console.log(`✗ ${attack.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { passed, failed: chosen.length - passed };
}

function assertServed({ isOutage = false }: Attack, waits: Waits): void {
  assert(waits.p99Ms < P99_LIMIT_MS, `the others waited too long: ${described(waits)}`);
  assert(waits.saysWhen, `refused without saying when to ask again: ${described(waits)}`);
  const expected = isOutage ? [200, 503] : [200];
  const others = Object.keys(waits.statuses).filter((status) => !expected.includes(Number(status)));
  assert(others.length === 0, `the others were refused: ${described(waits)}`);
}

const described = ({ requests, p99Ms, statuses }: Waits) =>
  `${requests} requests of another user, p99 ${p99Ms} ms (${P99_LIMIT_MS}), ${Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')}`;
