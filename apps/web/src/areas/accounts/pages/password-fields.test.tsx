import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

it.each([
  { address: '/login', labels: ['Password'], purpose: 'current-password' },
  { address: '/signup', labels: ['Password', 'Confirm password'], purpose: 'new-password' },
])('password fields of $address hide their text, and accept paste and password managers', async ({ address, labels, purpose }) => {
  const { user } = await renderApp(address, new FakeApi());
  for (const label of labels) {
    const field = await screen.findByLabelText(label, { exact: true });
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', purpose);
    await user.click(field);
    await user.paste('pasted from a manager');
    expect(field).toHaveValue('pasted from a manager');
  }
});
