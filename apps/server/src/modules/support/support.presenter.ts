import type { ContactMessage } from '@vitrine/contract';
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
