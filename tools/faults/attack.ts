import type { ApiPerson } from '../../e2e/api.ts';

/** An attack on the running product. The attack stops within a bounded time and throws when a defence failed. */
export interface Attack {
  name: string;
  /** True when requests of other users may be refused with 503 during the attack. */
  isOutage?: boolean;
  /** Replaces the limit on memory growth for attacks that make decoders work, in MB. */
  memoryGrowthLimitMb?: number;
  /** Replaces the limit on the growth of the 95th percentile, in milliseconds. */
  p95GrowthLimitMs?: number;
  /** Prepares what the attack needs, before anything is measured. */
  prepare?(attacker: ApiPerson): Promise<void>;
  run(attacker: ApiPerson, other: ApiPerson): Promise<void>;
}
