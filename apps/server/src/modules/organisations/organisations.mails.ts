import { PRODUCT } from '../../platform/mail/brand.ts';
import { type Addressee, composeMail } from '../../platform/mail/compose-mail.ts';
import { mailedName } from '../../platform/mail/mailed-name.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

interface Family {
  familyName: string;
  publicUrl: string;
}

const quoted = (name: string) => `“${mailedName(name)}”`;
const toTheFamily = ({ publicUrl }: Family) => ({ button: 'See the family', link: `${publicUrl}/main/family` });

/** To somebody who is in it from now on, whether they were asked or not. */
export const joinedMail = (to: Addressee, family: Family & { ownerName: string }): Mail =>
  composeMail(to, {
    subject: `You are in the family ${quoted(family.familyName)}`,
    body: `${mailedName(family.ownerName)} added you to the family ${quoted(family.familyName)}. You see its albums, playlists and screens, and can add to them and change them. The family sees nothing of what is your own.`,
    ...toTheFamily(family),
    note: 'If you do not want this, choose “Leave” on the page of the family. Nothing of your own is lost.',
  });

/** The link fills in the address, which is what the place is kept for. */
export const familyInvitationMail = (to: string, { familyName, ownerName, publicUrl }: Family & { ownerName: string }): Mail =>
  composeMail(
    { name: '', email: to },
    {
      subject: `${mailedName(ownerName)} invited you to a family`,
      body: `${mailedName(ownerName)} would like to have you in the family ${quoted(familyName)} on ${PRODUCT}, to share its albums, playlists and screens. Make an account with this address, or confirm it if you have made one, and you are in it.`,
      button: 'Make an account',
      link: `${publicUrl}/signup?email=${encodeURIComponent(to)}`,
      note: 'If you do not know who this is from, you can ignore this mail.',
    },
  );

/** To a former member, who joins only after accepting in the app. */
export const formerMemberInvitedMail = (to: Addressee, family: Family & { ownerName: string }): Mail =>
  composeMail(to, {
    subject: `${mailedName(family.ownerName)} invited you to a family`,
    body: `${mailedName(family.ownerName)} invites you to join the family ${quoted(family.familyName)}. You have been a member of a family of ${mailedName(family.ownerName)} before, so you join only if you accept.`,
    button: 'Accept or decline',
    link: `${family.publicUrl}/main/family`,
    note: 'If you ignore this mail, you do not join, and the family sees nothing of yours.',
  });

/** To the owner: somebody who was invited has come. */
export const memberArrivedMail = (to: Addressee, family: Family & { memberName: string }): Mail =>
  composeMail(to, {
    subject: `${mailedName(family.memberName)} joined your family`,
    body: `${mailedName(family.memberName)}, whom you invited, is in your family ${quoted(family.familyName)} now.`,
    ...toTheFamily(family),
    note: 'Members see and change all that belongs to the family, and nothing else of yours.',
  });

export const removedMail = (to: Addressee, family: Family): Mail =>
  composeMail(to, {
    subject: `You are not in the family ${quoted(family.familyName)} any more`,
    body: `you were removed from the family ${quoted(family.familyName)}. Its albums, playlists and screens stay with the family; what is your own stays yours.`,
    note: 'If this is a mistake, ask the owner of the family to add you again.',
  });

/** To the owner. */
export const memberLeftMail = (to: Addressee, family: Family & { memberName: string }): Mail =>
  composeMail(to, {
    subject: `${mailedName(family.memberName)} left your family`,
    body: `${mailedName(family.memberName)} is not in your family ${quoted(family.familyName)} any more. All that belongs to the family is still there.`,
    ...toTheFamily(family),
    note: 'There is room for somebody else in their place.',
  });

export const dissolvedMail = (to: Addressee, family: Family): Mail =>
  composeMail(to, {
    subject: `The family ${quoted(family.familyName)} was dissolved`,
    body: `the family ${quoted(family.familyName)} does not exist any more. Its albums, playlists and screens belong to its owner alone, and you do not see them any more. What is your own stays yours.`,
    note: 'If you miss a picture, ask the person who was the owner of the family.',
  });

export const becameOwnerMail = (to: Addressee, family: Family & { fromName: string }): Mail =>
  composeMail(to, {
    subject: `The family ${quoted(family.familyName)} is yours now`,
    body: `${mailedName(family.fromName)} handed the family ${quoted(family.familyName)} over to you. Its albums, playlists and screens belong to you and count towards your plan. You decide who is in it.`,
    ...toTheFamily(family),
    note: 'If you do not want this, you can hand it over to another member who has a Family Plan, or dissolve it.',
  });

/** To the other members, and to whoever was the owner. */
export const newOwnerMail = (to: Addressee, family: Family & { fromName: string; toName: string }): Mail =>
  composeMail(to, {
    subject: `The family ${quoted(family.familyName)} has a new owner`,
    body: `${mailedName(family.fromName)} handed the family ${quoted(family.familyName)} over to ${mailedName(family.toName)}. Its albums, playlists and screens belong to ${mailedName(family.toName)} now. You see them and change them as a member.`,
    ...toTheFamily(family),
    note: 'If this surprises you, ask the people of your family, or contact your administrator.',
  });
