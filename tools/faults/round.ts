import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../../e2e/product.ts';

/** Work during which the server is killed, and the check afterwards, which throws when an invariant is violated. */
export interface Scenario {
  name: string;
  /** Maximum delay of the kill after the work began, in milliseconds. The delay is random. */
  maxKillDelayMs: number;
  prepare(): Promise<void>;
  /** Sends requests until the server is killed. Errors are expected. */
  work(): Promise<void>;
  verify(): Promise<void>;
  /** Replaces the kill of the server. */
  kill?(): Promise<void>;
  /** Runs after the last round. */
  close?(): void;
}

/** Runs a round: starts the work, kills the server (or what `kill` kills) at a random moment, restarts the server and verifies. Returns the delay of the kill, in milliseconds. */
export async function playRound(product: Product, scenario: Scenario): Promise<number> {
  await scenario.prepare();
  const killAfterMs = Math.round(Math.random() * scenario.maxKillDelayMs);
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
