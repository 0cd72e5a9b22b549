import { LIMITS, type Organisation, type OrganisationMember } from '@vitrine/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { newestSubscription, pictures } from '../accounts/index.ts';
import type { LockedFamily } from './locked-families.ts';
import { countMembers, findRole, listMembers } from './members.read-model.ts';
import { placesOf } from './members.rules.ts';
import { type FamilyPlan, familyPlans, organisationHoldings } from './organisations.ports.ts';
import { presentMember, presentOrganisation } from './organisations.presenter.ts';
import { findOrganisation } from './organisations.read-model.ts';

const KINDS = ['albums', 'playlists', 'devices'] as const;
const NO_PLAN: FamilyPlan = { isRunning: false, members: 0 };

export type OrganisationViewing = ReturnType<typeof createOrganisationViewing>;

/** An organisation and its members, as one of them or an administrator sees them. */
export function createOrganisationViewing({ port, ports }: Pick<Ports, 'port' | 'ports'>) {
  const planOf = async (db: Db, ownerId: string): Promise<FamilyPlan> => (await port(familyPlans)(db, [ownerId])).get(ownerId) ?? NO_PLAN;

  const countHoldings = async (db: Db, orgId: string): Promise<Organisation['holds']> => {
    const holds = { albums: 0, playlists: 0, devices: 0 };
    for (const provided of ports(organisationHoldings)) for (const kind of KINDS) holds[kind] += (await provided[kind]?.(db, orgId)) ?? 0;
    return holds;
  };

  return {
    planOf,

    /** Returns whether an invited person may still join: a plan that ended keeps the promised places, a smaller plan does not. */
    async hasRoom(db: Db, { id, owner }: LockedFamily): Promise<boolean> {
      const plan = await planOf(db, owner.id);
      return (await countMembers(db, id)) < (plan.isRunning ? placesOf(plan) : LIMITS.familyMembers);
    },

    /** Of the subscription that their own account shows. */
    async subscriptionIdOf(db: Db, userId: string): Promise<string | null> {
      const newest = port(newestSubscription)(sql`${userId}::uuid`);
      return (await db.selectNoFrom(newest.as('id')).executeTakeFirstOrThrow()).id;
    },

    /** NOT_FOUND. */
    async organisation(db: Db, orgId: string, viewerId: string): Promise<Organisation> {
      const row = await findOrganisation(db, orgId);
      if (!row) throw new AppError('NOT_FOUND');
      const plan = await planOf(db, row.owner_id);
      return presentOrganisation(row, {
        picture: await port(pictures).describe(db, row.picture_file_id),
        memberLimit: placesOf(plan),
        orgRole: (await findRole(db, orgId, viewerId)) ?? null,
        hasEnded: !plan.isRunning,
        holds: await countHoldings(db, orgId),
      });
    },

    /** Its owner first. Members see of each other's details their own alone; whoever acts for the owner sees what the owner sees. */
    async members(db: Db, orgId: string, viewerId: string): Promise<OrganisationMember[]> {
      const rows = await listMembers(db, orgId);
      const isMember = rows.some(({ id, org_role }) => id === viewerId && org_role === 'subAdmin');
      const plans = isMember
        ? new Map<string, FamilyPlan>()
        : await port(familyPlans)(
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
