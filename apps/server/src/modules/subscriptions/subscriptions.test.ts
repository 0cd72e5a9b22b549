import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDevice, anAlbum, aPerson, aPlan, aPlaylist, aScreen } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

const DAY_MS = 86_400_000;
let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('the plan of an account', () => {
  it('is Free for thirty days from sign-up, and shows its usage', async () => {
    const ana = await aPerson(test);
    await anAlbum(ana);
    await aPlaylist(ana);
    await aDevice(ana, await aScreen(test));
    const read = async () => (await ana.call('GET', `/subscriptions/${ana.user._id}`)).json<{ result: { endDate: string } }>().result;
    const plan = await read();
    expect(plan).toEqual({
      planName: 'Free',
      status: 'active',
      isTrial: true,
      endDate: new Date(Date.parse(ana.user.createdAt) + 30 * DAY_MS).toISOString(),
      users: 1,
      devices: { used: 1, allowed: 1 },
      extraScreens: { quantity: 0, canBuy: false },
      playlists: { used: 1, allowed: 10 },
      albums: { used: 2, allowed: 20 },
      sharingGroups: { used: 0, allowed: 5 },
      subscriptionId: null,
    });
    // The session would expire by then, so move the date closer instead.
    const signedUpAt = new Date(Date.now() - 30 * DAY_MS - 1000);
    await test.db.updateTable('users').set({ created_at: signedUpAt }).where('id', '=', ana.user._id).execute();
    expect(await read()).toMatchObject({ planName: 'Free', status: 'expired' });
  });

  it('is the subscribed one until its end', async () => {
    const ana = await aPerson(test);
    const read = async () => (await ana.call('GET', `/subscriptions/${ana.user._id}`)).json<{ result: object }>().result;
    const endsAt = new Date(Date.now() + DAY_MS);
    await aPlan(test, ana, { devices: 5, endsAt });
    expect(await read()).toMatchObject({
      planName: 'Individual',
      status: 'active',
      isTrial: false,
      endDate: endsAt.toISOString(),
      devices: { used: 0, allowed: 5 },
    });
    await aPlan(test, ana, { devices: 5, endsAt: new Date(Date.now() - DAY_MS) });
    expect(await read()).toMatchObject({ planName: 'Individual', status: 'expired' });
  });

  it('is absent for staff, and not accessible to other accounts', async () => {
    const [host, ben] = [await aPerson(test), await aPerson(test)];
    await test.db.updateTable('users').set({ role: 'host' }).where('id', '=', host.user._id).execute();
    expect((await host.call('GET', `/subscriptions/${host.user._id}`)).json()).toEqual({ error: false, result: null });
    expect((await ben.call('GET', `/subscriptions/${host.user._id}`)).statusCode).toBe(404);
  });
});
