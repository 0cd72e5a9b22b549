import { timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import { consumeEmailLink, type EmailLinkPurpose, findEmailLink, insertEmailLink } from './email-links.store.ts';

const PATHS_BY_PURPOSE: Record<EmailLinkPurpose, { path: string; prefix: string }> = {
  verify: { path: 'verify-email', prefix: 'emailvf' },
  change: { path: 'verify-email', prefix: 'emailvf' },
  reset: { path: 'reset-password', prefix: 'resetvf' },
};

export interface VerifiedEmailLink {
  userId: string;
  purpose: EmailLinkPurpose;
  newEmail: string | null;
  /** The session that asked for it. */
  requestedBySession: Buffer | null;
  /** True for a verification link that was opened before. */
  isUsed: boolean;
}

interface EmailLinkRow {
  user_id: string;
  purpose: string;
  new_email: string | null;
  asked_by: Buffer | null;
  used_at: Date | null;
}

/** Links sent by email. The key finds the link and the lock proves it. Each link works once and is valid for a day. */
export function createEmailLinksService({ clock, publicUrl }: { clock: Clock; publicUrl: string }) {
  const assertValidLink = (link: { lock_hash: Buffer; expires_at: Date } | undefined, lock: string) => {
    const isOpen = link && link.expires_at > clock.now() && timingSafeEqual(link.lock_hash, hashToken(lock));
    if (!isOpen) throw new AppError('LINK_EXPIRED');
  };
  const present = (link: EmailLinkRow): VerifiedEmailLink => ({
    userId: link.user_id,
    purpose: link.purpose as EmailLinkPurpose,
    newEmail: link.new_email,
    requestedBySession: link.asked_by,
    isUsed: link.used_at !== null,
  });

  return {
    async create(
      tx: Tx,
      userId: string,
      purpose: EmailLinkPurpose,
      change?: { newEmail: string; askedBy: Buffer | null },
    ): Promise<string> {
      const [key, lock] = [createToken(), createToken()];
      const expiresAt = new Date(clock.now().getTime() + LIMITS.verificationLinkMs);
      await insertEmailLink(tx, {
        key,
        lock_hash: hashToken(lock),
        purpose,
        user_id: userId,
        new_email: change?.newEmail ?? null,
        asked_by: change?.askedBy ?? null,
        expires_at: expiresAt,
      });
      const { path, prefix } = PATHS_BY_PURPOSE[purpose];
      return `${publicUrl}/${path}?${prefix}key=${key}&${prefix}lock=${lock}`;
    },
    /** Whether the link would open, without using it up. */
    async verifyWithoutUse(db: Db, key: string, lock: string, purposes: EmailLinkPurpose[]): Promise<VerifiedEmailLink> {
      const link = await findEmailLink(db, key, purposes);
      assertValidLink(link, lock);
      if (!link) throw new AppError('LINK_EXPIRED');
      return present(link);
    },
    /** Uses up the link. A wrong lock rolls the transaction back, so that only the holder of the correct lock can use up a link. */
    async consume(tx: Tx, key: string, lock: string, purposes: EmailLinkPurpose[]): Promise<VerifiedEmailLink> {
      const link = await consumeEmailLink(tx, key, purposes, clock.now());
      assertValidLink(link, lock);
      if (!link) throw new AppError('LINK_EXPIRED');
      return present(link);
    },
  };
}

export type EmailLinksService = ReturnType<typeof createEmailLinksService>;
