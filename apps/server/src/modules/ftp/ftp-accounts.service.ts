import { timingSafeEqual } from 'node:crypto';
import type { FtpAccount } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { createToken, hashToken } from '../../platform/security/tokens.ts';
import type { Person } from '../access/index.ts';
import { hasConsented, type PasswordConfirmations } from '../accounts/index.ts';
import { deleteFtpAccount, findFtpAccount, insertFtpAccount, updateFtpPassword } from './ftp-accounts.store.ts';

export interface FtpAccountsDeps {
  db: Database;
  ftpPasswords: FtpPasswords;
  proofs: PasswordConfirmations;
  /** Address of the FTP server. */
  server: { host: string; port: number };
}

/** Credentials for FTP clients. The password is shown on creation, and later only after the account's own password was entered. */
export function createFtpAccountsService({ db, ftpPasswords, proofs, server }: FtpAccountsDeps) {
  const find = async (actor: Person, isShown: boolean): Promise<FtpAccount | null> => {
    const account = await findFtpAccount(db, actor.userId);
    if (!account) return null;
    const ftpPassword = isShown ? ftpPasswords.decryptPassword(account.sealed_password) : null;
    return { email: account.email, ftpPassword, ftpHost: server.host, ftpPort: server.port };
  };
  const getOrThrow = async (actor: Person, isShown: boolean): Promise<FtpAccount> => {
    const account = await find(actor, isShown);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  };
  /** Once the password was given. */
  const withPasswordConfirmation = async (actor: Person, password: string, work: (tx: Tx) => Promise<unknown>): Promise<void> => {
    const proof = await proofs.confirm(actor, password);
    await db.transaction().execute(async (tx) => {
      await proof.assertStillValid(tx);
      await work(tx);
    });
  };

  return {
    find: (actor: Person) => find(actor, false),
    /** Creates FTP credentials, or returns the existing ones. Their password is included for new ones, or when the account's password was given. */
    async generate(actor: Person, password: string | undefined): Promise<FtpAccount> {
      const isNew = await db.transaction().execute((tx) => ftpPasswords.create(tx, actor.userId));
      if (!isNew && password !== undefined) await proofs.confirm(actor, password);
      return getOrThrow(actor, isNew || password !== undefined);
    },
    async renew(actor: Person, password: string): Promise<FtpAccount> {
      await withPasswordConfirmation(actor, password, (tx) => ftpPasswords.renew(tx, actor.userId));
      return getOrThrow(actor, true);
    },
    delete: (actor: Person, password: string): Promise<void> =>
      withPasswordConfirmation(actor, password, (tx) => deleteFtpAccount(tx, actor.userId)),
    /** For the FTP server: returns the account that these credentials open, if any. */
    async findByCredentials(email: string, password: string): Promise<{ userId: string } | undefined> {
      const found = await findFtpAccount(db, { email });
      if (!found || found.disabled_at !== null || !hasConsented(found)) return undefined;
      const isRight = timingSafeEqual(hashToken(ftpPasswords.decryptPassword(found.sealed_password)), hashToken(password));
      return isRight ? { userId: found.user_id } : undefined;
    },
  };
}

export type FtpAccountsService = ReturnType<typeof createFtpAccountsService>;

const PASSWORD_LENGTH = 20;

/** Generated passwords, which are stored encrypted with a server key. */
export function createFtpPasswords({ encrypt, decrypt }: TextEncryption) {
  const generateEncrypted = () => encrypt(createToken().slice(0, PASSWORD_LENGTH));
  return {
    decryptPassword: decrypt,
    /** False where there is an FTP account already. */
    create: async (tx: Tx, userId: string): Promise<boolean> =>
      (await insertFtpAccount(tx, { user_id: userId, sealed_password: generateEncrypted() })) !== undefined,
    /** False where there is no FTP account. */
    renew: async (tx: Tx, userId: string): Promise<boolean> => (await updateFtpPassword(tx, userId, generateEncrypted())) !== undefined,
  };
}

export type FtpPasswords = ReturnType<typeof createFtpPasswords>;
