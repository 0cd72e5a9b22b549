import type { Tx } from '../../platform/database/database.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';
import { listOrganisationMemberIds } from './owner-scope.read-model.ts';

/** Live events about families. The recipients are determined when an event is sent, so that removed members only learn of their removal. */
export const createOrganisationNotifier = (live: Live) => ({
  /** Notifies the owner and members to reload the family; `others` are accounts that just left it. */
  async notifyMembers(tx: Tx, orgId: string, others: readonly string[] = []): Promise<void> {
    const people = new Set([...(await listOrganisationMemberIds(tx, orgId)), ...others]);
    await live.send(tx, [
      { namespace: 'notification', rooms: [...people].map(getPersonRoom), event: 'notification', payload: { topic: 'organisations' } },
    ]);
  },
});

export type OrganisationNotifier = ReturnType<typeof createOrganisationNotifier>;
