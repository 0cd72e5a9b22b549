import type { ContactMessage } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { neutralizeLinks } from '../../platform/mail/neutralize-links.ts';
import type { MessageRow, UnannouncedRow } from './support.read-model.ts';

export const presentMessage = (row: MessageRow): ContactMessage => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  phoneNo: row.phone_no,
  messageText: row.message_text,
  userId: row.user_id,
  createdAt: row.created_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  answeredBy: row.answered_by_name,
  replyText: row.reply_text,
});

export const messageCsvHead = (): string =>
  formatCsvHeader(['Name', 'Email', 'Phone number', 'Message', 'Received', 'Answered', 'Answered by', 'Answer']);

export const messageCsvLine = (message: ContactMessage): string =>
  formatCsvLine(
    [
      message.name,
      message.email,
      message.phoneNo,
      message.messageText,
      message.createdAt,
      message.answeredAt ?? '',
      message.answeredBy ?? '',
      message.replyText ?? '',
    ].map(formatCsvCell),
  );

const MAX_QUOTE_LENGTH = 600;

const quote = ({ name, email, phone_no, message_text }: UnannouncedRow, length = Number.POSITIVE_INFINITY): string => {
  const text = message_text.length > length ? `${message_text.slice(0, length)}…` : message_text;
  return `${neutralizeLinks(name)} (${email}, ${phone_no}) wrote:\n\n${text}`;
};

/** Mail to an administrator about new contact messages. A reply to a mail about one message goes to its sender. */
export function digestMail(administrator: MailRecipient, messages: UnannouncedRow[], count: number, link: string): Mail {
  const [first] = messages;
  const toConsole = { button: 'View messages', link };
  const note = 'If more messages arrive within the next hour, you’ll get them in one email.';
  if (first && count === 1) {
    const mail = { subject: `New message from ${neutralizeLinks(first.name)}`, body: quote(first), note, ...toConsole };
    return { ...composeMail(administrator, mail), replyTo: first.email };
  }
  const body = messages.map((message) => quote(message, MAX_QUOTE_LENGTH)).join('\n\n');
  const more = count > messages.length ? `\n\nThe list has ${count - messages.length} more.` : '';
  return composeMail(administrator, { subject: `${count} new messages`, body: `${body}${more}`, note, ...toConsole });
}

export const contactReplyMail = (writer: MailRecipient, replyText: string, messageText: string): Mail =>
  composeMail(writer, { subject: 'Reply to your message', body: replyText, note: `You wrote:\n${messageText}` });
