import { expect, test } from 'vitest';
import { aSubscription } from './plans.fixtures.ts';
import { changeObstacle, dateLabel, fullPlanName, nextPlanLabel, noteOf, stateWords } from './subscription-words.ts';

const family = { nickname: 'Family Plan', interval: 'month', amount: 99_900 } as const;

test('only an active subscription has a next billing date', () => {
  expect(dateLabel(aSubscription())).toBe('Next Billing Date');
  expect(dateLabel(aSubscription({ state: 'pastDue' }))).toBe('Next Billing Date');
  expect(dateLabel(aSubscription({ state: 'cancelled', status: 'canceled' }))).toBe('Expire on');
  expect(dateLabel(aSubscription({ state: 'expired', status: 'canceled' }))).toBe('Expire on');
  expect(dateLabel(aSubscription({ source: 'given', status: 'canceled' }))).toBe('Expire on');
});

test('what is cancelled or owed is settled before another plan is taken', () => {
  const abilities = { cancel: false, resume: true, change: false, changeCard: true };
  expect(changeObstacle(aSubscription())).toBeUndefined();
  expect(changeObstacle(aSubscription({ state: 'cancelled', abilities }))).toContain('Keep it');
  expect(changeObstacle(aSubscription({ state: 'pastDue', abilities }))).toContain('Change the card first');
  expect(changeObstacle(aSubscription({ state: 'expired', abilities }))).toBeUndefined();
  expect(changeObstacle(aSubscription({ source: 'given', abilities }))).toBeUndefined();
});

test('a failed renewal says when the card is tried again', () => {
  expect(noteOf(aSubscription({ state: 'pastDue', nextAttempt: Date.UTC(2026, 5, 15, 12) / 1000 }))).toContain('tried again on 06/15/2026');
  expect(noteOf(aSubscription({ state: 'pastDue' }))).toContain('will not be tried again');
});

test('an active subscription that is paid needs no note, one that was given does', () => {
  expect(noteOf(aSubscription())).toBeUndefined();
  expect(noteOf(aSubscription({ source: 'given' }))).toContain('An administrator gave you this plan');
});

test('who is active upgrades, who is not purchases, and the largest plans lead nowhere', () => {
  expect(nextPlanLabel(aSubscription())).toBe('Upgrade Plan');
  expect(nextPlanLabel(aSubscription({ state: 'cancelled' }))).toBe('Purchase Plan');
  expect(nextPlanLabel(aSubscription({ state: 'expired' }))).toBe('Purchase Plan');
  expect(nextPlanLabel(aSubscription({ plan: family }))).toBeUndefined();
  expect(nextPlanLabel(aSubscription({ plan: { ...family, nickname: 'Enterprise Plan' } }))).toBeUndefined();
  expect(nextPlanLabel(aSubscription({ plan: family, state: 'expired' }))).toBe('Purchase Plan');
});

test('every state has a word of its own', () => {
  const states = ['incomplete', 'trial', 'active', 'pastDue', 'cancelled', 'expired'] as const;
  expect(new Set(states.map((state) => stateWords(aSubscription({ state })).word)).size).toBe(states.length);
});

test('no plan is called a plan twice', () => {
  expect(['Family Plan', 'Free', 'Single User'].map(fullPlanName)).toEqual(['Family Plan', 'Free Plan', 'Single User Plan']);
});
