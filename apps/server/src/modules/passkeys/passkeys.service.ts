import { MAX_PASSKEYS, type Passkey, type PasskeyList, type PasskeyOptions, platformTag } from '@vitrine/contract';
import type { authenticationResponse, registrationResponse } from '@vitrine/contract/passkeys';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { BRANDS } from '../../platform/mail/brand.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import type { Person } from '../access/index.ts';
import { lockAccount, type PasswordConfirmations } from '../accounts/index.ts';
import { CHALLENGE_TTL_MS, type ChallengePurpose, type PasskeyChallenges } from './passkey-challenges.service.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './passkey-mails.presenter.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  insertUsedChallenge,
  listPasskeys,
  type PasskeyRow,
  recordUse,
  updatePasskeyName,
} from './passkeys.store.ts';

type RegistrationResponse = z.output<typeof registrationResponse>;
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

export interface PasskeysDeps {
  db: Database;
  clock: Clock;
  queue: Queue;
  proofs: PasswordConfirmations;
  challenges: PasskeyChallenges;
  publicUrl: string;
}

const TIMEOUT_MS = CHALLENGE_TTL_MS;

/** Loaded when it is needed, because it takes 27 MB of memory and a third of a second. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Returns the origin at which browsers allow passkeys: https, or localhost for trying. Undefined for other addresses. */
function findPasskeyOrigin(publicUrl: string): URL | undefined {
  const url = new URL(publicUrl);
  return url.protocol === 'https:' || url.hostname === 'localhost' ? url : undefined;
}

const present = (row: Omit<PasskeyRow, 'credential_id'>): Passkey => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isSynced: row.is_synced,
});

/** Refuses a response in which the library found a fault, whichever it is. */
const refuseInvalid = (cause: unknown): never => {
  throw new AppError('PASSKEY_INVALID', undefined, { cause });
};

