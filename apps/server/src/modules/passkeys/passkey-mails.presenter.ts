import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const NOTE = 'If this wasn’t you, reset your password now with “Forgot password?” and check the passkeys under Profile > Security.';

export const passkeyAddedMail = (user: MailRecipient, name: string): Mail =>
  composeMail(user, {
    subject: 'A passkey was added to your account',
    body: `The passkey “${name}” can now sign in to your ${PRODUCT_PLACEHOLDER} account.`,
    note: NOTE,
  });

export const passkeyRemovedMail = (user: MailRecipient, name: string): Mail =>
  composeMail(user, {
    subject: 'A passkey was removed from your account',
    body: `The passkey “${name}” can no longer sign in to your ${PRODUCT_PLACEHOLDER} account.`,
    note: NOTE,
  });
