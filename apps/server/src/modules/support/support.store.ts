import type { Tx } from '../../platform/database/database.ts';

/** False when it was answered before. */
export const consumeCaptcha = async (tx: Tx, captcha: { nonce: Buffer; expires_at: Date }): Promise<boolean> =>
  (await tx
    .insertInto('used_captchas')
    .values(captcha)
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst()) !== undefined;

export const deleteOldCaptchas = (tx: Tx, now: Date) => tx.deleteFrom('used_captchas').where('expires_at', '<=', now).execute();

export const insertContactMessage = (
  tx: Tx,
  message: { id: string; name: string; email: string; phone_no: string; message_text: string },
) => tx.insertInto('contact_messages').values(message).execute();
