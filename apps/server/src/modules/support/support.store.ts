import type { Tx } from '../../platform/database/database.ts';

export const insertContactMessage = (
  tx: Tx,
  message: { id: string; name: string; email: string; phone_no: string; message_text: string },
) => tx.insertInto('contact_messages').values(message).execute();
