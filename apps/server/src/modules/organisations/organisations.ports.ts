import type { Db } from '../../platform/database/database.ts';
import { definePort } from '../../platform/ports.ts';

/** What the plan of a family's owner says of families. */
export interface FamilyPlan {
  /** A plan for families that runs. */
  isRunning: boolean;
  /** People beside the owner. */
  members: number;
}

/** Asked by user id; those who have no plan are in it all the same. */
export const familyPlansByUser = definePort<(db: Db, userIds: readonly string[]) => Promise<Map<string, FamilyPlan>>>('family plans');

/** How many of a kind belong to an organisation. */
type OrganisationUsageCounters = Partial<Record<'albums' | 'playlists' | 'devices', (db: Db, orgId: string) => Promise<number>>>;
export const organisationUsageCounters = definePort<OrganisationUsageCounters>('organisation holdings');

/** Those somebody shares albums with, who know each other therefore. */
export const sharingContacts = definePort<(db: Db, userId: string, limit: number) => Promise<string[]>>('acquaintances');

/** What this process still believes of who may see what; forgotten once it is committed that somebody may not any more. */
export const accessCache = definePort<{ clear: () => void }>('grants');
