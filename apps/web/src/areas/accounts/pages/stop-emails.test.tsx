/** The page of the links that end emails about screens. */
import { screen } from '@testing-library/react';
import { stopEmails } from '@vitrine/contract/accounts.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi } from '../../../testing/signed-in.ts';

const openLink = (path: string, api = signedInApi()) => renderApp(path, api);
const findButton = () => screen.findByRole('button', { name: 'Stop these emails' });

it.each(['/unsubscribe', '/reports/stop'])('stops the emails by the link %s, after a click', async (path) => {
  const api = signedInApi().on(stopEmails, () => ({ message: 'You will no longer get these emails.' }));
  const { user } = await openLink(`${path}?token=abc`, api);
  const button = await findButton();
  expect(api.requestsTo(stopEmails)).toHaveLength(0);
  await user.click(button);
  expect(await screen.findByRole('heading', { name: 'Emails stopped' })).toBeVisible();
  expect(api.requestsTo(stopEmails)).toMatchObject([{ query: { token: 'abc' } }]);
});

it.each([
  ['has expired', '?token=abc'],
  ['has no token', ''],
])('leads to the settings when the link %s', async (_case, search) => {
  const { user } = await openLink(`/unsubscribe${search}`, signedInApi().refuse(stopEmails, 'LINK_EXPIRED'));
  if (search !== '') await user.click(await findButton());
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open reports' })).toHaveAttribute('href', expect.stringContaining('/main/reports'));
  expect(screen.getByRole('link', { name: 'Open alerts' })).toHaveAttribute('href', expect.stringContaining('/main/alerts'));
});

it('keeps the button when the emails could not be stopped', async () => {
  const { user } = await openLink('/unsubscribe?token=abc', signedInApi().refuse(stopEmails, 'INTERNAL'));
  await user.click(await findButton());
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await findButton()).toBeEnabled();
});
