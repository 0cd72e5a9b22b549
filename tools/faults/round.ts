import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../../e2e/product.ts';

/** Work during which the server is killed, and the check afterwards, which throws when an invariant is violated. */
export interface Scenario {
  name: string;
  /** The kill comes at a random moment up to this long after the work began, in milliseconds. */
  withinMs: number;
  prepare(): Promise<void>;
  /** Sends requests until the server is killed. Errors are expected. */
  work(): Promise<void>;
  verify(): Promise<void>;
  /** Kills something else than the server. */
  kill?(): Promise<void>;
  /** After the last round. */
  close?(): void;
}

/** One round: work, kill -9 at a random moment, start the server again if it was that, look. */
export async function playRound(product: Product, scenario: Scenario): Promise<number> {
  await scenario.prepare();
  const killAfterMs = Math.round(Math.random() * scenario.withinMs);
  const work = scenario.work().catch(() => undefined);
  await sleep(killAfterMs);
  if (scenario.kill) await scenario.kill();
  else await product.stop('SIGKILL');
  await work;
  if (!scenario.kill) await product.start();
  await scenario.verify();
  return killAfterMs;
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
