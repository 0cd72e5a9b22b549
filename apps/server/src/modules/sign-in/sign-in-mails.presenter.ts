import { getBrowserName } from '@vitrine/contract/browser-name';
import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { neutralizeLinks } from '../../platform/mail/neutralize-links.ts';

const formatTime = (date: Date) => date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export const newBrowserMail = (user: MailRecipient, { userAgent, address, at }: { userAgent: string; address: string; at: Date }): Mail =>
  composeMail(user, {
    subject: 'New sign-in to your account',
    // A program can send any text as the name of its browser.
    body: `Your ${PRODUCT_PLACEHOLDER} account was used in a new browser: ${neutralizeLinks(getBrowserName(userAgent))}, from the address ${address}, on ${formatTime(at)} UTC.`,
    note: 'If this was you, there is nothing to do. If it wasn’t, reset your password now with “Forgot password?”. That signs out all browsers.',
  });
