import { expect, it } from 'vitest';
import { getPlanEnd } from './plan-end.rules.ts';

const day = (date: string) => new Date(`2026-${date}T00:00:00Z`);
const family = { planName: 'Family Plan', endsAt: day('08-09'), isTrial: false };
const running = (plan_name: string, end: string) => ({ plan_name, period_end: day(end) });

it('getPlanEnd returns the end of the period of the plan that applies, not of a smaller one', () => {
  expect(getPlanEnd(family, [running('Single User', '12-01'), running('Family Plan', '08-01')])).toEqual(day('08-01'));
});

it('getPlanEnd returns the later end when the plan is both paid and granted', () => {
  expect(getPlanEnd(family, [running('Family Plan', '08-01'), running('Family Plan', '09-01')])).toEqual(day('09-01'));
});

it('getPlanEnd returns the end of the limits for trials and for plans that have ended', () => {
  expect(getPlanEnd({ ...family, isTrial: true }, [running('Family Plan', '12-01')])).toEqual(day('08-09'));
  expect(getPlanEnd(family, [])).toEqual(day('08-09'));
});
