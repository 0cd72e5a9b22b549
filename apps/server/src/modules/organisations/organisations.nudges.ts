import type { Tx } from '../../platform/database/database.ts';
import { type Live, personRoom } from '../../platform/live/live.ts';
import { listOrganisationMembers } from './owner-scope.ts';

/** Who hears of a family is asked at the moment of telling: whoever was removed hears that it is over, and nothing more. */
export const createOrganisationNudges = (live: Live) => ({
  /** Its owner and members look again; `others` too, who are in it no more. */
  async tellOf(tx: Tx, orgId: string, others: readonly string[] = []): Promise<void> {
    const people = new Set([...(await listOrganisationMembers(tx, orgId)), ...others]);
    await live.send(tx, [
      { namespace: 'notification', rooms: [...people].map(personRoom), event: 'notification', payload: { topic: 'organisations' } },
    ]);
  },
});

export type OrganisationNudges = ReturnType<typeof createOrganisationNudges>;
