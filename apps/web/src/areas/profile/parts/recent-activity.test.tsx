import { screen } from '@testing-library/react';
import { listSignInEvents } from '@vitrine/contract/profile.endpoints';
import type { SignInEvent } from '@vitrine/contract/sign-in-events';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

let created = 0;
const anEvent = (values: Partial<SignInEvent>): SignInEvent => ({
  _id: `00000000-0000-7000-8000-${String(++created).padStart(12, '0')}`,
  kind: 'signedIn',
  method: null,
  address: '203.0.113.7',
  userAgent: 'Firefox',
  at: '2026-03-04T08:00:00.000Z',
  count: 1,
  ...values,
});

it('states how the person signed in', async () => {
  signIn();
  const events = [
    anEvent({ method: 'company', kind: 'newBrowser' }),
    anEvent({ method: 'passkey' }),
    anEvent({ method: 'password' }),
    anEvent({ kind: 'codeMissing' }),
  ];
  await renderApp('/main/profile', signedInApi().result(listSignInEvents, events));
  for (const title of [
    'Signed in with your company account on a new browser',
    'Signed in with a passkey',
    'Signed in',
    'Sign-in without a code',
  ])
    expect(await screen.findByText(title)).toBeVisible();
});
