import { type ContactMessage, LIMITS } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { wholeListById } from '../../platform/database/whole-list.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { answerMail, newMessageMail } from './support.mails.ts';
import { presentMessage } from './support.presenter.ts';
import {
  countMessages,
  findMessage,
  findSender,
  listAdministrators,
  listMessages,
  listMessagesBehind,
  type MessageQuery,
} from './support.read-model.ts';
import { countRecentOf, deleteOldMessages, insertContactMessage, updateAnswered } from './support.store.ts';

/** Far more than people answer in a year. */
const MESSAGES_KEPT = 10_000;

interface Message {
  name: string;
  email: string;
  phoneNo: string;
  messageText: string;
}

export function createSupportService({ db, queue, publicUrl }: { db: Database; queue: Queue; publicUrl: string }) {
  const keep = async (tx: Tx, message: Message, userId?: string): Promise<void> => {
    const { name, email, phoneNo, messageText } = message;
    await insertContactMessage(tx, { id: newId(), name, email, phone_no: phoneNo, message_text: messageText, user_id: userId });
    for (const { id, ...administrator } of await listAdministrators(tx)) {
      const mail = newMessageMail(administrator, message, `${publicUrl}/admin/messages`);
      // A flood of messages is no flood of mails: one that still waits is replaced.
      await queue.add(tx, mailJob, mail, { key: `contact:${id}` });
    }
  };

  return {
    send: (message: Message): Promise<void> => db.transaction().execute((tx) => keep(tx, message)),

    /** From the address of the account, so that the answer reaches whoever asked. */
    sendOwn: (actor: Person, message: Omit<Message, 'email'>): Promise<void> =>
      db.transaction().execute(async (tx) => {
        if ((await countRecentOf(tx, actor.userId)) >= LIMITS.contactMessagesPerDay) throw new AppError('TOO_MANY_MESSAGES');
        const sender = await findSender(tx, actor.userId);
        if (!sender) throw new AppError('UNAUTHENTICATED');
        await keep(tx, { ...message, email: sender.email }, actor.userId);
      }),

    async list(actor: Person, query: MessageQuery) {
      const [rows, count] = await Promise.all([listMessages(db, query), countMessages(db, query.state)]);
      return { messages: rows.map(presentMessage), count, abilities: { answer: can(actor, 'messages.answer') } };
    },

    async *listAll(state: MessageQuery['state'], atOnce: number): AsyncGenerator<ContactMessage[]> {
      const next = (after: string | undefined) => listMessagesBehind(db, state, after, atOnce);
      for await (const rows of wholeListById(next, atOnce)) yield rows.map(presentMessage);
    },

    /** By mail, or without a text as answered otherwise. Of two who answer at once, one does. */
    answer: (actor: Person, id: string, replyText: string | undefined): Promise<ContactMessage> =>
      db.transaction().execute(async (tx) => {
        await insertAuditEntry(tx, {
          actorId: actor.userId,
          userId: null,
          action: 'message.answer',
          objects: { table: 'contact_messages', ids: [id] },
        });
        const isMine = await updateAnswered(tx, id, actor.userId, replyText ?? null);
        const row = await findMessage(tx, id);
        if (!row) throw new AppError('NOT_FOUND');
        if (!isMine) throw new AppError('MESSAGE_ANSWERED');
        if (replyText !== undefined) await queue.add(tx, mailJob, answerMail(row, replyText, row.message_text));
        return presentMessage(row);
      }),

    async sweep(): Promise<void> {
      await deleteOldMessages(autocommit(db), MESSAGES_KEPT);
    },
  };
}

export type SupportService = ReturnType<typeof createSupportService>;
