import type { AttemptLimit } from '../../platform/limits/attempt-limits.ts';
import type { Person } from '../access/index.ts';
import type { EmergencyOwner } from './emergency-screens.read-model.ts';

/** A feed, or a screen with a key. */
interface AutomaticRaiser {
  kind: 'feed' | 'screen';
  name: string;
}

export type Raiser = Person | AutomaticRaiser;

const DAY_MS = 86_400_000;
/** Raises and extensions in 24 hours. Each of them reaches all screens of a message and is recorded. */
const CHANGES_PER_DAY = { person: 500, program: 2000, feed: 2000, screen: 500 };

export const RAISE_REFUSAL = 'Emergency messages were raised or extended too often in the last 24 hours. Active ones can still be ended.';

/**
 * Returns the daily limit of an account or a family for those who raise its messages. People, programs, feeds and screens are counted separately: a program that
 * runs wild must not keep people from raising a message.
 */
export function getRaiseLimit(raiser: Raiser, { user_id, org_id }: EmergencyOwner): AttemptLimit {
  const kind = raiser.kind !== 'person' ? raiser.kind : raiser.apiToken ? 'program' : 'person';
  const account = raiser.kind === 'person' ? raiser.userId : '';
  return { subject: `emergency raises ${org_id ?? user_id} ${kind} ${account}`, limit: CHANGES_PER_DAY[kind], windowMs: DAY_MS };
}
