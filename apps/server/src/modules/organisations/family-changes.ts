/** Somebody comes or goes: the row, then those who must know. What each use case asks before is its own. */
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import type { Live } from '../../platform/live/live.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { recordDeparture } from './former-members.store.ts';
import type { LockedFamily } from './locked-families.ts';
import type { KnownName } from './members.read-model.ts';
import { deleteMember, insertMember } from './members.store.ts';
import { type Arrival, memberJoined, memberLeft } from './organisations.events.ts';
import { dissolvedMail, joinedMail, memberArrivedMail, memberLeftMail, removedMail } from './organisations.mails.ts';

export interface FamilyChangesDeps {
  emit: Emit;
  live: Live;
  queue: Queue;
  clock: Clock;
  publicUrl: string;
}

type Departure = 'removed' | 'left' | 'dissolved' | 'accountGone';

export type FamilyChanges = ReturnType<typeof createFamilyChanges>;

export function createFamilyChanges({ emit, live, queue, clock, publicUrl }: FamilyChangesDeps) {
  /** Deactivated accounts get none. */
  const mail = async (tx: Tx, to: KnownName, compose: (to: KnownName) => Mail): Promise<void> => {
    if (to.disabled_at === null) await queue.add(tx, mailJob, compose(to));
  };

  return {
    mail,

    /** Their account and the family are held, and there is room. */
    async join(tx: Tx, { id, name, owner }: LockedFamily, person: KnownName, arrival: Arrival): Promise<void> {
      await insertMember(tx, id, person.id, 'subAdmin');
      const joined = { orgId: id, name, userId: person.id, userName: person.name, ownerId: owner.id, ownerName: owner.name, arrival };
      await emit(tx, memberJoined, joined);
      if (arrival !== 'accepted') await mail(tx, person, (to) => joinedMail(to, { familyName: name, ownerName: owner.name, publicUrl }));
      if (arrival !== 'added')
        await mail(tx, owner, (to) => memberArrivedMail(to, { familyName: name, memberName: person.name, publicUrl }));
    },

    /** The family is held. */
    async leave(tx: Tx, { id, name, owner }: LockedFamily, person: KnownName, why: Departure): Promise<void> {
      await deleteMember(tx, id, person.id);
      const departure = { owner_id: owner.id, user_id: person.id, org_id: id, left_at: clock.now(), was_removed: why === 'removed' };
      if (why !== 'accountGone') await recordDeparture(tx, departure);
      await emit(tx, memberLeft, { orgId: id, name, userId: person.id, userName: person.name, ownerId: owner.id, why });
      await live.revoke(tx);
      if (why === 'removed') await mail(tx, person, (to) => removedMail(to, { familyName: name, publicUrl }));
      else if (why === 'dissolved') await mail(tx, person, (to) => dissolvedMail(to, { familyName: name, publicUrl }));
      else await mail(tx, owner, (to) => memberLeftMail(to, { familyName: name, memberName: person.name, publicUrl }));
    },
  };
}
