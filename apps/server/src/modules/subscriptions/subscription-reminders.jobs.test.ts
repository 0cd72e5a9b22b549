import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { aSubscription } from '../../testing/payers.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const signedUpDaysAgo = ({ user }: TestPerson, days: number) =>
  test.db
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - days * DAY_MS) })
    .where('id', '=', user._id)
    .execute();

async function warned({ email }: TestPerson): Promise<number> {
  await test.runWorkerTasks('subscriptions.reminders');
  await test.runJobs();
  return test.printed.filter((line) => line.startsWith(`Email to ${email}: Your trial ends`)).length;
}

it('announces the end of a trial seven days and one day before, each once', async () => {
  const ana = await aPerson(test);
  await signedUpDaysAgo(ana, 22.5);
  expect(await warned(ana)).toBe(0);
  await signedUpDaysAgo(ana, 23.5);
  expect(await warned(ana)).toBe(1);
  expect(await warned(ana)).toBe(1);
  await signedUpDaysAgo(ana, 29.5);
  expect(await warned(ana)).toBe(2);
  expect(await warned(ana)).toBe(2);
  await signedUpDaysAgo(ana, 31);
  expect(await warned(ana)).toBe(2);
});

it('warns once on the last day without an earlier warning, and not after a subscription', async () => {
  const [ana, ben] = [await aPerson(test), await aPerson(test)];
  await aSubscription(ben);
  for (const person of [ana, ben]) await signedUpDaysAgo(person, 29.5);
  expect([await warned(ana), await warned(ben)]).toEqual([1, 0]);
});

it('announces the expiry of a card once in its last month, and of the next card again', async () => {
  const ana = await aPerson(test);
  await aSubscription(ana);
  // Otherwise an event of the bank would restore the bank's card.
  await test.runJobs();
  const expires = (card_exp_year: number, card_exp_month: number) =>
    test.db.updateTable('subscriptions').set({ card_exp_year, card_exp_month }).where('user_id', '=', ana.user._id).execute();
  const toldOn = async (day: string) => {
    test.clock.offsetMs = Date.parse(day) - Date.now();
    await test.runWorkerTasks('subscriptions.reminders');
    await test.runJobs();
    return test.printed.filter((line) => line.startsWith(`Email to ${ana.email}: Your card expires soon`)).length;
  };
  await expires(2028, 3);
  expect(await toldOn('2028-02-20')).toBe(0);
  expect(await toldOn('2028-03-10')).toBe(1);
  expect(await toldOn('2028-03-20')).toBe(1);
  await expires(2028, 4);
  expect(await toldOn('2028-03-25')).toBe(1);
  expect(await toldOn('2028-04-05')).toBe(2);
  expect(await toldOn('2028-05-02')).toBe(2);
});
