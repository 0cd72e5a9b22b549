import { type ContactMessage, ERRORS, LIMITS } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database, type Tx } from '../../platform/database/database.ts';
import { iteratePagesById } from '../../platform/database/list-iterator.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { consumeAttempts } from '../../platform/limits/attempt-limits.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import { rateLimitKey } from '../../platform/network-addresses.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import type { ContactDigest } from './contact-digest.ts';
import { contactReplyMail, presentMessage } from './support.presenter.ts';
import { countMessages, findMessage, findSender, listMessages, listMessagesAfter, type MessageQuery } from './support.read-model.ts';
import {
  countRecentMessagesByUser,
  countUnanswered,
  deleteOldMessages,
  insertContactMessage,
  markMessageAnswered,
} from './support.store.ts';

/** Answered messages that are kept. Unanswered ones are never deleted. */
const ANSWERED_KEPT = 10_000;
/** Unanswered messages of accounts, and of senders without one. Counted separately, so that visitors cannot block users. */
const MAX_UNANSWERED = 1000;
const PER_NETWORK_AND_DAY = 20;
const DAY_MS = 86_400_000;

interface Message {
  name: string;
  email: string;
  phoneNo: string;
  messageText: string;
}

interface SupportDeps {
  db: Database;
  queue: Queue;
  clock: Clock;
  digest: ContactDigest;
}

export function createSupportService({ db, queue, clock, digest }: SupportDeps) {
  const store = async (tx: Tx, message: Message, userId?: string): Promise<void> => {
    // A full list refuses new messages: deleting the oldest would let a flood remove other messages.
    if ((await countUnanswered(tx, userId !== undefined)) >= MAX_UNANSWERED) throw new AppError('CONTACT_FULL');
    const { name, email, phoneNo, messageText } = message;
    await insertContactMessage(tx, { id: newId(), name, email, phone_no: phoneNo, message_text: messageText, user_id: userId });
    await digest.schedule(tx);
  };

  return {
    /** Stores a message of a visitor. TOO_MANY_REQUESTS, CONTACT_FULL. */
    send: (message: Message, address: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const allowance = { subject: `contact ${rateLimitKey(address)}`, limit: PER_NETWORK_AND_DAY, windowMs: DAY_MS };
        await consumeAttempts(tx, clock, [allowance], { refusal: ERRORS.TOO_MANY_MESSAGES.message });
        await store(tx, message);
      }),

    /** Stores a message under the email address of the account. TOO_MANY_MESSAGES, CONTACT_FULL. */
    sendOwn: (actor: Person, message: Omit<Message, 'email'>): Promise<void> =>
      db.transaction().execute(async (tx) => {
        if ((await countRecentMessagesByUser(tx, actor.userId)) >= LIMITS.contactMessagesPerDay) throw new AppError('TOO_MANY_MESSAGES');
        const sender = await findSender(tx, actor.userId);
        if (!sender) throw new AppError('UNAUTHENTICATED');
        await store(tx, { ...message, email: sender.email }, actor.userId);
      }),

    async list(actor: Person, query: MessageQuery) {
      const [rows, count] = await Promise.all([listMessages(db, query), countMessages(db, query.state)]);
      return { messages: rows.map(presentMessage), count, abilities: { answer: can(actor, 'messages.answer') } };
    },

    async *listAll(state: MessageQuery['state'], atOnce: number): AsyncGenerator<ContactMessage[]> {
      const next = (after: string | undefined) => listMessagesAfter(db, state, after, atOnce);
      for await (const rows of iteratePagesById(next, atOnce)) yield rows.map(presentMessage);
    },

    /** Answers by email, or marks as answered without a text. Only one of several concurrent answers succeeds. */
    answer: (actor: Person, id: string, replyText: string | undefined): Promise<ContactMessage> =>
      db.transaction().execute(async (tx) => {
        await insertAuditEntry(tx, {
          actorId: actor.userId,
          userId: null,
          action: 'message.answer',
          objects: { table: 'contact_messages', ids: [id] },
        });
        const isAnsweredByThisCall = await markMessageAnswered(tx, id, actor.userId, replyText ?? null);
        const row = await findMessage(tx, id);
        if (!row) throw new AppError('NOT_FOUND');
        if (!isAnsweredByThisCall) throw new AppError('MESSAGE_ANSWERED');
        if (replyText !== undefined) await queue.add(tx, mailJob, contactReplyMail(row, replyText, row.message_text));
        return presentMessage(row);
      }),

    async deleteOld(): Promise<void> {
      await deleteOldMessages(autocommit(db), ANSWERED_KEPT);
    },
  };
}

export type SupportService = ReturnType<typeof createSupportService>;
