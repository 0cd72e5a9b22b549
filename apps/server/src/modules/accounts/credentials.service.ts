import type { Tx } from '../../platform/database/database.ts';
import type { Emit } from '../../platform/events.ts';
import { credentialsChanged } from './accounts.events.ts';
import { deleteEmailLinks } from './email-links.store.ts';

interface CredentialChange {
  userId: string;
  /** Hash of the session that made the change and stays open. */
  keptSessionHash?: Buffer | null;
  reason: 'password' | 'email' | 'disabled';
}

/**
 * Ends everything that was opened or requested with old credentials, when credentials change or the account must be signed out. All ways to change
 * credentials use this one function, because each of them must end all of it.
 */
export function createCredentialsService({ emit }: { emit: Emit }) {
  return {
    async revokeAfterCredentialChange(tx: Tx, { userId, keptSessionHash = null, reason }: CredentialChange): Promise<void> {
      await deleteEmailLinks(tx, userId);
      await emit(tx, credentialsChanged, { userId, keptSessionHash, reason });
    },
  };
}

export type CredentialsService = ReturnType<typeof createCredentialsService>;
