import { PRODUCT } from '../../platform/mail/brand.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { mailedName } from '../../platform/mail/mailed-name.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Invitation {
  email: string;
  /** Empty for somebody without an account. */
  name: string;
  inviterName: string;
  albumName: string;
  publicUrl: string;
}

export const invitationMail = ({ publicUrl, inviterName, albumName, ...to }: Invitation): Mail =>
  composeMail(to, {
    subject: `${mailedName(inviterName)} invited you to an album`,
    body: `${mailedName(inviterName)} wants to share the album “${mailedName(albumName)}” with you. Sign in to accept or decline.`,
    button: 'View invitation',
    link: `${publicUrl}/main/notification`,
    note: 'If you don’t know the sender, decline the invitation or ignore this email.',
  });

/** The link fills in the address, which is what the album is kept for. */
export const signUpInvitationMail = ({ publicUrl, inviterName, albumName, ...to }: Invitation): Mail =>
  composeMail(to, {
    subject: `${mailedName(inviterName)} invited you to an album`,
    body: `${mailedName(inviterName)} wants to share the album “${mailedName(albumName)}” with you on ${PRODUCT}. To see it, create an account with this email address.`,
    button: 'Create account',
    link: `${publicUrl}/signup?email=${encodeURIComponent(to.email)}`,
    note: 'If you don’t know the sender, you can ignore this email.',
  });
