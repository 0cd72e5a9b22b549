import { type Addressee, composeMail } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { SubscriptionRecord } from './subscription.rules.ts';
import type { Notice } from './transitions.rules.ts';

const dayOf = (date: Date) => date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

interface Letter {
  subject: string;
  body: string;
  note: string;
  button: string;
}

interface About {
  plan: string;
  record: SubscriptionRecord;
}

const LETTERS: Record<Notice, (about: About) => Letter> = {
  trialStarted: ({ plan, record }) => ({
    subject: `Your trial of ${plan} has begun`,
    body: `you can use all of ${plan} from now on. The first payment is made on ${dayOf(record.periodEnd)}.`,
    note: 'Cancel before that day and nothing is charged.',
    button: 'See my plan',
  }),
  cancelled: ({ plan, record }) => ({
    subject: `${plan} ends on ${dayOf(record.periodEnd)}`,
    body: `your plan was cancelled. It runs until ${dayOf(record.periodEnd)}, and nothing is charged any more. What you have stays and keeps playing.`,
    note: 'Until then you can take the cancellation back.',
    button: 'Keep my plan',
  }),
  resumed: ({ plan, record }) => ({
    subject: `${plan} goes on`,
    body: `the cancellation was taken back. The next payment is made on ${dayOf(record.periodEnd)}.`,
    note: 'You can cancel at any time.',
    button: 'See my plan',
  }),
  paymentFailed: ({ plan, record }) => ({
    subject: `Your payment for ${plan} failed`,
    body: record.nextAttemptAt
      ? `we could not charge your card${cardOf(record)}. Everything goes on, and we try again on ${dayOf(record.nextAttemptAt)}.`
      : `we could not charge your card${cardOf(record)}.`,
    note: 'With another card it is paid at once.',
    button: 'Change my card',
  }),
  recovered: ({ plan }) => ({
    subject: `${plan} is paid again`,
    body: 'your payment went through. Thank you; nothing else is needed.',
    note: 'The receipt comes with another mail.',
    button: 'See my plan',
  }),
  ended: ({ plan }) => ({
    subject: `${plan} has ended`,
    body: 'your plan has ended. What you have stays and keeps playing; adding more waits until you choose a plan again.',
    note: 'Nothing is charged any more.',
    button: 'Choose a plan',
  }),
  endedUnpaid: ({ plan }) => ({
    subject: `${plan} has ended: it could not be paid`,
    body: 'we tried your card several times and could not charge it, so your plan has ended. What you have stays and keeps playing; adding more waits until you choose a plan again.',
    note: 'Nothing is charged any more.',
    button: 'Choose a plan',
  }),
  planChanged: ({ plan, record }) => ({
    subject: `Your plan is ${plan} now`,
    body: `your plan was changed to ${plan}. The next payment is made on ${dayOf(record.periodEnd)}.`,
    note: 'If this was not you, please set a new password at once and write to us.',
    button: 'See my plan',
  }),
};

const cardOf = ({ card }: SubscriptionRecord) => (card ? ` ending in ${card.last4}` : '');

const withLink = (to: Addressee, letter: Letter, publicUrl: string): Mail =>
  composeMail(to, { ...letter, link: `${publicUrl}/main/subscription` });

export const noticeMail = (notice: Notice, payer: Addressee, { publicUrl, ...about }: About & { publicUrl: string }): Mail =>
  withLink(payer, LETTERS[notice](about), publicUrl);

export const trialEndsMail = (user: Addressee, plan: string, endsAt: Date, publicUrl: string): Mail =>
  withLink(
    user,
    {
      subject: `Your trial ends on ${dayOf(endsAt)}`,
      body: `your trial of ${plan} ends on ${dayOf(endsAt)}. What you have stays and keeps playing; with a plan you can go on adding to it.`,
      note: 'Without a plan nothing is charged.',
      button: 'Choose a plan',
    },
    publicUrl,
  );

export const paidTrialEndsMail = (user: Addressee, plan: string, endsAt: Date, publicUrl: string): Mail =>
  withLink(
    user,
    {
      subject: `Your trial ends on ${dayOf(endsAt)}`,
      body: `your trial of ${plan} ends on ${dayOf(endsAt)}, and the first payment is made then.`,
      note: 'Cancel before that day and nothing is charged.',
      button: 'See my plan',
    },
    publicUrl,
  );

export const cardEndsMail = (user: Addressee, plan: string, last4: string, publicUrl: string): Mail =>
  withLink(
    user,
    {
      subject: 'Your card expires soon',
      body: `the card ending in ${last4}, which pays for ${plan}, expires at the end of the month. Please give us another, so that the next payment does not fail.`,
      note: 'It takes less than a minute.',
      button: 'Change my card',
    },
    publicUrl,
  );

export const givenMail = (user: Addressee, plan: string, endsAt: Date, publicUrl: string): Mail =>
  withLink(
    user,
    {
      subject: `You have ${plan}`,
      body: `an administrator gave you ${plan}. It runs until ${dayOf(endsAt)}, and no card is charged for it.`,
      note: 'It ends by itself.',
      button: 'See my plan',
    },
    publicUrl,
  );
