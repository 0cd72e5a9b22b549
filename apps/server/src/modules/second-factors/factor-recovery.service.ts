import { timingSafeEqual } from 'node:crypto';
import { type FactorRecovery, RECOVERY_WAIT_MS } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { consumeAttempts } from '../../platform/limits/attempt-limits.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import { lockAccount } from '../accounts/index.ts';
import { deleteRecovery, hasEndedRecovery, lockRecovery, startRecovery, upsertRecovery } from './factor-recoveries.store.ts';
import { factorRecoveryMail, factorRecoveryStartedMail } from './second-factor-mails.presenter.ts';
import type { SecondFactorsService } from './second-factors.service.ts';
import { lockSecondFactor } from './second-factors.store.ts';

const LINK_MS = 24 * 3_600_000;
/** Time after the wait in which the password alone signs in. */
const SIGN_IN_PERIOD_MS = 7 * 24 * 3_600_000;
const MAX_EMAILS_PER_DAY = 5;
const DAY_MS = 86_400_000;

interface Link {
  key: string;
  lock: string;
}

interface FactorRecoveryDeps {
  db: Database;
  clock: Clock;
  queue: Queue;
  publicUrl: string;
  factors: Pick<SecondFactorsService, 'turnOffAfterRecovery'>;
}

/**
 * Recovery of accounts whose authenticator app and recovery codes are lost. It needs the password, the emails of the account and 24 hours, in which the
 * owner can stop it with a link.
 */
export function createFactorRecoveryService({ db, clock, queue, publicUrl, factors }: FactorRecoveryDeps) {
  const buildLink = (action: 'start' | 'stop', { key, lock }: Link) =>
    `${publicUrl}/recover-account?action=${action}&key=${key}&lock=${lock}`;

  return {
    /** Emails the link that starts a recovery. The caller has verified the password. NOT_FOUND without a second factor. */
    request: (userId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const owner = await lockAccount(tx, userId);
        if (!owner || !(await lockSecondFactor(tx, userId))) throw new AppError('NOT_FOUND');
        await consumeAttempts(tx, clock, [{ subject: `factor recovery ${userId}`, limit: MAX_EMAILS_PER_DAY, windowMs: DAY_MS }]);
        const link = { key: createToken(), lock: createToken() };
        const now = clock.now();
        const isStored = await upsertRecovery(tx, {
          user_id: userId,
          key: link.key,
          start_hash: hashToken(link.lock),
          // Replaced when the recovery starts.
          stop_hash: hashToken(createToken()),
          requested_at: now,
          expires_at: new Date(now.getTime() + LINK_MS),
        });
        if (isStored) await queue.add(tx, mailJob, factorRecoveryMail(owner, buildLink('start', link)));
      }),

    /** Starts the wait, and emails the link that stops it. LINK_EXPIRED. */
    start: ({ key, lock }: Link): Promise<FactorRecovery> =>
      db.transaction().execute(async (tx) => {
        const recovery = await lockRecovery(tx, key, clock.now());
        if (!recovery || !timingSafeEqual(recovery.start_hash, hashToken(lock))) throw new AppError('LINK_EXPIRED');
        if (recovery.ends_at) return { email: recovery.email, endsAt: recovery.ends_at.toISOString() };
        const endsAt = new Date(clock.now().getTime() + RECOVERY_WAIT_MS);
        const stopLock = createToken();
        await startRecovery(tx, recovery.user_id, {
          stopHash: hashToken(stopLock),
          endsAt,
          expiresAt: new Date(endsAt.getTime() + SIGN_IN_PERIOD_MS),
        });
        await queue.add(tx, mailJob, factorRecoveryStartedMail(recovery, buildLink('stop', { key, lock: stopLock })));
        return { email: recovery.email, endsAt: endsAt.toISOString() };
      }),

    /** LINK_EXPIRED. */
    stop: ({ key, lock }: Link): Promise<FactorRecovery> =>
      db.transaction().execute(async (tx) => {
        const recovery = await lockRecovery(tx, key, clock.now());
        if (!recovery || !timingSafeEqual(recovery.stop_hash, hashToken(lock))) throw new AppError('LINK_EXPIRED');
        await deleteRecovery(tx, recovery.user_id);
        return { email: recovery.email, endsAt: null };
      }),

    /** Turns off the second factor when the account's recovery has waited long enough; returns whether it did. */
    complete: (userId: string): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        // The account before its second factor, as everywhere.
        await lockAccount(tx, userId);
        if (!(await lockSecondFactor(tx, userId)) || !(await hasEndedRecovery(tx, userId, clock.now()))) return false;
        await factors.turnOffAfterRecovery(tx, userId);
        return true;
      }),
  };
}

export type FactorRecoveryService = ReturnType<typeof createFactorRecoveryService>;
