import { type Album, id, type invitationActionBody, isEmailAddress, type Permission } from '@vitrine/contract';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { authorize, type Person } from '../access/index.ts';
import { type AddressLookups, consumeMailQuota } from '../accounts/index.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { listOrganisationMemberIds } from '../organisations/index.ts';
import { authorizeAlbumChange, lockEditableAlbum } from './album-access.service.ts';
import {
  acceptInvitationsByEmail,
  acceptShare,
  deleteShares,
  insertShares,
  listShares,
  lockInvitation,
  updatePermission,
} from './album-shares.store.ts';
import { albumInvited, albumJoined, albumReadersChanged, invitationClosed } from './albums.events.ts';
import type { AlbumNotifier } from './albums.live.ts';
import { findAlbumOwnerScope } from './albums.read-model.ts';
import type { LockedAlbum } from './albums.store.ts';
import { findPeopleByEmail, findUserName, type PersonByEmail, suggestExact, suggestKnown } from './sharing.read-model.ts';
import { assertValidEmails, planShares, type SharePlan } from './sharing.rules.ts';
import { albumInvitationMail, albumSignUpInvitationMail } from './sharing-mails.presenter.ts';
import { releaseForbiddenReservations } from './storage-reservations.service.ts';

export interface SharingDeps {
  db: Database;
  nudges: AlbumNotifier;
  publicUrl: string;
  read: (db: Db, actor: Person, id: string) => Promise<Album>;
  emit: Emit;
  queue: Queue;
  clock: Clock;
  lookups: AddressLookups;
  entitlements: EntitlementsService;
  /** Invalidates cached grants. Called after the commit. */
  clearAccessCache: () => void;
}

interface ShareInput {
  emailArr: { email: string; permission: Permission }[];
  userRemoveId: string[];
}

const MAX_SUGGESTIONS = 10;
const isId = (idOrAddress: string) => id.safeParse(idOrAddress).success;

export function createSharingService(deps: SharingDeps) {
  const { db, nudges, read, emit, entitlements, lookups, clearAccessCache } = deps;

  const removeMembers = async (tx: Tx, albumId: string, removed: string[]): Promise<number> => {
    if (removed.length === 0) return 0;
    const rows = await deleteShares(tx, albumId, { ids: removed.filter(isId), emails: removed.filter(isEmailAddress) });
    const userIds = rows.flatMap((row) => row.user_id ?? []);
    for (const userId of userIds) await emit(tx, invitationClosed, { userId });
    if (userIds.length > 0) {
      await emit(tx, albumReadersChanged, { albumId });
      await releaseForbiddenReservations(tx, albumId);
    }
    await nudges.revokeAccess(tx);
    await nudges.notifyReaders(tx, albumId, userIds);
    return rows.length;
  };

  return {
    /** Invites people, changes permissions and removes members in one transaction. PLAN_ENDED, SHARING_LIMIT. */
    async share(actor: Person, albumId: string, { emailArr, userRemoveId }: ShareInput): Promise<Album> {
      const album = await db.transaction().execute(async (tx) => {
        await authorizeAlbumChange(tx, actor, albumId);
        const scope = await findAlbumOwnerScope(tx, albumId);
        if (!scope) throw new AppError('NOT_FOUND');
        if (emailArr.length > 0) await entitlements.lockOwner(tx, scope);
        const locked = await lockEditableAlbum(tx, albumId, 'The default album can’t be shared.');
        const isShared = (await listShares(tx, albumId)).length > 0;
        await removeMembers(tx, albumId, userRemoveId);
        if (emailArr.length > 0) await addMembers(tx, deps, actor, { ...locked, id: albumId, isShared }, emailArr);
        await nudges.notifyReaders(tx, albumId);
        return read(tx, actor, albumId);
      });
      if (userRemoveId.length > 0) clearAccessCache();
      return album;
    },

    /** Removes members. The owner may remove anyone; members may only remove themselves. */
    async unshare(actor: Person, albumId: string, userRemoveId: string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const isLeaving = userRemoveId.every((entry) => entry === actor.userId);
        if (!isLeaving) await authorize(tx, actor, 'album.update', [albumId]);
        const count = await removeMembers(tx, albumId, userRemoveId);
        if (isLeaving && count === 0) throw new AppError('NOT_FOUND');
      });
      clearAccessCache();
    },

    /** Accepts or declines an invitation. Returns the album, or null when it was declined. */
    async answerInvitation(
      actor: Person,
      invitationId: string,
      { type, notificationId }: z.infer<typeof invitationActionBody>,
    ): Promise<Album | null> {
      const album = await db.transaction().execute(async (tx) => {
        const invitation = await lockInvitation(tx, invitationId);
        if (!invitation?.user_id) throw new AppError('NOT_FOUND');
        await authorize(tx, actor, 'account.update', [invitation.user_id]);
        await emit(tx, invitationClosed, { userId: invitation.user_id, notificationId });
        if (type === 'canceled') {
          await removeMembers(tx, invitation.album_id, [invitation.user_id]);
          return null;
        }
        const { numUpdatedRows } = await acceptShare(tx, invitationId);
        if (numUpdatedRows > 0n) await notifyMemberJoined(tx, deps, invitation.user_id, { ...invitation, name: invitation.album_name });
        return read(tx, actor, invitation.album_id);
      });
      if (type === 'canceled') clearAccessCache();
      return album;
    },

    /** Suggests known people by the beginning of their address, and any other account of the same platform by its exact address only. */
    async suggest(actor: Person, text: string): Promise<{ _id: string; email: string }[]> {
      const start = text.toLowerCase();
      const known = await suggestKnown(db, actor.userId, start, MAX_SUGGESTIONS);
      const isLookup = isEmailAddress(start) && !known.some(({ email }) => email.toLowerCase() === start);
      if (!isLookup || !(await lookups.tryTake(actor.userId))) return known;
      const stranger = await suggestExact(db, actor.userId, start);
      return stranger ? [stranger, ...known].slice(0, MAX_SUGGESTIONS) : known;
    },

    /** Adds an account to all albums that were shared with its email address, after the address was verified. */
    async joinInvitedAlbums(tx: Tx, userId: string, email: string): Promise<void> {
      for (const joined of await acceptInvitationsByEmail(tx, userId, email)) await notifyMemberJoined(tx, deps, userId, joined);
    },
  };
}

