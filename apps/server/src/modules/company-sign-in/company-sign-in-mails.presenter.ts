import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const NOTE = 'If this wasn’t you, reset your password now with “Forgot password?” and check the company account under Profile > Security.';

export const companyLinkedMail = (user: MailRecipient, { company, email }: { company: string; email: string }): Mail =>
  composeMail(user, {
    subject: 'A company account was linked to your account',
    body: `The account ${email} of ${company} can now sign in to your ${PRODUCT_PLACEHOLDER} account.`,
    note: NOTE,
  });

export const companyUnlinkedMail = (user: MailRecipient, company: string): Mail =>
  composeMail(user, {
    subject: 'A company account was unlinked from your account',
    body: `Your account of ${company} can no longer sign in to your ${PRODUCT_PLACEHOLDER} account.`,
    note: NOTE,
  });
