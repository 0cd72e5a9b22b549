import { describe, expect, it } from 'vitest';
import { addressOf, QUERIES, STATES, viewersOf } from './pages.ts';
import { readRoutePaths } from './route-paths.ts';

const FULL = {
  albumId: 'album',
  mediaId: 'media',
  playlistId: 'playlist',
  deviceId: 'device',
  orderId: 'order',
  subscriptionOrderId: 'order',
  paymentId: 'payment',
  priceId: 'price',
  itemId: 'item',
  planId: 'plan',
  token: 'token',
};

describe('the pages that are looked at', () => {
  it('come from the routes of the web app', async () => {
    const paths = await readRoutePaths();
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/pricing', '/main', '/main/profile/orders/$orderId', '/admin/overview', '/admin/$']),
    );
    expect(new Set(paths).size).toBe(paths.length);
    expect('window' in globalThis).toBe(false);
  });

  it('are all opened by an account with every role', async () => {
    for (const path of await readRoutePaths()) {
      expect(viewersOf(path).length).toBeGreaterThan(0);
      expect(addressOf(path, FULL)).not.toBeNull();
      expect(addressOf(path, FULL)).not.toContain('$');
    }
  });

  it('are known to the router when they are mentioned', async () => {
    const paths = await readRoutePaths();
    for (const path of [...Object.keys(QUERIES), ...STATES.map((state) => state.split('?')[0])]) expect(paths).toContain(path);
  });
});

describe('an address', () => {
  it('names the object of a page', () => {
    expect(addressOf('/main/media', FULL)).toBe('/main/media?albumId=album');
    expect(addressOf('/main/profile/orders/$orderId', FULL)).toBe('/main/profile/orders/order');
    expect(addressOf('/admin/$', {})).toBe('/admin/no-such-page');
  });

  it('is undefined when no such object exists', () => {
    expect(addressOf('/main/media', {})).toBeNull();
    expect(addressOf('/main/profile/orders/$orderId', {})).toBeNull();
  });
});
