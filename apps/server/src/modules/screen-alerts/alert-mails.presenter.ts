import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { getEmailStopLinks } from '../../platform/mail/email-stop-links.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { AlertTexts } from './alert-texts.presenter.ts';
import type { Subscriber } from './subscriptions.store.ts';

/** Returns the email of a report, with the reader's link to end these emails. */
export function alertMail({ name, email, platform, token }: Subscriber, { subject, body, advice }: AlertTexts, publicUrl: string): Mail {
  const { page, stopUrl } = getEmailStopLinks(publicUrl, token);
  const note = [
    advice,
    `You get this email because alerts are on for your screens. Change what you are alerted about on the Alerts page, or stop these emails: ${page}`,
  ];
  return composeMail(
    { name, email, platform },
    {
      subject: `${PRODUCT_PLACEHOLDER}: ${subject}`,
      body,
      button: 'View alerts',
      link: `${publicUrl}/main/alerts`,
      note: note.filter(Boolean).join('\n\n'),
      stopUrl,
    },
  );
}
