import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export const secondFactorOnMail = (user: MailRecipient): Mail =>
  composeMail(user, {
    subject: 'Two-step sign-in is on',
    body: `Signing in to your ${PRODUCT_PLACEHOLDER} account on a new browser now needs a code from your authenticator app. You were signed out everywhere else.`,
    note: 'If this wasn’t you, reset your password now with “Forgot password?” and contact your administrator.',
  });

export const secondFactorOffMail = (user: MailRecipient): Mail =>
  composeMail(user, {
    subject: 'Two-step sign-in is off',
    body: `Signing in to your ${PRODUCT_PLACEHOLDER} account no longer needs a code from an authenticator app.`,
    note: 'If this wasn’t you, reset your password now with “Forgot password?” and turn two-step sign-in on again.',
  });

export const secondFactorResetMail = (user: MailRecipient): Mail =>
  composeMail(user, {
    subject: 'An administrator turned off two-step sign-in for your account',
    body: `Your ${PRODUCT_PLACEHOLDER} account no longer needs a code from an authenticator app, and you were signed out everywhere. You can set up two-step sign-in again under Profile > Security.`,
    note: 'If you didn’t ask for this, contact your administrator.',
  });

export const factorRecoveryMail = (user: MailRecipient, link: string): Mail =>
  composeMail(user, {
    subject: 'Recover your account',
    body: `We received a request to turn off two-step sign-in for your ${PRODUCT_PLACEHOLDER} account because the authenticator app and the recovery codes were lost. Open the link to start. It takes 24 hours.`,
    button: 'Start recovery',
    link,
    note: 'This link expires in 24 hours. If you didn’t request this, someone knows your password: reset it now with “Forgot password?”.',
  });

export const factorRecoveryStartedMail = (user: MailRecipient, link: string): Mail =>
  composeMail(user, {
    subject: 'Two-step sign-in ends in 24 hours',
    body: `In 24 hours you can sign in to your ${PRODUCT_PLACEHOLDER} account with your password alone. Two-step sign-in is then turned off.`,
    button: 'Stop recovery',
    link,
    note: 'If this wasn’t you, stop the recovery and reset your password.',
  });
