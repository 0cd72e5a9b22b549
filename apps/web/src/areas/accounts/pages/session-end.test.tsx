import { screen } from '@testing-library/react';
import { LIMITS } from '@vitrine/contract/limits';
import { listSessions } from '@vitrine/contract/profile.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { call } from '../../../lib/api-client.ts';
import { endSession } from '../../../lib/session.ts';
import { PASSKEY_USED_KEY } from '../../../lib/stored-session.ts';
import { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signIn } from '../../../testing/signed-in.ts';

it('states that a session expired', async () => {
  signIn();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + LIMITS.sessionMs);
  onTestFinished(() => clock.mockRestore());
  endSession();
  clock.mockRestore();
  await renderApp('/login', new FakeApi());
  expect(await screen.findByText(/^You were signed out because 24 hours passed/)).toBeVisible();
});

it('states that a session was ended elsewhere', async () => {
  signIn();
  endSession();
  await renderApp('/login', new FakeApi());
  expect(await screen.findByText(/^You were signed out because your session was ended/)).toBeVisible();
});

it.each([
  ['idle', /because you were inactive/],
  ['administrator', /because an administrator ended your sessions/],
  ['password', /because the password of your account was changed/],
  ['disabled', /because your account was deactivated/],
] as const)('states the reason of the server: %s', async (sessionEnd, text) => {
  signIn();
  vi.stubGlobal('fetch', async () => Response.json({ error: true, code: 'UNAUTHENTICATED', message: '', sessionEnd }, { status: 401 }));
  await expect(call(listSessions)).rejects.toThrow();
  await renderApp('/login', new FakeApi());
  expect(await screen.findByText(text)).toBeVisible();
});

it('states nothing after the user signed out', async () => {
  signIn();
  endSession({ isByChoice: true });
  await renderApp('/login', new FakeApi());
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(screen.queryByText(/^You were signed out/)).toBeNull();
});

it('keeps in the browser that a passkey was used, and nothing of the account', () => {
  localStorage.setItem(PASSKEY_USED_KEY, 'used');
  signIn();
  endSession({ isByChoice: true });
  expect({ ...localStorage }).toEqual({ [PASSKEY_USED_KEY]: 'used' });
});
