import type { Tx } from '../../platform/database/database.ts';
import { getSessionRoom, type Live } from '../../platform/live/live.ts';
import { deleteEmailLinks } from './email-links.store.ts';
import type { FtpPasswords } from './ftp-accounts.service.ts';
import { deleteKnownBrowsers } from './known-browsers.store.ts';
import { deleteOtherSessions } from './sessions.store.ts';

/**
 * Ends everything that was opened or requested with old credentials, when credentials change or the account must be signed out. All ways to change
 * credentials use this one function, because each of them must end all of it.
 */
export function createCredentialsService({ live, ftpPasswords }: { live: Live; ftpPasswords: FtpPasswords }) {
  /** Ends all sessions and their sockets, except the one that made the change. */
  const endSessions = async (tx: Tx, userId: string, kept: Buffer | null): Promise<void> => {
    for (const { token_hash } of await deleteOtherSessions(tx, userId, kept)) {
      await live.disconnect(tx, getSessionRoom(token_hash.toString('hex')));
    }
  };
  return {
    endSessions,
    async revokeAfterCredentialChange(tx: Tx, userId: string, keptSession: Buffer | null): Promise<void> {
      await deleteEmailLinks(tx, userId);
      await endSessions(tx, userId, keptSession);
      await deleteKnownBrowsers(tx, userId);
      await ftpPasswords.renew(tx, userId);
    },
  };
}

export type CredentialsService = ReturnType<typeof createCredentialsService>;
