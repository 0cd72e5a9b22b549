import {
  type addedMembers,
  type addMembersBody,
  isEmailAddress,
  type memberSuggestionsQuery,
  type OrganisationMember,
  type SuggestedPerson,
  toAsciiEmail,
} from '@vitrine/contract';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { authorize, type Person } from '../access/index.ts';
import { type AddressLookups, consumeMailQuota } from '../accounts/index.ts';
import { type LockedOrganisation, lockOrganisationWithMembers } from './family-locks.service.ts';
import { familyInvitationMail, formerMemberInvitedMail } from './family-mails.presenter.ts';
import { nextInvitationAfter } from './former-members.rules.ts';
import { findDepartures, setNextInvitation } from './former-members.store.ts';
import { deleteInvitationsByEmail, insertInvitations, listInvitations } from './invitations.store.ts';
import {
  type CandidateRow,
  countMembers,
  findCandidates,
  findRole,
  listMemberContacts,
  listSuggestedPeople,
} from './members.read-model.ts';
import { type AddMembersPlan, getMemberCapacity, planAddMembers } from './members.rules.ts';
import type { MembershipService } from './membership.service.ts';
import { authorizeOrganisationManagement } from './organisation-access.service.ts';
import type { OrganisationLoader } from './organisation-loader.service.ts';
import { formerMemberInvited, sharingContacts } from './organisations.events.ts';
import type { OrganisationNotifier } from './organisations.live.ts';
import { presentInvitation, presentSuggestedPerson } from './organisations.presenter.ts';
import { listMemberships } from './organisations.read-model.ts';

export interface MembersDeps {
  db: Database;
  emit: Emit;
  queue: Queue;
  clock: Clock;
  lookups: AddressLookups;
  publicUrl: string;
  loader: OrganisationLoader;
  notifier: OrganisationNotifier;
  changes: MembershipService;
  /** Invalidates cached grants. Called after the commit. */
  clearAccessCache: () => void;
}

type AddedMembers = z.infer<typeof addedMembers>;
type Input = z.infer<typeof addMembersBody>;

export function createMembersService(deps: MembersDeps) {
  const { db, loader, notifier, changes, lookups, clearAccessCache } = deps;

  const findOwnOrganisation = async (userId: string): Promise<string> => {
    const own = (await listMemberships(db, userId)).find(({ orgRole }) => orgRole === 'owner');
    if (!own) throw new AppError('NOT_FOUND');
    return own.id;
  };

  return {
    async list(actor: Person, orgId: string): Promise<OrganisationMember[]> {
      await authorize(db, actor, 'organisation.read', [orgId]);
      return loader.members(db, orgId, actor.userId);
    },

    /** Adds all of these addresses or none. Throws PLAN_ENDED and what `planAddMembers` throws. */
    async add(actor: Person, { orgId: said, emails }: Input): Promise<AddedMembers> {
      const orgId = said ?? (await findOwnOrganisation(actor.userId));
      const addresses = emails.map((email) => toAsciiEmail(email).toLowerCase());
      // Every answer, a refusal too, reveals whether the address has an account.
      await lookups.take(actor.userId, addresses.length);
      try {
        return await db.transaction().execute(async (tx) => {
          await authorize(tx, actor, 'organisation.read', [orgId]);
          const accounts = await findCandidates(tx, addresses);
          const ids = accounts.map(({ id }) => id);
          const family = await lockOrganisationWithMembers(tx, orgId, ids);
          await authorizeOrganisationManagement(tx, actor, orgId);
          const plan = await buildAddPlan(tx, deps, actor.userId, family, addresses);
          await addPlannedMembers(tx, deps, family, plan);
          const recipients = plan.joining.length + plan.asked.length + plan.invited.length + plan.reminded.length;
          await consumeMailQuota(tx, deps.clock, actor.userId, recipients);
          await notifier.notifyMembers(
            tx,
            orgId,
            plan.asked.map(({ id }) => id),
          );
          return presentAddedMembers(tx, deps, actor, family, plan);
        });
      } catch (error) {
        // The account joined another family in a way that locked neither.
        if (isDatabaseError(error, '23505')) throw new AppError('MEMBER_ELSEWHERE', undefined, { cause: error });
        throw error;
      }
    },

    /** Removes a member. The owner can remove anyone else, members only themselves. FAMILY_OWNER_STAYS. */
    async remove(actor: Person, orgId: string, userId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'organisation.read', [orgId]);
        const family = await lockOrganisationWithMembers(tx, orgId, [userId]);
        const isLeaving = userId === actor.userId;
        if (!isLeaving) await authorizeOrganisationManagement(tx, actor, orgId);
        if ((await findRole(tx, orgId, userId)) === 'owner') throw new AppError('FAMILY_OWNER_STAYS');
        const person = (await listMemberContacts(tx, orgId)).find(({ id }) => id === userId);
        if (!person) throw new AppError('NOT_FOUND');
        await changes.removeMember(tx, family, person, isLeaving ? 'left' : 'removed');
        await notifier.notifyMembers(tx, orgId, [userId]);
      });
      clearAccessCache();
    },
  };
}

