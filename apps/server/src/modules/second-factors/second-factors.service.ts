import { getConsoleRole, platformTag, type RecoveryCodes, type SecondFactor, type SecondFactorSetup, TOTP_DIGITS } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { type AttemptLimit, createAttemptLimiter } from '../../platform/limits/attempt-limits.ts';
import { BRANDS } from '../../platform/mail/brand.ts';
import type { MailRecipient } from '../../platform/mail/compose-mail.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import type { Person } from '../access/index.ts';
import { beginAdminChange, lockAccount, type PasswordConfirmations } from '../accounts/index.ts';
import type { Platform } from '../define-module.ts';
import { deleteRecovery } from './factor-recoveries.store.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.service.ts';
import { secondFactorOffMail, secondFactorOnMail, secondFactorResetMail } from './second-factor-mails.presenter.ts';
import { findRequiredBy } from './second-factor-requirement.rules.ts';
import { findSettings } from './second-factor-settings.store.ts';
import { secondFactorChanged } from './second-factors.events.ts';
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeTotpStep,
  deleteSecondFactor,
  findSecondFactor,
  findStaffSince,
  lockSecondFactor,
  replaceRecoveryCodes,
  upsertUnconfirmedSecret,
} from './second-factors.store.ts';
import { createTotpSecret, createTotpUri, findTotpStep } from './totp.rules.ts';

export interface SecondFactorsDeps {
  db: Database;
  clock: Clock;
  queue: Queue;
  emit: Emit;
  proofs: PasswordConfirmations;
  secrets: TextEncryption;
  secondFactor: Platform['secondFactor'];
}

const WINDOW_MS = 15 * 60_000;
const MAX_WRONG_CODES = 10;
const DAY_MS = 86_400_000;
const MAX_WRONG_CODES_PER_DAY = 60;

/** Place where a code is entered. Wrong codes are counted for each place, so that strangers at sign-in cannot use up what the signed-in owner may try. */
type CodeUse = 'sign-in' | 'session';

/** Two limits: 3 of a million codes are correct at a time, so 60 guesses a day are correct less than once in 15 years. */
const getCodeLimits = (userId: string, use: CodeUse): AttemptLimit[] => [
  { subject: `second factor ${use} ${userId}`, limit: MAX_WRONG_CODES, windowMs: WINDOW_MS },
  { subject: `second factor ${use} of a day ${userId}`, limit: MAX_WRONG_CODES_PER_DAY, windowMs: DAY_MS },
];

const isTotpCode = (code: string) => code.length === TOTP_DIGITS;

