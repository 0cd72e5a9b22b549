import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { neutralizeLinks } from '../../platform/mail/neutralize-links.ts';

interface Family {
  familyName: string;
  publicUrl: string;
}

const quoted = (name: string) => `“${neutralizeLinks(name)}”`;
const familyLink = ({ publicUrl }: Family) => ({ button: 'View family', link: `${publicUrl}/main/family` });

/** Email to a new member, with or without a prior invitation. */
export const memberAddedMail = (to: MailRecipient, family: Family & { ownerName: string }): Mail =>
  composeMail(to, {
    subject: `You were added to the family ${quoted(family.familyName)}`,
    body: `${neutralizeLinks(family.ownerName)} added you to the family ${quoted(family.familyName)}. You can view, add to and change its albums, playlists and screens. Your own content stays private.`,
    ...familyLink(family),
    note: 'If you don’t want this, choose “Leave family” on the Family page. You keep your own content.',
  });

/** The link fills in the address, which is what the place is kept for. */
export const familyInvitationMail = (to: string, { familyName, ownerName, publicUrl }: Family & { ownerName: string }): Mail =>
  composeMail(
    { name: '', email: to },
    {
      subject: `${neutralizeLinks(ownerName)} invited you to join a family`,
      body: `${neutralizeLinks(ownerName)} invited you to join the family ${quoted(familyName)} on ${PRODUCT_PLACEHOLDER} and share its albums, playlists and screens. To join, create an account with this email address. If you already have one, confirm your email address.`,
      button: 'Create account',
      link: `${publicUrl}/signup?email=${encodeURIComponent(to)}`,
      note: 'If you don’t know the sender, you can ignore this email.',
    },
  );

/** To a former member, who joins only after accepting in the app. */
export const formerMemberInvitedMail = (to: MailRecipient, family: Family & { ownerName: string }): Mail =>
  composeMail(to, {
    subject: `${neutralizeLinks(family.ownerName)} invited you to join a family`,
    body: `${neutralizeLinks(family.ownerName)} invited you to join the family ${quoted(family.familyName)}. You were a member of one of ${neutralizeLinks(family.ownerName)}’s families before, so you join only if you accept.`,
    button: 'Accept or decline',
    link: `${family.publicUrl}/main/family`,
    note: 'If you ignore this email, you don’t join and your own content stays private.',
  });

/** Email to the owner: an invited person has joined. */
export const invitationAcceptedMail = (to: MailRecipient, family: Family & { memberName: string }): Mail =>
  composeMail(to, {
    subject: `${neutralizeLinks(family.memberName)} joined your family`,
    body: `${neutralizeLinks(family.memberName)} accepted your invitation and joined the family ${quoted(family.familyName)}.`,
    ...familyLink(family),
    note: 'Members can view and change everything that belongs to the family. Your own content stays private.',
  });

export const memberRemovedMail = (to: MailRecipient, family: Family): Mail =>
  composeMail(to, {
    subject: `You were removed from the family ${quoted(family.familyName)}`,
    body: `You were removed from the family ${quoted(family.familyName)}. Its albums, playlists and screens stay with the family. You keep your own content.`,
    note: 'If this is a mistake, ask the family’s owner to add you again.',
  });

/** To the owner. */
export const memberLeftMail = (to: MailRecipient, family: Family & { memberName: string }): Mail =>
  composeMail(to, {
    subject: `${neutralizeLinks(family.memberName)} left your family`,
    body: `${neutralizeLinks(family.memberName)} left your family ${quoted(family.familyName)}. Everything that belongs to the family is still there.`,
    ...familyLink(family),
    note: 'You can add another member.',
  });

export const familyDissolvedMail = (to: MailRecipient, family: Family): Mail =>
  composeMail(to, {
    subject: `The family ${quoted(family.familyName)} was dissolved`,
    body: `The family ${quoted(family.familyName)} no longer exists. Its albums, playlists and screens belong to the owner, and you no longer have access to them. You keep your own content.`,
    note: 'If you’re missing a photo, ask the former owner of the family.',
  });

export const ownershipReceivedMail = (to: MailRecipient, family: Family & { fromName: string }): Mail =>
  composeMail(to, {
    subject: `You’re now the owner of the family ${quoted(family.familyName)}`,
    body: `${neutralizeLinks(family.fromName)} made you the owner of the family ${quoted(family.familyName)}. Its albums, playlists and screens now belong to you and count toward your plan. You decide who is a member.`,
    ...familyLink(family),
    note: 'If you don’t want this, make another member with a Family Plan the owner, or dissolve the family.',
  });

/** Email to the other members and the previous owner. */
export const ownerChangedMail = (to: MailRecipient, family: Family & { fromName: string; toName: string }): Mail =>
  composeMail(to, {
    subject: `The family ${quoted(family.familyName)} has a new owner`,
    body: `${neutralizeLinks(family.fromName)} made ${neutralizeLinks(family.toName)} the owner of the family ${quoted(family.familyName)}. Its albums, playlists and screens now belong to ${neutralizeLinks(family.toName)}. As a member, you can still view and change them.`,
    ...familyLink(family),
    note: 'If you didn’t expect this, ask your family or contact your administrator.',
  });
