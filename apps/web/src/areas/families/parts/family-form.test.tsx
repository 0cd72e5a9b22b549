/** The form that creates a family. A journey creates a real one. */
import { screen, waitFor, within } from '@testing-library/react';
import { createOrganisation, listOrganisations, listOwnInvitations } from '@vitrine/contract/organisations.endpoints';
import { readSubscription } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const allowed = { used: 0, allowed: null };

async function openForm() {
  signIn();
  const api = signedInApi()
    .result(listOrganisations, [])
    .result(listOwnInvitations, [])
    .result(readSubscription, {
      planName: 'Family Plan',
      status: 'active',
      isTrial: false,
      endDate: '2040-01-01T00:00:00.000Z',
      users: 6,
      devices: allowed,
      extraScreens: { quantity: 0, canBuy: false },
      playlists: allowed,
      albums: allowed,
      sharingGroups: allowed,
      subscriptionId: null,
    });
  const app = await renderApp('/main/family', api);
  const form = await screen.findByRole('form', { name: 'Create Family' });
  const fill = async (label: RegExp, text: string) => {
    const field = within(form).getByLabelText(label);
    await app.user.clear(field);
    await app.user.type(field, text);
  };
  return { ...app, api, form: within(form), element: form, fill };
}

it('refuses a missing, a short and a long text, and Cancel empties the form', async () => {
  const { user, api, form, fill } = await openForm();
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('name is required')).toBeVisible();
  await fill(/^Family Name/, 'L');
  await fill(/^Description/, 'x');
  await waitFor(() => expect(form.getAllByText('Too Short!')).toHaveLength(2));
  await fill(/^Family Name/, 'L'.repeat(31));
  await fill(/^Description/, 'x'.repeat(51));
  await waitFor(() => expect(form.getAllByText('Too Long!')).toHaveLength(2));
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(form.getByLabelText(/^Family Name/)).toHaveValue('');
  expect(form.queryByText('Too Long!')).toBeNull();
  expect(api.requestsTo(createOrganisation)).toEqual([]);
});

it.each([
  ['us.gif', 'image/gif', 10, 'Selected file not supported'],
  ['us.png', 'image/png', 800_000, 'File size should be less than 800KB'],
])('refuses the picture %s (%s, %i bytes), and Cancel removes the message', async (name, type, size, message) => {
  const { user, form, element } = await openForm();
  const input = element.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no field for the picture.');
  input.removeAttribute('accept');
  await user.upload(input, new File([new Uint8Array(size)], name, { type }));
  expect(await form.findByText(message)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  expect(form.queryByText(message)).toBeNull();
});
