import { CAP_FEED_LIMITS, type CapFeed, type CapFeeds, type createCapFeedBody, type editCapFeedBody } from '@vitrine/contract/cap-feeds';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { consumeAttempts } from '../../platform/limits/attempt-limits.ts';
import type { Live } from '../../platform/live/live.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { parseTrustedKeys } from '../../platform/sources/trusted-keys.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import { authorizeList, lockMemberships, type OwnerScope } from '../organisations/index.ts';
import { presentFeed } from './cap-feeds.presenter.ts';
import { CHANGE_REFUSAL, getChangeLimit } from './cap-feeds.rules.ts';
import {
  countFeeds,
  deleteEntries,
  deleteFeed,
  findFeed,
  insertFeed,
  listFeedAudience,
  listFeeds,
  lockFeed,
  updateFeed,
} from './cap-feeds.store.ts';
import { findPostingKeys, updatePostingKeys } from './cap-posting.store.ts';
import { emergencyTopicNudge } from './emergency.live.ts';
import { resolveOwner } from './emergency-messages.service.ts';
import { raiseRevision } from './emergency-owners.store.ts';

interface FeedsDeps {
  db: Database;
  clock: Clock;
  live: Live;
  encryption: TextEncryption;
}

type NewFeed = z.output<typeof createCapFeedBody>;
type ChangedFeed = z.output<typeof editCapFeedBody>;

/** Manages CAP feeds, and the keys with which posted CAP alerts must be signed. */
export function createCapFeedsService({ db, clock, live, encryption }: FeedsDeps) {
  /** NOT_FOUND. */
  const present = async (tx: Tx, actor: Person, id: string): Promise<CapFeed> => {
    const row = await findFeed(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentFeed(row, encryption, actor.viewing === null);
  };

  const countChange = (tx: Tx, userId: string): Promise<void> =>
    consumeAttempts(tx, clock, [getChangeLimit(userId)], { refusal: CHANGE_REFUSAL });

  const notify = async (tx: Tx, id: string): Promise<void> => {
    await live.send(tx, [emergencyTopicNudge(await listFeedAudience(tx, [id]))]);
  };

  return {
    async list(actor: Person, { userId = getAccountInView(actor), orgId }: Partial<OwnerScope>): Promise<CapFeeds> {
      const whose = await authorizeList(db, actor, { userId, ...(orgId !== undefined && { orgId }) });
      const isAddressVisible = actor.viewing === null && actor.userId === userId;
      return {
        feeds: (await listFeeds(db, whose)).map((row) => presentFeed(row, encryption, isAddressVisible)),
        postingKeys: await findPostingKeys(db, orgId ?? userId),
      };
    },

    create: (actor: Person, { userId, orgId, address, ...given }: NewFeed): Promise<CapFeed> =>
      db.transaction().execute(async (tx) => {
        assertKeys(given.trustedKeys);
        await lockMemberships(tx, actor.userId);
        const owner = await resolveOwner(tx, actor, { ...(userId && { userId }), ...(orgId && { orgId }) });
        await raiseRevision(tx, owner.user_id);
        if ((await countFeeds(tx, owner.user_id)) >= CAP_FEED_LIMITS.perOwner) throw new AppError('CAP_FEED_LIMIT');
        await countChange(tx, owner.user_id);
        const id = newId();
        await insertFeed(tx, id, owner, toSettings(given, encryption.encrypt(address)), clock.now());
        await notify(tx, id);
        return present(tx, actor, id);
      }),

    edit: (actor: Person, id: string, { address, ...given }: ChangedFeed): Promise<CapFeed> =>
      db.transaction().execute(async (tx) => {
        assertKeys(given.trustedKeys);
        await authorize(tx, actor, 'capFeed.update', [id]);
        const row = await lockFeed(tx, id);
        if (!row) throw new AppError('NOT_FOUND');
        await countChange(tx, row.user_id);
        const isSameAddress = address === undefined || address === encryption.decrypt(row.encrypted_address);
        const encrypted = isSameAddress ? row.encrypted_address : encryption.encrypt(address);
        await updateFeed(tx, id, toSettings(given, encrypted), clock.now());
        // Other keys may accept alerts that were refused before.
        if (!isSameAddress || given.trustedKeys !== row.trusted_keys) await deleteEntries(tx, id);
        await notify(tx, id);
        return present(tx, actor, id);
      }),

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'capFeed.update', [id]);
        await notify(tx, id);
        await deleteFeed(tx, id);
      }),

    editPostingKeys: (actor: Person, scope: Partial<OwnerScope>, trustedKeys: string | null): Promise<void> =>
      db.transaction().execute(async (tx) => {
        assertKeys(trustedKeys);
        await lockMemberships(tx, actor.userId);
        await updatePostingKeys(tx, await resolveOwner(tx, actor, scope), trustedKeys);
      }),
  };
}

export type CapFeedsService = ReturnType<typeof createCapFeedsService>;

const toSettings = (given: Omit<ChangedFeed, 'address'>, encrypted: Buffer) => ({
  name: given.name,
  encrypted_address: encrypted,
  interval_minutes: given.intervalMinutes,
  has_drills: given.hasDrills,
  trusted_keys: given.trustedKeys,
});

/** Throws INVALID unless the text contains certificates or keys that are strong enough. */
function assertKeys(trustedKeys: string | null): void {
  if (trustedKeys === null) return;
  try {
    parseTrustedKeys(trustedKeys);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError('INVALID', cause.message, { issues: [{ path: 'trustedKeys', message: cause.message }] });
  }
}
