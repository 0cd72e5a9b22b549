import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { neutralizeLinks } from '../../platform/mail/neutralize-links.ts';

interface Invitation {
  email: string;
  /** Empty for an address without an account. */
  name: string;
  inviterName: string;
  albumName: string;
  publicUrl: string;
}

export const albumInvitationMail = ({ publicUrl, inviterName, albumName, ...to }: Invitation): Mail =>
  composeMail(to, {
    subject: `${neutralizeLinks(inviterName)} invited you to an album`,
    body: `${neutralizeLinks(inviterName)} wants to share the album “${neutralizeLinks(albumName)}” with you. Sign in to accept or decline.`,
    button: 'View invitation',
    link: `${publicUrl}/main/notification`,
    note: 'If you don’t know the sender, decline the invitation or ignore this email.',
  });

/** The link fills in the address, which is what the album is kept for. */
export const albumSignUpInvitationMail = ({ publicUrl, inviterName, albumName, ...to }: Invitation): Mail =>
  composeMail(to, {
    subject: `${neutralizeLinks(inviterName)} invited you to an album`,
    body: `${neutralizeLinks(inviterName)} wants to share the album “${neutralizeLinks(albumName)}” with you on ${PRODUCT_PLACEHOLDER}. To see it, create an account with this email address.`,
    button: 'Create account',
    link: `${publicUrl}/signup?email=${encodeURIComponent(to.email)}`,
    note: 'If you don’t know the sender, you can ignore this email.',
  });
