import { otherChosenPassword, type Role } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type Live, personRoom } from '../../platform/live/live.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import type { Person } from '../access/index.ts';
import { passwordSetMail } from './accounts.mails.ts';
import type { AccountsService } from './accounts.service.ts';
import { updatePasswordHash } from './accounts.store.ts';
import { rolesFor } from './administration.rules.ts';
import { updateStanding } from './administration.store.ts';
import { beginAct } from './administration.ts';
import { parsePassword } from './chosen-passwords.ts';
import type { Credentials } from './credentials.ts';
import type { PasswordProofs } from './password-proof.ts';
import { hashPassword } from './passwords.ts';
import type { SealedPasswords } from './sealed-passwords.ts';

interface Deps {
  db: Database;
  queue: Queue;
  live: Live;
  sealed: SealedPasswords;
  credentials: Credentials;
  proofs: PasswordProofs;
  accounts: Pick<AccountsService, 'setDisabled'>;
}

/** What administrators do to the accounts of others; the trail says before and after. */
export function createAdministration({ db, queue, live, sealed, credentials, proofs, accounts }: Deps) {
  return {
    /** A disabled account signs in nowhere, and whatever it had open ends. OWN_ACCOUNT. */
    setStatus: (actor: Person, userId: string, { status, updatedAt }: { status: boolean; updatedAt?: string | undefined }): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { target } = await beginAct(tx, { actor, userId, action: 'account.enable', readAt: updatedAt });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        if ((target.disabled_at === null) !== status) await accounts.setDisabled(tx, userId, !status);
      }),

    /** Holds from the next call on, and what is open is asked for again. OWN_ACCOUNT; NOT_FOUND for a role that is not theirs to give. */
    setRole: (actor: Person, userId: string, { roleName, updatedAt }: { roleName: Role; updatedAt?: string | undefined }): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { actor: current, target } = await beginAct(tx, { actor, userId, action: 'account.role', readAt: updatedAt });
        if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
        const known = { id: target.id, role: roleName, isSuperAdmin: target.is_super_admin };
        if (!rolesFor(current, known).includes(roleName)) throw new AppError('NOT_FOUND');
        if (target.role === roleName) return;
        await updateStanding(tx, userId, roleName);
        // Their sockets come back as what they are now, and their pages ask for everything again.
        await live.revoke(tx);
        await live.disconnect(tx, personRoom(userId));
      }),

    /** PASSWORD_CHANGE_ERROR when the administrator's own is wrong, INVALID for one that may not be chosen. */
    async setPassword(actor: Person, userId: string, given: { adminPassword: string | undefined; newPassword: string }): Promise<void> {
      if (!can(actor, 'people.password')) throw new AppError('NOT_FOUND');
      const password = parsePassword(otherChosenPassword, await sealed.open(given.newPassword));
      const proof = await proofs.prove(actor, given.adminPassword, 'PASSWORD_CHANGE_ERROR');
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (tx) => {
        const { target } = await beginAct(tx, { actor, userId, action: 'account.password' });
        await proof.assertStill(tx);
        await updatePasswordHash(tx, userId, passwordHash);
        await credentials.changed(tx, userId, null);
        await queue.add(tx, mailJob, passwordSetMail(target));
      });
    },
  };
}

export type Administration = ReturnType<typeof createAdministration>;
