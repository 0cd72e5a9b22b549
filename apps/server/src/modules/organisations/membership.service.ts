/** Adds and removes members: the row, then everyone to notify. Each use case checks its own permissions before. */
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import type { Live } from '../../platform/live/live.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { LockedOrganisation } from './family-locks.service.ts';
import {
  familyDissolvedMail,
  invitationAcceptedMail,
  memberAddedMail,
  memberLeftMail,
  memberRemovedMail,
} from './family-mails.presenter.ts';
import { recordDeparture } from './former-members.store.ts';
import type { MemberContact } from './members.read-model.ts';
import { deleteMember, insertMember } from './members.store.ts';
import { type Arrival, memberJoined, memberLeft, organisationLocks } from './organisations.events.ts';

export interface MembershipDeps extends Pick<Ports, 'port'> {
  emit: Emit;
  live: Live;
  queue: Queue;
  clock: Clock;
  publicUrl: string;
}

type LeaveReason = 'removed' | 'left' | 'dissolved' | 'accountGone';

export type MembershipService = ReturnType<typeof createMembershipService>;

export function createMembershipService({ emit, live, queue, clock, publicUrl, port }: MembershipDeps) {
  /** Deactivated accounts get none. */
  const mail = async (tx: Tx, to: MemberContact, compose: (to: MemberContact) => Mail): Promise<void> => {
    if (to.disabled_at === null) await queue.add(tx, mailJob, compose(to));
  };

  return {
    mail,

    /** Adds a member. The caller has locked the account and the family, and checked the limit. */
    async addMember(tx: Tx, { id, name, owner }: LockedOrganisation, person: MemberContact, arrival: Arrival): Promise<void> {
      await insertMember(tx, id, person.id, 'subAdmin');
      const joined = { orgId: id, name, userId: person.id, userName: person.name, ownerId: owner.id, ownerName: owner.name, arrival };
      await emit(tx, memberJoined, joined);
      if (arrival !== 'accepted')
        await mail(tx, person, (to) => memberAddedMail(to, { familyName: name, ownerName: owner.name, publicUrl }));
      if (arrival !== 'added')
        await mail(tx, owner, (to) => invitationAcceptedMail(to, { familyName: name, memberName: person.name, publicUrl }));
    },

    /** Removes a member of a locked family. A dissolution has locked the family's albums already. */
    async removeMember(tx: Tx, { id, name, owner }: LockedOrganisation, person: MemberContact, why: LeaveReason): Promise<void> {
      if (why !== 'dissolved') await port(organisationLocks)(tx, id, [owner.id]);
      await deleteMember(tx, id, person.id);
      const departure = { owner_id: owner.id, user_id: person.id, org_id: id, left_at: clock.now(), was_removed: why === 'removed' };
      if (why !== 'accountGone') await recordDeparture(tx, departure);
      await emit(tx, memberLeft, { orgId: id, name, userId: person.id, userName: person.name, ownerId: owner.id, reason: why });
      await live.revoke(tx);
      if (why === 'removed') await mail(tx, person, (to) => memberRemovedMail(to, { familyName: name, publicUrl }));
      else if (why === 'dissolved') await mail(tx, person, (to) => familyDissolvedMail(to, { familyName: name, publicUrl }));
      else await mail(tx, owner, (to) => memberLeftMail(to, { familyName: name, memberName: person.name, publicUrl }));
    },
  };
}
