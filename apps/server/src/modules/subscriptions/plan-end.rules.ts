import type { Entitlements } from '../entitlements/index.ts';

interface RunningSubscription {
  plan_name: string;
  period_end: Date;
}

/**
 * Returns the date on which a plan ends or is renewed, as every page shows it: the end of the period that was paid or granted. The limits of a card plan apply
 * for some days longer, because a failed renewal is retried.
 */
export function getPlanEnd(
  { planName, endsAt, isTrial }: Pick<Entitlements, 'planName' | 'endsAt' | 'isTrial'>,
  running: readonly RunningSubscription[],
): Date {
  if (isTrial) return endsAt;
  const ends = running.filter((subscription) => subscription.plan_name === planName).map((subscription) => subscription.period_end);
  return ends.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? endsAt;
}
