import type { ContactMessage } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';
import type { MessageRow } from './support.read-model.ts';

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