export type MembersService = ReturnType<typeof createMembersService>;

/** Decides how these addresses are added to a locked family. Throws PLAN_ENDED and what `planAddMembers` throws. */
export async function buildAddPlan(
  tx: Tx,
  { loader, clock }: MembersDeps,
  requestedBy: string,
  family: LockedOrganisation,
  addresses: string[],
): Promise<AddMembersPlan<CandidateRow>> {
  const plan = await loader.planOf(tx, family.owner.id);
  if (!plan.isRunning) throw new AppError('PLAN_ENDED');
  const people = await findCandidates(tx, addresses);
  const ids = people.map(({ id }) => id);
  return planAddMembers(addresses, {
    orgId: family.id,
    requestedBy,
    people,
    pendingInvitations: (await listInvitations(tx, family.id)).filter(({ declined_at }) => declined_at === null),
    departures: await findDepartures(tx, family.owner.id, ids),
    now: clock.now(),
    memberCount: await countMembers(tx, family.id),
    capacity: getMemberCapacity(plan),
  });
}

/** Administrators act in the name of the owner. */
export async function addPlannedMembers(
  tx: Tx,
  deps: MembersDeps,
  family: LockedOrganisation,
  { joining, asked, invited, reminded }: AddMembersPlan<CandidateRow>,
): Promise<void> {
  const { changes, queue, clock, publicUrl } = deps;
  for (const person of joining) {
    await deleteInvitationsByEmail(tx, [family.id], person);
    await changes.addMember(tx, family, person, 'added');
  }
  for (const person of asked) await inviteFormerMember(tx, deps, family, person);
  const invitation = { org_id: family.id, invited_by: family.owner.id, user_id: null, created_at: clock.now() };
  const invitations = invited.map((email) => ({ ...invitation, id: newId(), email }));
  if (invitations.length > 0) await insertInvitations(tx, invitations);
  for (const email of [...invited, ...reminded])
    await queue.add(tx, mailJob, familyInvitationMail(email, { familyName: family.name, ownerName: family.owner.name, publicUrl }));
}

async function inviteFormerMember(
  tx: Tx,
  { changes, emit, clock, publicUrl }: MembersDeps,
  { id: orgId, name, owner }: LockedOrganisation,
  person: CandidateRow,
): Promise<void> {
  const now = clock.now();
  await deleteInvitationsByEmail(tx, [orgId], person);
  const invitation = { id: newId(), org_id: orgId, email: person.email, invited_by: owner.id, user_id: person.id, created_at: now };
  await insertInvitations(tx, [invitation]);
  await setNextInvitation(tx, owner.id, person.id, nextInvitationAfter(now));
  await emit(tx, formerMemberInvited, { orgId, name, userId: person.id, ownerId: owner.id, ownerName: owner.name });
  await changes.mail(tx, person, (to) => formerMemberInvitedMail(to, { familyName: name, ownerName: owner.name, publicUrl }));
}

async function presentAddedMembers(
  tx: Tx,
  { loader }: MembersDeps,
  actor: Person,
  { id }: LockedOrganisation,
  { joining, asked, invited, reminded }: AddMembersPlan<CandidateRow>,
): Promise<AddedMembers> {
  const members = await loader.members(tx, id, actor.userId);
  const sent = new Set([...invited, ...reminded, ...asked.map(({ email }) => email)]);
  const invitations = await listInvitations(tx, id);
  return {
    members: members.filter(({ _id }) => joining.some((person) => person.id === _id)),
    invitations: invitations.filter(({ email }) => sent.has(email)).map(presentInvitation),
  };
}

interface PeopleDeps {
  db: Database;
  port: Ports['port'];
  lookups: AddressLookups;
}

export const createMemberSuggestions = ({ db, port, lookups }: PeopleDeps) => ({
  /** Lists people who share albums with the caller, and the account of the same platform with exactly the given address. */
  async list({ userId }: Person, { dataPerPage, string = '' }: z.infer<typeof memberSuggestionsQuery>): Promise<SuggestedPerson[]> {
    const ids = await port(sharingContacts)(db, userId, dataPerPage);
    const isLookup = isEmailAddress(string) && (await lookups.tryTake(userId));
    const email = isLookup ? string.toLowerCase() : '';
    const rows = await listSuggestedPeople(db, { notId: userId, ids, email }, dataPerPage);
    return rows.map(presentSuggestedPerson);
  },
});

export type MemberSuggestions = ReturnType<typeof createMemberSuggestions>;
