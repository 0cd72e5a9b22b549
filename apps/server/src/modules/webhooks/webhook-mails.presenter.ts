import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface DisabledDetails {
  /** Host of the target. Its full address may contain a key. */
  host: string;
  reason: 'failing' | 'backlog';
  publicUrl: string;
}

export const webhookDisabledMail = (user: MailRecipient, { host, reason, publicUrl }: DisabledDetails): Mail =>
  composeMail(user, {
    subject: 'A webhook was disabled',
    body:
      reason === 'failing'
        ? `${PRODUCT_PLACEHOLDER} couldn’t deliver events to your webhook at ${host} for three days, so the webhook is now disabled.`
        : `Your webhook at ${host} receives events more slowly than they occur, so the webhook is now disabled.`,
    note: 'Fix the target, then enable the webhook under Profile > Security. Events that occur until then are not delivered.',
    button: 'Open security settings',
    link: `${publicUrl}/main/profile/security`,
  });