/** Codes from authenticator apps (TOTP, RFC 6238) and recovery codes. */
export function createSecondFactorsService({ db, clock, queue, emit, proofs, secrets, secondFactor }: SecondFactorsDeps) {
  const attempts = createAttemptLimiter({ db, clock });

  const consumeCode = async (tx: Tx, userId: string, code: string): Promise<boolean> => {
    if (!isTotpCode(code)) return consumeRecoveryCode(tx, userId, hashRecoveryCode(code), clock.now());
    const factor = await lockSecondFactor(tx, userId);
    const step = factor && findTotpStep(secrets.decrypt(factor.secret), code, clock.now());
    return step !== undefined && consumeTotpStep(tx, userId, step);
  };

  const issueRecoveryCodes = async (tx: Tx, userId: string): Promise<RecoveryCodes> => {
    const codes = createRecoveryCodes();
    await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
    return { recoveryCodes: codes };
  };

  /** Turns it off. NOT_FOUND when it is not on. */
  const turnOff = async (tx: Tx, userId: string, keptSessionHash: Buffer | null, compose: (user: MailRecipient) => Mail): Promise<void> => {
    const owner = await lockAccount(tx, userId);
    if (!owner || !(await deleteSecondFactor(tx, userId))) throw new AppError('NOT_FOUND');
    await emit(tx, secondFactorChanged, { userId, keptSessionHash });
    await queue.add(tx, mailJob, compose(owner));
  };

  return {
    async read(actor: Person): Promise<SecondFactor> {
      const factor = await findSecondFactor(db, actor.userId);
      if (factor?.confirmed_at) {
        return { isOn: true, since: factor.confirmed_at.toISOString(), recoveryCodesLeft: factor.codes_left ?? 0, requiredBy: null };
      }
      const requirement = {
        mode: secondFactor,
        staffSince: await findStaffSince(db, actor.userId),
        consoleRole: getConsoleRole(actor),
        requiredSince: (await findSettings(db)).required_since,
        hasSecondFactor: false,
      };
      return { isOn: false, since: null, recoveryCodesLeft: 0, requiredBy: findRequiredBy(requirement)?.toISOString() ?? null };
    },

    /** Creates a secret that takes effect when it is confirmed. SECOND_FACTOR_ON, INCORRECT_PASSWORD. */
    async setUp(actor: Person, password: string): Promise<SecondFactorSetup> {
      const proof = await proofs.confirm(actor, password);
      const secret = createTotpSecret();
      return db.transaction().execute(async (tx) => {
        await proof.assertStillValid(tx);
        const owner = await lockAccount(tx, actor.userId);
        if (!owner) throw new AppError('NOT_FOUND');
        if (!(await upsertUnconfirmedSecret(tx, actor.userId, secrets.encrypt(secret), clock.now())))
          throw new AppError('SECOND_FACTOR_ON');
        return { secret, uri: createTotpUri(secret, owner.email, BRANDS[platformTag.parse(owner.platform)].name) };
      });
    },

    /** Turns it on with a code of the new secret, and ends all other sessions. SECOND_FACTOR_INVALID, SECOND_FACTOR_ON; NOT_FOUND without a set-up. */
    confirm: (actor: Person, code: string): Promise<RecoveryCodes> =>
      attempts.limitAttempts(getCodeLimits(actor.userId, 'session'), () =>
        db.transaction().execute(async (tx) => {
          const owner = await lockAccount(tx, actor.userId);
          const factor = await findSecondFactor(tx, actor.userId);
          if (!owner || !factor) throw new AppError('NOT_FOUND');
          if (factor.confirmed_at) throw new AppError('SECOND_FACTOR_ON');
          const step = findTotpStep(secrets.decrypt(factor.secret), code, clock.now());
          if (step === undefined) throw new AppError('SECOND_FACTOR_INVALID');
          await confirmSecret(tx, actor.userId, step, clock.now());
          await emit(tx, secondFactorChanged, { userId: actor.userId, keptSessionHash: Buffer.from(actor.sessionId, 'hex') });
          await queue.add(tx, mailJob, secondFactorOnMail(owner));
          return issueRecoveryCodes(tx, actor.userId);
        }),
      ),

    async remove(actor: Person, password: string): Promise<void> {
      const proof = await proofs.confirm(actor, password);
      await db.transaction().execute(async (tx) => {
        await proof.assertStillValid(tx);
        await turnOff(tx, actor.userId, Buffer.from(actor.sessionId, 'hex'), secondFactorOffMail);
      });
    },

    async renewRecoveryCodes(actor: Person, password: string): Promise<RecoveryCodes> {
      const proof = await proofs.confirm(actor, password);
      return db.transaction().execute(async (tx) => {
        await proof.assertStillValid(tx);
        if (!(await lockSecondFactor(tx, actor.userId))) throw new AppError('NOT_FOUND');
        return issueRecoveryCodes(tx, actor.userId);
      });
    },

    /** Turns off the second factor of another account, for an owner who has lost it. A super-admin needs another super-admin. OWN_ACCOUNT, NOT_FOUND. */
    reset: (actor: Person, userId: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await beginAdminChange(tx, { actor, userId, action: 'account.secondFactor' });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        await turnOff(tx, userId, null, secondFactorResetMail);
      }),

    /**
     * Uses up a code: from the app, or a recovery code. An owner who has the app again needs no recovery, so one that is running is stopped.
     * SECOND_FACTOR_INVALID for wrong and used codes, TOO_MANY_REQUESTS after too many of them.
     */
    verify: (userId: string, code: string, use: CodeUse): Promise<void> =>
      attempts.limitAttempts(getCodeLimits(userId, use), () =>
        db.transaction().execute(async (tx) => {
          if (!(await consumeCode(tx, userId, code))) throw new AppError('SECOND_FACTOR_INVALID');
          await deleteRecovery(tx, userId);
        }),
      ),

    /** Turns it off after a recovery by email. */
    turnOffAfterRecovery: (tx: Tx, userId: string): Promise<void> => turnOff(tx, userId, null, secondFactorOffMail),
  };
}

export type SecondFactorsService = ReturnType<typeof createSecondFactorsService>;