export type SharingService = ReturnType<typeof createSharingService>;

async function notifyMemberJoined(
  tx: Tx,
  { nudges, emit }: SharingDeps,
  userId: string,
  { album_id, invited_by, name }: { album_id: string; invited_by: string; name: string },
): Promise<void> {
  await emit(tx, albumReadersChanged, { albumId: album_id });
  await emit(tx, albumJoined, { userId, name: await findUserName(tx, userId), inviterId: invited_by, albumName: name });
  await nudges.notifyReaders(tx, album_id);
}

interface SharedAlbum extends LockedAlbum {
  id: string;
  /** True when the album was already shared before this call. */
  isShared: boolean;
}

async function addMembers(tx: Tx, deps: SharingDeps, actor: Person, album: SharedAlbum, invites: ShareInput['emailArr']): Promise<void> {
  assertValidEmails(invites.map((invite) => invite.email));
  const organisationIds = album.org_id === null ? [] : await listOrganisationMemberIds(tx, album.org_id);
  // Administrators share in the name of the album's owner.
  const inviterId = organisationIds.includes(actor.userId) ? actor.userId : album.created_by;
  const people = await findPeopleByEmail(
    tx,
    invites.map((invite) => invite.email),
  );
  const selfIds = [inviterId, album.created_by];
  const plan = planShares(invites, { people, shares: await listShares(tx, album.id), selfIds, organisationIds });
  if (!album.isShared && plan.invited.length > 0) await deps.entitlements.assertQuota(tx, album.created_by, 'sharingGroups');
  for (const { shareId, permission } of plan.changed) await updatePermission(tx, shareId, permission);
  if (plan.changed.some(({ permission }) => permission === 'read')) await releaseForbiddenReservations(tx, album.id);
  await consumeMailQuota(tx, deps.clock, actor.userId, plan.invited.length);
  await invite(tx, deps, plan, album, inviterId);
}

async function invite(
  tx: Tx,
  { emit, queue, nudges, publicUrl }: SharingDeps,
  { invited }: SharePlan<PersonByEmail>,
  album: LockedAlbum & { id: string },
  inviterId: string,
): Promise<void> {
  if (invited.length === 0) return;
  const shares = invited.map(({ email, permission, person }) => ({
    id: newId(),
    album_id: album.id,
    user_id: person?.id ?? null,
    email: person ? null : email,
    permission,
    invited_by: inviterId,
  }));
  await insertShares(tx, shares);
  const inviterName = await findUserName(tx, inviterId);
  for (const [index, { email, person }] of invited.entries()) {
    const invitation = { email, name: person?.name ?? '', inviterName, albumName: album.name, publicUrl };
    if (!person) {
      await queue.add(tx, mailJob, albumSignUpInvitationMail(invitation));
      continue;
    }
    const invitationId = shares[index]?.id ?? '';
    await emit(tx, albumInvited, { userId: person.id, invitationId, inviterId, inviterName, albumName: album.name });
    if (person.disabled_at === null) await queue.add(tx, mailJob, albumInvitationMail(invitation));
  }
  await nudges.notifyPeople(
    tx,
    invited.flatMap(({ person }) => person?.id ?? []),
  );
}