/** Passkeys (WebAuthn level 3). Each one requires user verification, so it counts as two factors. */
export function createPasskeysService({ db, clock, queue, proofs, challenges, publicUrl }: PasskeysDeps) {
  const site = findPasskeyOrigin(publicUrl);
  const getSite = () => {
    if (!site) throw new AppError('PASSKEYS_UNAVAILABLE');
    return { expectedOrigin: site.origin, expectedRPID: site.hostname };
  };
  const createChallenge = (purpose: ChallengePurpose) => new Uint8Array(challenges.create(purpose, clock.now()));

  /** Verifies an answer and uses it up. Returns the account of the passkey. PASSKEY_INVALID. */
  const verify = async (response: AuthenticationResponse, purpose: ChallengePurpose): Promise<{ userId: string }> => {
    const expected = getSite();
    const passkey = await findPasskey(db, response.id);
    if (!passkey) throw new AppError('PASSKEY_INVALID');
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    let challenge = '';
    const { userHandle, ...answer } = response.response;
    const verified = await verifyAuthenticationResponse({
      ...expected,
      response: { ...response, clientExtensionResults: {}, response: { ...answer, ...(userHandle && { userHandle }) } },
      expectedChallenge: (given) => {
        challenge = given;
        return challenges.isValid(given, purpose, clock.now());
      },
      // The counter is compared when it is stored, because two answers may be verified at the same time.
      credential: { id: response.id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
      requireUserVerification: true,
    }).catch(refuseInvalid);
    if (!verified.verified) throw new AppError('PASSKEY_INVALID');
    await db.transaction().execute(async (tx) => {
      const expiresAt = new Date(clock.now().getTime() + CHALLENGE_TTL_MS);
      const isFirst = await insertUsedChallenge(tx, hashToken(challenge), expiresAt);
      if (!isFirst || !(await recordUse(tx, passkey.id, verified.authenticationInfo.newCounter, clock.now())))
        throw new AppError('PASSKEY_INVALID');
    });
    return { userId: passkey.user_id };
  };

  return {
    async list(actor: Person): Promise<PasskeyList> {
      return { passkeys: (await listPasskeys(db, actor.userId)).map(present), availableAt: site?.origin ?? null };
    },

    /** INCORRECT_PASSWORD, PASSKEY_LIMIT, PASSKEYS_UNAVAILABLE. */
    async createOptions(actor: Person, password: string): Promise<PasskeyOptions> {
      const { expectedRPID: rpID } = getSite();
      await proofs.confirm(actor, password);
      const [owner, known] = await Promise.all([
        db.selectFrom('users').select(['name', 'email', 'platform']).where('id', '=', actor.userId).executeTakeFirst(),
        listPasskeys(db, actor.userId),
      ]);
      if (!owner) throw new AppError('NOT_FOUND');
      if (known.length >= MAX_PASSKEYS) throw new AppError('PASSKEY_LIMIT');
      const { generateRegistrationOptions } = await loadWebAuthn();
      return {
        ...(await generateRegistrationOptions({
          rpName: BRANDS[platformTag.parse(owner.platform)].name,
          rpID,
          userID: new Uint8Array(Buffer.from(actor.userId.replaceAll('-', ''), 'hex')),
          userName: owner.email,
          userDisplayName: owner.name,
          challenge: createChallenge(`create ${actor.sessionId}`),
          timeout: TIMEOUT_MS,
          attestationType: 'none',
          excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        })),
      };
    },

    /** PASSKEY_INVALID, PASSKEY_LIMIT. */
    async create(actor: Person, name: string, response: RegistrationResponse): Promise<Passkey> {
      const { verifyRegistrationResponse } = await loadWebAuthn();
      let challenge = '';
      const verified = await verifyRegistrationResponse({
        ...getSite(),
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: (given) => {
          challenge = given;
          return challenges.isValid(given, `create ${actor.sessionId}`, clock.now());
        },
        requireUserVerification: true,
      }).catch(refuseInvalid);
      if (!verified.verified) throw new AppError('PASSKEY_INVALID');
      const { credential, credentialDeviceType } = verified.registrationInfo;
      return db.transaction().execute(async (tx) => {
        const now = clock.now();
        const owner = await lockAccount(tx, actor.userId);
        if (!owner || !(await insertUsedChallenge(tx, hashToken(challenge), new Date(now.getTime() + CHALLENGE_TTL_MS))))
          throw new AppError('PASSKEY_INVALID');
        if ((await listPasskeys(tx, actor.userId)).length >= MAX_PASSKEYS) throw new AppError('PASSKEY_LIMIT');
        const created = await insertPasskey(tx, {
          id: newId(),
          user_id: actor.userId,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          is_synced: credentialDeviceType === 'multiDevice',
          name,
          created_at: now,
        });
        if (!created) throw new AppError('PASSKEY_INVALID');
        await queue.add(tx, mailJob, passkeyAddedMail(owner, name));
        return present(created);
      });
    },

    async rename(actor: Person, id: string, name: string): Promise<Passkey> {
      const renamed = await updatePasskeyName(autocommit(db), actor.userId, id, name);
      if (!renamed) throw new AppError('NOT_FOUND');
      return present(renamed);
    },

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const removed = await deletePasskey(tx, actor.userId, id);
        if (!removed) throw new AppError('NOT_FOUND');
        const owner = await lockAccount(tx, actor.userId);
        if (owner) await queue.add(tx, mailJob, passkeyRemovedMail(owner, removed.name));
      }),

    /** Returns options for an answer with any passkey of the browser. PASSKEYS_UNAVAILABLE. */
    async answerOptions(purpose: ChallengePurpose): Promise<PasskeyOptions> {
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({
        rpID: getSite().expectedRPID,
        challenge: createChallenge(purpose),
        timeout: TIMEOUT_MS,
        userVerification: 'required',
      });
      return { ...options };
    },

    verify,
  };
}

export type PasskeysService = ReturnType<typeof createPasskeysService>;
