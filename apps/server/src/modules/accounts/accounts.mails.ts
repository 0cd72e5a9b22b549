import { PRODUCT } from '../../platform/mail/brand.ts';
import { type Addressee, composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export const verificationMail = (user: Addressee, link: string): Mail =>
  composeMail(user, {
    subject: 'Confirm your email address',
    body: `welcome to ${PRODUCT}. Please confirm that this is your address.`,
    button: 'Confirm my address',
    link,
    note: 'The link works once, for one day. If you did not sign up, you can ignore this mail.',
  });

export const resetMail = (user: Addressee, link: string): Mail =>
  composeMail(user, {
    subject: 'Set a new password',
    body: `somebody, hopefully you, asked to set a new password for your ${PRODUCT} account.`,
    button: 'Set a new password',
    link,
    note: 'The link works once, for one day. If it was not you, nothing has changed and you can ignore this mail.',
  });

export const changeEmailMail = (user: Addressee, link: string): Mail =>
  composeMail(user, {
    subject: 'Confirm your new email address',
    body: `please confirm that your ${PRODUCT} account may use this address from now on.`,
    button: 'Use this address',
    link,
    note: 'The link works once, for one day. Until then your old address stays in use.',
  });

export const emailChangedMail = (user: Addressee, newEmail: string): Mail =>
  composeMail(user, {
    subject: 'Your email address was changed',
    body: `your ${PRODUCT} account now uses ${newEmail}.`,
    note: 'If this was not you, please contact your administrator at once.',
  });

/** To the address in use, before anything has changed: its owner may be able to stop it. */
export const emailChangeAskedMail = (user: Addressee, newEmail: string): Mail =>
  composeMail(user, {
    subject: 'Somebody asked to change your email address',
    body: `somebody, hopefully you, asked that your ${PRODUCT} account use ${newEmail} from now on. Nothing has changed yet.`,
    note: 'If this was not you, set a new password at once with “Forgot password”: that also stops the change.',
  });

export const deactivatedMail = (user: Addressee): Mail =>
  composeMail(user, {
    subject: 'Your account was deactivated',
    body: `your ${PRODUCT} account was deactivated by an administrator and signs in nowhere any more.`,
    note: 'If you think this is a mistake, please contact your administrator.',
  });

export const passwordChangedMail = (user: Addressee): Mail =>
  composeMail(user, {
    subject: 'Your password was changed',
    body: `the password of your ${PRODUCT} account was changed, all other devices were signed out, and an FTP account you may have has a new password.`,
    note: 'If this was not you, set a new password at once with “Forgot password”.',
  });

/** An administrator set it. */
export const passwordSetMail = (user: Addressee): Mail =>
  composeMail(user, {
    subject: 'An administrator set a new password for your account',
    body: `an administrator set a new password for your ${PRODUCT} account, and all devices were signed out. Ask them for it, or choose one of your own with “Forgot password”.`,
    note: 'If you did not ask for this, please contact your administrator.',
  });
