import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { SubscriptionRecord } from './subscription-state.rules.ts';
import type { SubscriptionNotice } from './subscription-transitions.rules.ts';

const formatDay = (date: Date) => date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

interface MailText {
  subject: string;
  body: string;
  note: string;
  button: string;
}

interface NoticeContext {
  plan: string;
  record: SubscriptionRecord;
}

const TEXT_BY_NOTICE: Record<SubscriptionNotice, (about: NoticeContext) => MailText> = {
  trialStarted: ({ plan, record }) => ({
    subject: `Your trial of ${plan} has started`,
    body: `Your trial of ${plan} has started. Your first payment is due on ${formatDay(record.periodEnd)}.`,
    note: 'Cancel before that date and you won’t be charged.',
    button: 'View plan',
  }),
  cancelled: ({ record }) => ({
    subject: `Your plan ends on ${formatDay(record.periodEnd)}`,
    body: `Your plan was canceled. You can use it until ${formatDay(record.periodEnd)}, and you won’t be charged again. Your content is kept and keeps playing.`,
    note: 'You can undo the cancellation until then.',
    button: 'Keep plan',
  }),
  resumed: ({ record }) => ({
    subject: 'Your plan continues',
    body: `Your plan is no longer canceled. Your next payment is due on ${formatDay(record.periodEnd)}.`,
    note: 'You can cancel at any time.',
    button: 'View plan',
  }),
  paymentFailed: ({ plan, record }) => ({
    subject: `Your payment for ${plan} failed`,
    body: record.nextAttemptAt
      ? `We couldn’t charge your card${formatCardSuffix(record)}. Your plan stays active, and we’ll try again on ${formatDay(record.nextAttemptAt)}.`
      : `We couldn’t charge your card${formatCardSuffix(record)}.`,
    note: 'Add another card to pay now.',
    button: 'Change card',
  }),
  recovered: ({ plan }) => ({
    subject: `Your payment for ${plan} was successful`,
    body: 'Your payment went through. Thank you. You don’t need to do anything else.',
    note: 'We’ll send the receipt in a separate email.',
    button: 'View plan',
  }),
  ended: () => ({
    subject: 'Your plan has ended',
    body: 'Your plan has ended. Your content is kept and keeps playing. Choose a plan to add more.',
    note: 'You won’t be charged again.',
    button: 'Choose a plan',
  }),
  endedUnpaid: () => ({
    subject: 'Your plan has ended because of a failed payment',
    body: 'We couldn’t charge your card after several attempts, so your plan has ended. Your content is kept and keeps playing. Choose a plan to add more.',
    note: 'You won’t be charged again.',
    button: 'Choose a plan',
  }),
  planChanged: ({ plan, record }) => ({
    subject: `Your plan is now ${plan}`,
    body: `Your plan was changed to ${plan}. Your next payment is due on ${formatDay(record.periodEnd)}.`,
    note: 'If this wasn’t you, reset your password now and contact us.',
    button: 'View plan',
  }),
};

const formatCardSuffix = ({ card }: SubscriptionRecord) => (card ? ` ending in ${card.last4}` : '');

const composeSubscriptionMail = (to: MailRecipient, letter: MailText, publicUrl: string): Mail =>
  composeMail(to, { ...letter, link: `${publicUrl}/main/subscription` });

export const noticeMail = (
  notice: SubscriptionNotice,
  payer: MailRecipient,
  { publicUrl, ...about }: NoticeContext & { publicUrl: string },
): Mail => composeSubscriptionMail(payer, TEXT_BY_NOTICE[notice](about), publicUrl);

export const freeTrialEndsMail = (user: MailRecipient, plan: string, endsAt: Date, publicUrl: string): Mail =>
  composeSubscriptionMail(
    user,
    {
      subject: `Your trial ends on ${formatDay(endsAt)}`,
      body: `Your free trial ends on ${formatDay(endsAt)}. Your content is kept and keeps playing. Choose a plan to keep adding photos and videos.`,
      note: 'You won’t be charged unless you choose a plan.',
      button: 'Choose a plan',
    },
    publicUrl,
  );

export const paidTrialEndsMail = (user: MailRecipient, plan: string, endsAt: Date, publicUrl: string): Mail =>
  composeSubscriptionMail(
    user,
    {
      subject: `Your trial ends on ${formatDay(endsAt)}`,
      body: `Your trial of ${plan} ends on ${formatDay(endsAt)}. Your first payment is due on that day.`,
      note: 'Cancel before that date and you won’t be charged.',
      button: 'View plan',
    },
    publicUrl,
  );

export const cardExpiryMail = (user: MailRecipient, plan: string, last4: string, publicUrl: string): Mail =>
  composeSubscriptionMail(
    user,
    {
      subject: 'Your card expires soon',
      body: `Your card ending in ${last4}, used for ${plan}, expires at the end of the month. Update your card to avoid a failed payment.`,
      note: 'This takes less than a minute.',
      button: 'Change card',
    },
    publicUrl,
  );

export const grantedPlanMail = (user: MailRecipient, plan: string, endsAt: Date, publicUrl: string): Mail =>
  composeSubscriptionMail(
    user,
    {
      subject: `You have a new plan: ${plan}`,
      body: `An administrator gave you ${plan} until ${formatDay(endsAt)}. You aren’t charged for it.`,
      note: 'It ends automatically.',
      button: 'View plan',
    },
    publicUrl,
  );
