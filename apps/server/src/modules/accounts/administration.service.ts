import { otherChosenPassword, type Role } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { getPersonRoom, type Live } from '../../platform/live/live.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Person } from '../access/index.ts';
import { passwordSetByAdminMail } from './account-mails.presenter.ts';
import { listAssignableRoles } from './accounts.rules.ts';
import type { AccountsService } from './accounts.service.ts';
import { updatePasswordHash } from './accounts.store.ts';
import { updateRoleAndSuperAdmin } from './administration.store.ts';
import { beginAdminChange } from './administration.ts';
import { parseNewPassword } from './chosen-passwords.ts';
import type { CredentialsService } from './credentials.service.ts';
import type { PasswordConfirmations } from './password-confirmation.service.ts';
import { hashPassword } from './passwords.ts';
import type { SealedPasswords } from './sealed-passwords.service.ts';

interface Deps {
  db: Database;
  queue: Queue;
  live: Live;
  sealed: SealedPasswords;
  credentials: CredentialsService;
  proofs: PasswordConfirmations;
  accounts: Pick<AccountsService, 'setDisabled'>;
}

/** What administrators do to the accounts of others; the trail says before and after. */
export function createAdministrationService({ db, queue, live, sealed, credentials, proofs, accounts }: Deps) {
  return {
    /** A disabled account signs in nowhere, and whatever it had open ends. OWN_ACCOUNT. */
    setStatus: (actor: Person, userId: string, { status, updatedAt }: { status: boolean; updatedAt?: string | undefined }): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { target } = await beginAdminChange(tx, { actor, userId, action: 'account.enable', readAt: updatedAt });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        if ((target.disabled_at === null) !== status) await accounts.setDisabled(tx, userId, !status);
      }),

    /** Holds from the next call on, and what is open is asked for again. OWN_ACCOUNT; NOT_FOUND for a role that is not theirs to give. */
    setRole: (actor: Person, userId: string, { roleName, updatedAt }: { roleName: Role; updatedAt?: string | undefined }): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { actor: current, target } = await beginAdminChange(tx, { actor, userId, action: 'account.role', readAt: updatedAt });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        const known = { id: target.id, role: roleName, isSuperAdmin: target.is_super_admin };
        if (!listAssignableRoles(current, known).includes(roleName)) throw new AppError('NOT_FOUND');
        if (target.role === roleName) return;
        await updateRoleAndSuperAdmin(tx, userId, roleName);
        // Their sockets come back as what they are now, and their pages ask for everything again.
        await live.revoke(tx);
        await live.disconnect(tx, getPersonRoom(userId));
      }),

    /** PASSWORD_CHANGE_ERROR when the administrator's own is wrong, INVALID for one that may not be chosen. */
    async setPassword(actor: Person, userId: string, given: { adminPassword: string | undefined; newPassword: string }): Promise<void> {
      if (!can(actor, 'people.password')) throw new AppError('NOT_FOUND');
      const password = parseNewPassword(otherChosenPassword, await sealed.open(given.newPassword));
      const proof = await proofs.confirm(actor, given.adminPassword, 'PASSWORD_CHANGE_ERROR');
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (tx) => {
        const { target } = await beginAdminChange(tx, { actor, userId, action: 'account.password' });
        await proof.assertStillValid(tx);
        await updatePasswordHash(tx, userId, passwordHash);
        await credentials.revokeAfterCredentialChange(tx, userId, null);
        await queue.add(tx, mailJob, passwordSetByAdminMail(target));
      });
    },
  };
}

export type AdministrationService = ReturnType<typeof createAdministrationService>;
