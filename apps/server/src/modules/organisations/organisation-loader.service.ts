import { LIMITS, type Organisation, type OrganisationMember } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { newestSubscription, profilePictures } from '../accounts/index.ts';
import type { LockedOrganisation } from './family-locks.service.ts';
import { countMembers, findRole, listMembers } from './members.read-model.ts';
import { getMemberCapacity } from './members.rules.ts';
import { type FamilyPlan, familyPlansByUser, organisationUsageCounters } from './organisations.events.ts';
import { presentMember, presentOrganisation } from './organisations.presenter.ts';
import { findOrganisation } from './organisations.read-model.ts';

const COUNTED_RESOURCES = ['albums', 'playlists', 'devices'] as const;
const NO_PLAN: FamilyPlan = { isRunning: false, members: 0 };

export type OrganisationLoader = ReturnType<typeof createOrganisationLoader>;

/** An organisation and its members, as one of them or an administrator sees them. */
export function createOrganisationLoader({ port, ports }: Pick<Ports, 'port' | 'ports'>) {
  const findFamilyPlan = async (db: Db, ownerId: string): Promise<FamilyPlan> =>
    (await port(familyPlansByUser)(db, [ownerId])).get(ownerId) ?? NO_PLAN;

  const countResources = async (db: Db, orgId: string): Promise<Organisation['holds']> => {
    const holds = { albums: 0, playlists: 0, devices: 0 };
    for (const provided of ports(organisationUsageCounters))
      for (const kind of COUNTED_RESOURCES) holds[kind] += (await provided[kind]?.(db, orgId)) ?? 0;
    return holds;
  };

  return {
    planOf: findFamilyPlan,

    /** Returns whether an invited person may still join: a plan that ended keeps the promised places, a smaller plan does not. */
    async hasMemberCapacity(db: Db, { id, owner }: LockedOrganisation): Promise<boolean> {
      const plan = await findFamilyPlan(db, owner.id);
      return (await countMembers(db, id)) < (plan.isRunning ? getMemberCapacity(plan) : LIMITS.familyMembers);
    },

    /** Id of the subscription that the account itself shows. */
    async findSubscriptionId(db: Db, userId: string): Promise<string | null> {
      const newest = port(newestSubscription)(sql`${userId}::uuid`);
      return (await db.selectNoFrom(newest.as('id')).executeTakeFirstOrThrow()).id;
    },

    /** NOT_FOUND. */
    async loadOrganisation(db: Db, orgId: string, viewerId: string): Promise<Organisation> {
      const row = await findOrganisation(db, orgId);
      if (!row) throw new AppError('NOT_FOUND');
      const plan = await findFamilyPlan(db, row.owner_id);
      return presentOrganisation(row, {
        picture: await port(profilePictures).describe(db, row.picture_file_id),
        memberLimit: getMemberCapacity(plan),
        orgRole: (await findRole(db, orgId, viewerId)) ?? null,
        hasEnded: !plan.isRunning,
        holds: await countResources(db, orgId),
      });
    },

    /** Lists the owner first. Members see only their own details; those who act for the owner see everything. */
    async members(db: Db, orgId: string, viewerId: string): Promise<OrganisationMember[]> {
      const rows = await listMembers(db, orgId);
      const isMember = rows.some(({ id, org_role }) => id === viewerId && org_role === 'subAdmin');
      const plans = isMember
        ? new Map<string, FamilyPlan>()
        : await port(familyPlansByUser)(
            db,
            rows.map(({ id }) => id),
          );
      return rows.map((row) =>
        presentMember(row, {
          isPrivate: isMember && row.id !== viewerId,
          canOwn: !row.owns_one && (plans.get(row.id)?.isRunning ?? false),
        }),
      );
    },
  };
}
