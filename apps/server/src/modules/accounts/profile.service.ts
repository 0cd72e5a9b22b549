import type { User } from '@vitrine/contract';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { authorize, type Person } from '../access/index.ts';
import { accountDeleting } from './accounts.events.ts';
import { changeEmailMail } from './accounts.mails.ts';
import { personalData, pictures } from './accounts.ports.ts';
import { deleteUser, findUser, findUserByEmail, updateUser } from './accounts.store.ts';
import type { ViewUser } from './accounts.viewing.ts';
import type { EmailLinks } from './email-links.ts';
import { exportAccount } from './export.read-model.ts';
import { isPassword } from './passwords.ts';
import type { SealedPasswords } from './sealed-passwords.ts';

export interface ProfileDeps {
  db: Database;
  queue: Queue;
  sealed: SealedPasswords;
  links: EmailLinks;
  emit: Emit;
  port: Ports['port'];
  ports: Ports['ports'];
  viewUser: ViewUser;
}

export interface ProfileChange {
  name?: string;
  email?: string;
  phoneNo?: string;
  dateOfBirth?: string | null;
  gender?: string | null;
  profilePicture?: { key: string } | null;
}

const blankAsNull = (value: string | null | undefined) => (value === '' ? null : value);

export function createProfileService({ db, queue, sealed, links, emit, port, ports, viewUser }: ProfileDeps) {
  const startEmailChange = async (tx: Tx, user: { id: string; name: string; email: string }, email: string) => {
    if (email.toLowerCase() === user.email.toLowerCase()) return false;
    if (await findUserByEmail(tx, email)) throw new AppError('EMAIL_TAKEN');
    await queue.add(tx, mailJob, changeEmailMail({ name: user.name, email }, await links.make(tx, user.id, 'change', email)));
    return true;
  };

  return {
    /** Answers the profile, and whether a mail now waits at a new address. */
    update: (actor: Person, userId: string, change: ProfileChange): Promise<{ user: User; isEmailPending: boolean }> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        const user = await findUser(tx, userId);
        if (!user) throw new AppError('NOT_FOUND');
        if (change.profilePicture) await port(pictures).assertOwn(tx, userId, change.profilePicture.key);
        const values = {
          name: change.name,
          phone_no: change.phoneNo,
          gender: blankAsNull(change.gender),
          date_of_birth: blankAsNull(change.dateOfBirth),
          picture_file_id: change.profilePicture === undefined ? undefined : (change.profilePicture?.key ?? null),
        };
        if (Object.values(values).some((value) => value !== undefined)) await updateUser(tx, userId, values);
        const isEmailPending = change.email !== undefined && (await startEmailChange(tx, user, change.email));
        const changed = await viewUser(tx, userId);
        if (!changed) throw new AppError('NOT_FOUND');
        return { user: changed, isEmailPending };
      }),

    /** All that is known about whoever asks. */
    async exportOf({ userId }: Person): Promise<unknown> {
      const parts = [await exportAccount(db, userId)];
      for (const exportPart of ports(personalData)) parts.push(await exportPart(db, userId));
      return Object.assign({}, ...parts);
    },

    async remove(actor: Person, userId: string, password: string): Promise<void> {
      // Only oneself: an administrator deactivates instead.
      if (actor.userId !== userId) throw new AppError('NOT_FOUND');
      const user = await findUser(db, userId);
      if (!user || !(await isPassword(user.password_hash, await sealed.open(password)))) throw new AppError('INCORRECT_PASSWORD');
      try {
        await db.transaction().execute(async (tx) => {
          await emit(tx, accountDeleting, { userId });
          await deleteUser(tx, userId);
        });
      } catch (error) {
        if (isDatabaseError(error, '23503')) throw new AppError('NOT_READY', undefined, { cause: error });
        throw error;
      }
    },
  };
}

export type ProfileService = ReturnType<typeof createProfileService>;
