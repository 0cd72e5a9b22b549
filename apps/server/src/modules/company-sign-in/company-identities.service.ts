import type { CompanyIdentity } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { OidcSettings } from '../../platform/oidc/oidc-settings.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { hashPassword } from '../../platform/security/password-hashing.ts';
import { createToken } from '../../platform/security/tokens.ts';
import type { Person } from '../access/index.ts';
import { type accountsModule, lockAccount } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { CompanyPerson } from './company-claims.rules.ts';
import {
  deleteIdentityOfUser,
  findAccountByEmail,
  findIdentityOfUser,
  findLinkedAccount,
  insertIdentity,
  linkIdentity,
  recordIdentityUse,
} from './company-identities.store.ts';
import { companyLinkedMail, companyUnlinkedMail } from './company-sign-in-mails.presenter.ts';

export interface IdentitiesDeps {
  db: Database;
  clock: Clock;
  queue: Queue;
  accounts: Pick<ModuleApi<typeof accountsModule>, 'createVerified'>;
  /** Null where people sign in without a provider. */
  settings: OidcSettings | null;
}

/** The account that a person of the company signs in to. It must be linked before it is opened. */
export interface CompanyAccount {
  userId: string;
  email: string;
  isLinked: boolean;
}

/** Accounts of this installation that belong to people of the company. */
export function createCompanyIdentitiesService({ db, clock, queue, accounts, settings }: IdentitiesDeps) {
  const find = async (person: CompanyPerson): Promise<CompanyAccount | undefined> => {
    const linked = await findLinkedAccount(db, person);
    if (linked) return { userId: linked.id, email: linked.email, isLinked: true };
    const known = await findAccountByEmail(db, getVerifiedEmail(person));
    return known && { userId: known.id, email: known.email, isLinked: false };
  };

  const create = async (person: CompanyPerson): Promise<CompanyAccount> => {
    const { issuer, subject, name } = person;
    const email = getVerifiedEmail(person);
    // The password is random and not stored. The owner can set one by “Forgot password?”.
    const passwordHash = await hashPassword(createToken());
    const userId = await db.transaction().execute(async (tx) => {
      const id = await accounts.createVerified(tx, { name, email, passwordHash });
      await insertIdentity(tx, { issuer, subject, email, userId: id, at: clock.now() }, passwordHash);
      return id;
    });
    return { userId, email, isLinked: true };
  };

  const mailLinked = async (tx: Tx, userId: string, email: string) => {
    const owner = await lockAccount(tx, userId);
    if (owner) await queue.add(tx, mailJob, companyLinkedMail(owner, { company: settings?.name ?? '', email }));
  };

  return {
    /** Returns the account of a person. Creates it if no account has their address. COMPANY_EMAIL_UNVERIFIED. */
    async findOrCreate(person: CompanyPerson): Promise<CompanyAccount> {
      const found = await find(person);
      if (found) return found;
      try {
        return await create(person);
      } catch (error) {
        // The same person signed in twice at the same moment, or signed up.
        const isTaken = (error instanceof AppError && error.code === 'EMAIL_TAKEN') || isDatabaseError(error, '23505');
        const other = isTaken ? await find(person) : undefined;
        if (other) return other;
        throw error;
      }
    },

    /** Links the account of an owner who has proven its password. COMPANY_SIGN_IN_EXPIRED when the account or its link was changed in the meantime. */
    async link(person: CompanyPerson, { userId, passwordHash }: { userId: string; passwordHash: string }): Promise<void> {
      const { issuer, subject } = person;
      const email = getVerifiedEmail(person);
      try {
        await db.transaction().execute(async (tx) => {
          const isLinked = await linkIdentity(tx, { issuer, subject, email, userId, at: clock.now() }, passwordHash);
          if (!isLinked) throw new AppError('COMPANY_SIGN_IN_EXPIRED');
          await mailLinked(tx, userId, email);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('COMPANY_SIGN_IN_EXPIRED', undefined, { cause: error });
        throw error;
      }
    },

    recordUse: (tx: Tx, person: CompanyPerson): Promise<unknown> => recordIdentityUse(tx, person, person.email, clock.now()),

    async read(actor: Person): Promise<CompanyIdentity> {
      if (!settings) return { name: null, identity: null, hasPassword: true };
      const row = await findIdentityOfUser(db, actor.userId, settings.issuer);
      if (!row) return { name: settings.name, identity: null, hasPassword: true };
      const { email, linked_at, last_used_at, has_password } = row;
      const identity = { email, linkedAt: linked_at.toISOString(), lastUsedAt: last_used_at.toISOString() };
      return { name: settings.name, identity, hasPassword: has_password };
    },

    /** PASSWORD_MISSING while the owner could not sign in afterwards. NOT_FOUND when the account is not linked. */
    async unlink(actor: Person): Promise<void> {
      if (!settings) throw new AppError('NOT_FOUND');
      const { issuer, name } = settings;
      await db.transaction().execute(async (tx) => {
        const owner = await lockAccount(tx, actor.userId);
        if (!owner || !(await findIdentityOfUser(tx, actor.userId, issuer))) throw new AppError('NOT_FOUND');
        if (!(await deleteIdentityOfUser(tx, actor.userId, issuer))) throw new AppError('PASSWORD_MISSING');
        await queue.add(tx, mailJob, companyUnlinkedMail(owner, name));
      });
    },
  };
}

export type CompanyIdentitiesService = ReturnType<typeof createCompanyIdentitiesService>;

/** Anyone could state an address that they do not own. COMPANY_EMAIL_UNVERIFIED. */
function getVerifiedEmail({ email }: CompanyPerson): string {
  if (email === null) throw new AppError('COMPANY_EMAIL_UNVERIFIED');
  return email;
}
