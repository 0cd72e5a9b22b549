import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export const verificationMail = (user: MailRecipient, link: string): Mail =>
  composeMail(user, {
    subject: 'Confirm your email address',
    body: `Welcome to ${PRODUCT_PLACEHOLDER}. Please confirm your email address.`,
    button: 'Confirm email address',
    link,
    note: 'This link can be used once and expires in 24 hours. If you didn’t sign up, you can ignore this email.',
  });

export const resetMail = (user: MailRecipient, link: string): Mail =>
  composeMail(user, {
    subject: 'Reset your password',
    body: `We received a request to reset the password for your ${PRODUCT_PLACEHOLDER} account.`,
    button: 'Reset password',
    link,
    note: 'This link can be used once and expires in 24 hours. If you didn’t request this, you can ignore this email. Your password hasn’t changed.',
  });

export const changeEmailMail = (user: MailRecipient, link: string): Mail =>
  composeMail(user, {
    subject: 'Confirm your new email address',
    body: `Please confirm that you want to use this address for your ${PRODUCT_PLACEHOLDER} account.`,
    button: 'Confirm email address',
    link,
    note: 'This link can be used once and expires in 24 hours. Until you confirm, your old address stays active.',
  });

export const emailChangedMail = (user: MailRecipient, newEmail: string): Mail =>
  composeMail(user, {
    subject: 'Your email address was changed',
    body: `The email address for your ${PRODUCT_PLACEHOLDER} account was changed to ${newEmail}.`,
    note: 'If this wasn’t you, contact your administrator immediately.',
  });

/** To the address in use, before anything has changed: its owner may be able to stop it. */
export const emailChangeRequestedMail = (user: MailRecipient, newEmail: string): Mail =>
  composeMail(user, {
    subject: 'Request to change your email address',
    body: `We received a request to change the email address for your ${PRODUCT_PLACEHOLDER} account to ${newEmail}. Nothing has changed yet.`,
    note: 'If this wasn’t you, reset your password now with “Forgot password?”. This also cancels the change.',
  });

export const accountDeactivatedMail = (user: MailRecipient): Mail =>
  composeMail(user, {
    subject: 'Your account was deactivated',
    body: `An administrator deactivated your ${PRODUCT_PLACEHOLDER} account. You can no longer sign in.`,
    note: 'If you think this is a mistake, contact your administrator.',
  });

export const passwordChangedMail = (user: MailRecipient): Mail =>
  composeMail(user, {
    subject: 'Your password was changed',
    body: `The password for your ${PRODUCT_PLACEHOLDER} account was changed. You were signed out everywhere else, your FTP password (if you have one) was reset, and your API tokens were revoked.`,
    note: 'If this wasn’t you, reset your password now with “Forgot password?”.',
  });

/** An administrator set it. */
export const passwordSetByAdminMail = (user: MailRecipient): Mail =>
  composeMail(user, {
    subject: 'An administrator set a new password for your account',
    body: `An administrator set a new password for your ${PRODUCT_PLACEHOLDER} account, and you were signed out everywhere. Ask the administrator for the password, or choose your own with “Forgot password?”.`,
    note: 'If you didn’t request this, contact your administrator.',
  });
