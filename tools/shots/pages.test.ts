import { describe, expect, it } from 'vitest';
import { buildAddress, listViewers, QUERIES, STATES } from './pages.ts';
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

describe('pages', () => {
  it('are the routes of the web app', async () => {
    const paths = await readRoutePaths();
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/pricing', '/main', '/main/profile/orders/$orderId', '/admin/overview', '/admin/$']),
    );
    expect(new Set(paths).size).toBe(paths.length);
    expect('window' in globalThis).toBe(false);
  });

  it('have a viewer and an address', async () => {
    for (const path of await readRoutePaths()) {
      expect(listViewers(path).length).toBeGreaterThan(0);
      expect(buildAddress(path, FULL)).not.toBeNull();
      expect(buildAddress(path, FULL)).not.toContain('$');
    }
  });

  it('include all paths with a query or a state', async () => {
    const paths = await readRoutePaths();
    for (const path of [...Object.keys(QUERIES), ...STATES.map((state) => state.split('?')[0])]) expect(paths).toContain(path);
  });
});

describe('buildAddress', () => {
  it('inserts the object of a page', () => {
    expect(buildAddress('/main/media', FULL)).toBe('/main/media?albumId=album');
    expect(buildAddress('/main/profile/orders/$orderId', FULL)).toBe('/main/profile/orders/order');
    expect(buildAddress('/admin/$', {})).toBe('/admin/no-such-page');
  });

  it('returns null when the object does not exist', () => {
    expect(buildAddress('/main/media', {})).toBeNull();
    expect(buildAddress('/main/profile/orders/$orderId', {})).toBeNull();
  });
});
