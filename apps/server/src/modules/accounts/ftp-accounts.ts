import { randomBytes, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { FtpAccount } from '@vitrine/contract';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Person } from '../access/index.ts';
import { findUser } from './accounts.store.ts';
import { findFtpAccount, insertFtpAccount } from './ftp-accounts.store.ts';
import { hashToken, newToken } from './secrets.ts';

const NONCE_BYTES = 24;

export interface FtpDeps {
  db: Database;
  /** Seals the passwords at rest. */
  ftpKey: Buffer;
  ftp: { host: string; port: number };
}

/** Sign-in data for FTP programs: made once, shown to its owner whenever they ask. */
export function createFtpAccounts({ db, ftpKey, ftp }: FtpDeps) {
  const seal = (password: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    return Buffer.concat([nonce, xchacha20poly1305(ftpKey, nonce).encrypt(Buffer.from(password))]);
  };
  const open = (sealed: Buffer): string =>
    Buffer.from(xchacha20poly1305(ftpKey, sealed.subarray(0, NONCE_BYTES)).decrypt(sealed.subarray(NONCE_BYTES))).toString();

  const find = async (actor: Person): Promise<FtpAccount | null> => {
    const [user, account] = [await findUser(db, actor.userId), await findFtpAccount(db, actor.userId)];
    if (!user || !account) return null;
    return { email: user.email, ftpPassword: open(account.sealed_password), ftpHost: ftp.host, ftpPort: ftp.port };
  };

  return {
    find,
    /** The account that is there, or a new one. */
    async generate(actor: Person): Promise<FtpAccount> {
      await insertFtpAccount(autocommit(db), { user_id: actor.userId, sealed_password: seal(newToken().slice(0, 20)) });
      const account = await find(actor);
      if (!account) throw new AppError('NOT_FOUND');
      return account;
    },
    /** For the FTP server: whose account this opens, if anybody's. */
    async resolve(email: string, password: string): Promise<{ userId: string } | undefined> {
      const found = await findFtpAccount(db, { email });
      if (!found || found.disabled_at !== null) return undefined;
      return timingSafeEqual(hashToken(open(found.sealed_password)), hashToken(password)) ? { userId: found.user_id } : undefined;
    },
  };
}

export type FtpAccounts = ReturnType<typeof createFtpAccounts>;
