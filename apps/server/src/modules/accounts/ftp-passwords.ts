import { randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { Tx } from '../../platform/database/database.ts';
import { insertFtpAccount, updateFtpPassword } from './ftp-accounts.store.ts';
import { createToken } from './tokens.ts';

const NONCE_BYTES = 24;
const PASSWORD_LENGTH = 20;

/** Made by us, never chosen, and kept sealed with a key of this installation. */
export function createFtpPasswords(key: Buffer) {
  const encryptPassword = (password: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    return Buffer.concat([nonce, xchacha20poly1305(key, nonce).encrypt(Buffer.from(password))]);
  };
  const generateEncrypted = () => encryptPassword(createToken().slice(0, PASSWORD_LENGTH));
  return {
    decryptPassword: (sealed: Buffer): string =>
      Buffer.from(xchacha20poly1305(key, sealed.subarray(0, NONCE_BYTES)).decrypt(sealed.subarray(NONCE_BYTES))).toString(),
    /** False where there is an FTP account already. */
    create: async (tx: Tx, userId: string): Promise<boolean> =>
      (await insertFtpAccount(tx, { user_id: userId, sealed_password: generateEncrypted() })) !== undefined,
    /** False where there is no FTP account. */
    renew: async (tx: Tx, userId: string): Promise<boolean> => (await updateFtpPassword(tx, userId, generateEncrypted())) !== undefined,
  };
}

export type FtpPasswords = ReturnType<typeof createFtpPasswords>;
