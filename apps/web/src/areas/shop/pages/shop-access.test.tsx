/** Tests which accounts have a shop. The server's tests cover refusals, `e2e/shop.spec.ts` covers purchases. */
import { screen, waitFor } from '@testing-library/react';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import { listItems } from '@vitrine/contract/items.endpoints';
import { listPlans } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

it('shows no shop to a customer of the main platform', async () => {
  signIn();
  await renderApp('/main', signedInApi().result(listAlbums, []));
  expect(await screen.findByRole('heading', { name: 'My Albums' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Shop' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Featured products' })).toBeNull();
});

it('shows the shop to a partner customer', async () => {
  const wanda = { ...ANA, platform: 'WV' } as const;
  signIn(wanda);
  await renderApp('/main', signedInApi(wanda).result(listAlbums, []).result(listItems, []));
  expect(await screen.findByRole('heading', { name: 'My Albums' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Shop' })).toBeVisible();
});

it.each(['/main/shop', '/main/shop/basket', '/main/shop/checkout', '/admin/productList'])(
  'shows Page Not Found at %s to a customer of the main platform',
  async (path) => {
    signIn();
    await renderApp(path, signedInApi());
    expect(await screen.findByText('Page Not Found!')).toBeVisible();
  },
);

it('redirects a partner customer from the public prices to the partner’s plans', async () => {
  const wanda = { ...ANA, platform: 'WV' } as const;
  signIn(wanda);
  const { router } = await renderApp('/pricing', signedInApi(wanda).result(listPlans, []));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/subscription'));
  expect(await screen.findByRole('heading', { name: 'Subscription' })).toBeVisible();
});
