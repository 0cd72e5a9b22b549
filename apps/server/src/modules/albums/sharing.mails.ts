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
    subject: `${mailedName(inviterName)} shared an album with you`,
    body: `${mailedName(inviterName)} would like to share the album “${mailedName(albumName)}” with you. Sign in to accept or decline the invitation.`,
    button: 'Answer the invitation',
    link: `${publicUrl}/main/notification`,
    note: 'Nobody learns whether you have read this. If you do not know who this is from, decline.',
  });

/** The link fills in the address, which is what the album is kept for. */
export const signUpInvitationMail = ({ publicUrl, inviterName, albumName, ...to }: Invitation): Mail =>
  composeMail(to, {
    subject: `${mailedName(inviterName)} shared an album with you`,
    body: `${mailedName(inviterName)} would like to share the album “${mailedName(albumName)}” with you on ${PRODUCT}. Make an account with this address, and the album is there.`,
    button: 'See the album',
    link: `${publicUrl}/signup?email=${encodeURIComponent(to.email)}`,
    note: 'If you do not know who this is from, you can ignore this mail.',
  });
