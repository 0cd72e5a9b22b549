import { expect, test } from 'vitest';
import { aSubscription } from './plan-offers.fixtures.ts';
import {
  formatPlanPrice,
  getChangeObstacle,
  getDateLabel,
  getFullPlanName,
  getIntervalLabel,
  getNextPlanLabel,
  getStateBadge,
  getSubscriptionNote,
  upcomingWords,
} from './subscription-labels.ts';

const family = { nickname: 'Family Plan', interval: 'month', amount: 99_900 } as const;

test('labels the end date as the next billing date only for subscriptions that renew', () => {
  expect(getDateLabel(aSubscription())).toBe('Next Billing Date');
  expect(getDateLabel(aSubscription({ state: 'pastDue' }))).toBe('Next Billing Date');
  expect(getDateLabel(aSubscription({ state: 'cancelled', status: 'canceled' }))).toBe('Expire on');
  expect(getDateLabel(aSubscription({ state: 'expired', status: 'canceled' }))).toBe('Expire on');
  expect(getDateLabel(aSubscription({ source: 'given', status: 'canceled' }))).toBe('Expire on');
});

test('asks to resume or pay the current plan before another plan is chosen', () => {
  const abilities = { cancel: false, resume: true, change: false, changeCard: true, buyExtraScreens: false, changeExtraScreens: false };
  expect(getChangeObstacle(aSubscription())).toBeUndefined();
  expect(getChangeObstacle(aSubscription({ state: 'cancelled', abilities }))).toContain(
    'Your plan is canceled and ends on 06/27/2026. To switch to another plan, keep your current plan first.',
  );
  expect(getChangeObstacle(aSubscription({ state: 'pastDue', abilities }))).toContain(
    'Your last payment failed. Update your card before you change plans.',
  );
  expect(getChangeObstacle(aSubscription({ state: 'expired', abilities }))).toBeUndefined();
  expect(getChangeObstacle(aSubscription({ source: 'given', abilities }))).toBeUndefined();
});

test('shows when the card is charged again after a failed renewal', () => {
  expect(getSubscriptionNote(aSubscription({ state: 'pastDue', nextAttempt: Date.UTC(2026, 5, 15, 12) / 1000 }))).toContain(
    'Your last payment failed. We’ll try your card again on 06/15/2026. Everything keeps working until then.',
  );
  expect(getSubscriptionNote(aSubscription({ state: 'pastDue' }))).toContain(
    'Your last payment failed and won’t be retried. Update your card to keep your plan.',
  );
});

test('shows a note for granted plans and none for paid active ones', () => {
  expect(getSubscriptionNote(aSubscription())).toBeUndefined();
  expect(getSubscriptionNote(aSubscription({ source: 'given' }))).toContain('An administrator gave you this plan');
});

test('offers an upgrade to active plans, a purchase to ended ones, and nothing above the largest plans', () => {
  expect(getNextPlanLabel(aSubscription())).toBe('Upgrade Plan');
  expect(getNextPlanLabel(aSubscription({ state: 'cancelled' }))).toBe('Purchase Plan');
  expect(getNextPlanLabel(aSubscription({ state: 'expired' }))).toBe('Purchase Plan');
  expect(getNextPlanLabel(aSubscription({ plan: family }))).toBeUndefined();
  expect(getNextPlanLabel(aSubscription({ plan: { ...family, nickname: 'Enterprise Plan' } }))).toBeUndefined();
  expect(getNextPlanLabel(aSubscription({ plan: family, state: 'expired' }))).toBe('Purchase Plan');
});

test('labels every state differently', () => {
  const states = ['incomplete', 'trial', 'active', 'pastDue', 'cancelled', 'expired'] as const;
  expect(new Set(states.map((state) => getStateBadge(aSubscription({ state })).word)).size).toBe(states.length);
});

test('appends “Plan” only to names without it', () => {
  expect(['Family Plan', 'Free', 'Single User'].map(getFullPlanName)).toEqual(['Family Plan', 'Free Plan', 'Single User Plan']);
});

test('shows the interval of a price, and two dashes for none', () => {
  expect([formatPlanPrice(29_900, 'month'), formatPlanPrice(299_000, 'year'), formatPlanPrice(0, 'month')]).toEqual([
    '$299/mo',
    '$2,990/yr',
    '--',
  ]);
  expect([getIntervalLabel('month'), getIntervalLabel('year')]).toEqual(['Monthly', 'Yearly']);
});

const at = Date.UTC(2027, 7, 25, 12) / 1000;
const full = { coveredUntil: null, chargeAt: at, chargeAmount: 29_900, amount: 29_900, interval: 'month' as const };

test.each([
  [full, 'Then $299.00 every month starting 08/25/2027 until you cancel.'],
  [{ ...full, coveredUntil: at }, 'Covered by credit until 08/25/2027, then $299.00 every month until you cancel.'],
  [
    { ...full, coveredUntil: at, chargeAmount: 9_800 },
    'Covered by credit until 08/25/2027, when $98.00 is charged, then $299.00 every month until you cancel.',
  ],
  [{ ...full, chargeAmount: 9_900 }, 'Your credit pays part of it: $99.00 on 08/25/2027, then $299.00 every month until you cancel.'],
])('describes upcoming charges: %o', (upcoming, label) => {
  expect(upcomingWords(upcoming)).toBe(label);
  expect(label).not.toContain('$0.00');
});
