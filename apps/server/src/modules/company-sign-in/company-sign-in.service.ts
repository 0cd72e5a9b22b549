import type { CompanySignIn } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { OidcSettings } from '../../platform/oidc/oidc-settings.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import type { accountsModule } from '../accounts/index.ts';
import type { ModuleApi } from '../define-module.ts';
import type { OpenedSession, signInModule, Visitor } from '../sign-in/index.ts';
import type { CompanyPerson } from './company-claims.rules.ts';
import type { CompanyAccount, CompanyIdentitiesService } from './company-identities.service.ts';
import { insertUsedAnswer } from './company-identities.store.ts';
import type { CompanyMembership } from './company-membership.service.ts';
import type { CompanyProvider } from './company-provider.service.ts';
import { type SealedSignIns, SIGN_IN_TTL_MS } from './sealed-sign-ins.service.ts';

export interface CompanySignInDeps {
  db: Database;
  clock: Clock;
  publicUrl: string;
  settings: OidcSettings | null;
  /** Null where people sign in without one. */
  provider: CompanyProvider | null;
  sealed: SealedSignIns;
  identities: CompanyIdentitiesService;
  membership: CompanyMembership;
  accounts: Pick<ModuleApi<typeof accountsModule>, 'loadUser'>;
  signIn: Pick<ModuleApi<typeof signInModule>, 'signInWithCompany' | 'verifyOwner'>;
}

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

export type CompanySignInOutcome = { step: 'password' | 'code' } | { step: 'signedIn'; opened: OpenedSession; notice: string | null };

/** Sign-in with the company's OpenID Connect provider, from its start to the session. */
export function createCompanySignInService(deps: CompanySignInDeps) {
  const { db, clock, publicUrl, settings, provider, sealed, identities, membership, accounts, signIn } = deps;
  const getProvider = (): CompanyProvider => {
    if (!provider) throw new AppError('COMPANY_SIGN_IN_OFF');
    return provider;
  };

  /** Opens the session. `isCodeVerified`: a code was given together with the password. */
  const open = async (
    person: CompanyPerson,
    account: CompanyAccount,
    { code, isCodeVerified, isTrusted, ...from }: Visitor & { code: string | undefined; isCodeVerified: boolean; isTrusted: boolean },
  ): Promise<CompanySignInOutcome> => {
    const factors = { code, isCodeVerified, isTrusted, isGivenAtCompany: person.hasSecondFactor };
    const opened = await signIn.signInWithCompany(account.userId, from, factors);
    await identities.recordUse(autocommit(db), person);
    const notice = await membership.follow(person, { userId: account.userId, role: opened.user.role });
    // Load the families again, which may have changed.
    const user = (await accounts.loadUser(db, account.userId)) ?? opened.user;
    return { step: 'signedIn', opened: { ...opened, user }, notice };
  };

  /** Links the account by its password. Returns whether a code was given as well; undefined while the password is missing. */
  const linkByPassword = async (
    person: CompanyPerson,
    { email }: CompanyAccount,
    { password, code }: Proof,
  ): Promise<boolean | undefined> => {
    if (password === undefined) return undefined;
    const owner = await signIn.verifyOwner({ email, password, code });
    await identities.link(person, owner);
    return owner.isCodeVerified;
  };

  return {
    read: (): CompanySignIn => ({ name: settings?.name ?? null, availableAt: new URL(publicUrl).origin }),

    /** Returns the address of the provider's page, and the cookie of the unfinished sign-in. COMPANY_SIGN_IN_OFF, COMPANY_UNREACHABLE. */
    async start(): Promise<{ url: string; cookie: string }> {
      const { url, secrets } = await getProvider().start();
      return { url, cookie: sealed.seal({ kind: 'started', ...secrets }) };
    },

    /** Verifies the provider's answer, once. Returns the person, and the cookie with which they continue. */
    async identify(cookie: string | undefined, answer: string): Promise<{ person: CompanyPerson; cookie: string }> {
      const asked = getProvider();
      const secrets = sealed.open(cookie, 'started');
      const person = await asked.identify(secrets, answer);
      // Providers refuse a code that was used, but one that does not must not sign in twice.
      const expiresAt = new Date(clock.now().getTime() + SIGN_IN_TTL_MS);
      if (!(await insertUsedAnswer(autocommit(db), hashToken(secrets.state), expiresAt))) throw new AppError('COMPANY_SIGN_IN_EXPIRED');
      return { person, cookie: sealed.seal({ kind: 'identified', ...person }) };
    },

    /** Returns the person who was identified in this browser. COMPANY_SIGN_IN_EXPIRED. */
    readPerson(cookie: string | undefined): CompanyPerson {
      getProvider();
      const { kind: _, ...person } = sealed.open(cookie, 'identified');
      return person;
    },

    findAccount: identities.findOrCreate,

    /** Signs in, or returns what is missing. The errors of a sign-in with a password. */
    async enter(
      person: CompanyPerson,
      account: CompanyAccount,
      { proof, ...from }: Visitor & { isTrusted: boolean; proof: Proof },
    ): Promise<CompanySignInOutcome> {
      try {
        const isCodeVerified = account.isLinked ? false : await linkByPassword(person, account, proof);
        if (isCodeVerified === undefined) return { step: 'password' };
        return await open(person, account, { ...from, code: proof.code, isCodeVerified });
      } catch (error) {
        if (error instanceof AppError && error.code === 'SECOND_FACTOR_REQUIRED') return { step: 'code' };
        throw error;
      }
    },
  };
}

export type CompanySignInService = ReturnType<typeof createCompanySignInService>;
