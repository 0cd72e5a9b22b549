import { timingSafeEqual } from 'node:crypto';
import type { FtpAccount } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { hasConsented } from './consent.rules.ts';
import { deleteFtpAccount, findFtpAccount } from './ftp-accounts.store.ts';
import type { FtpPasswords } from './ftp-passwords.ts';
import type { PasswordProofs } from './password-proof.ts';
import { hashToken } from './secrets.ts';

export interface FtpDeps {
  db: Database;
  ftpPasswords: FtpPasswords;
  proofs: PasswordProofs;
  ftp: { host: string; port: number };
}

/** Sign-in data for FTP programs. The password is shown when it is made, and later only to whoever gives the account's own. */
export function createFtpAccounts({ db, ftpPasswords, proofs, ftp }: FtpDeps) {
  const find = async (actor: Person, isShown: boolean): Promise<FtpAccount | null> => {
    const account = await findFtpAccount(db, actor.userId);
    if (!account) return null;
    const ftpPassword = isShown ? ftpPasswords.open(account.sealed_password) : null;
    return { email: account.email, ftpPassword, ftpHost: ftp.host, ftpPort: ftp.port };
  };
  const show = async (actor: Person, isShown: boolean): Promise<FtpAccount> => {
    const account = await find(actor, isShown);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  };
  /** Once the password was given. */
  const change = async (actor: Person, password: string, work: (tx: Tx) => Promise<unknown>): Promise<void> => {
    const proof = await proofs.prove(actor, password);
    await db.transaction().execute(async (tx) => {
      await proof.assertStill(tx);
      await work(tx);
    });
  };

  return {
    find: (actor: Person) => find(actor, false),
    /** A new one with its password, or the one that is there; its password only to whoever gives the account's own. */
    async generate(actor: Person, password: string | undefined): Promise<FtpAccount> {
      const isNew = await db.transaction().execute((tx) => ftpPasswords.create(tx, actor.userId));
      if (!isNew && password !== undefined) await proofs.prove(actor, password);
      return show(actor, isNew || password !== undefined);
    },
    async renew(actor: Person, password: string): Promise<FtpAccount> {
      await change(actor, password, (tx) => ftpPasswords.renew(tx, actor.userId));
      return show(actor, true);
    },
    withdraw: (actor: Person, password: string): Promise<void> => change(actor, password, (tx) => deleteFtpAccount(tx, actor.userId)),
    /** For the FTP server: whose account this opens, if anybody's. */
    async resolve(email: string, password: string): Promise<{ userId: string } | undefined> {
      const found = await findFtpAccount(db, { email });
      if (!found || found.disabled_at !== null || !hasConsented(found)) return undefined;
      const isRight = timingSafeEqual(hashToken(ftpPasswords.open(found.sealed_password)), hashToken(password));
      return isRight ? { userId: found.user_id } : undefined;
    },
  };
}

export type FtpAccounts = ReturnType<typeof createFtpAccounts>;
