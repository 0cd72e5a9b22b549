/** Invitations on the page of notifications. The server's tests share and answer (`sharing.test.ts`), and `e2e/albums.spec.ts` accepts a real invitation. */
import { screen, waitFor, within } from '@testing-library/react';
import type { Notification } from '@vitrine/contract/notifications';
import { listNotifications } from '@vitrine/contract/notifications.endpoints';
import { answerAlbumInvitation } from '@vitrine/contract/sharing.endpoints';
import { expect, it } from 'vitest';
import { nudge } from '../../../testing/fake-live.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const anInvitation = (album: string, index: number): Notification => ({
  _id: `00000000-0000-7000-8000-00000000b00${index}`,
  status: true,
  notificationBody: `Ana Lima invited you to the album “${album}”.`,
  invitationType: 'share_album',
  invitationId: `00000000-0000-7000-8000-00000000c00${index}`,
  outcome: null,
  albumId: null,
  createdUser: [{ _id: ANA._id, name: 'Ana Lima', profilePicture: null }],
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
});

const item = async (album: string) =>
  within((await within(screen.getByRole('main')).findByText(new RegExp(`“${album}”`))).closest('li') as HTMLElement);

it('shows invitations live, and accepts or declines each once', async () => {
  const notifications: Notification[] = [];
  signIn();
  const api = signedInApi()
    .on(listNotifications, () => ({ result: notifications.map((each) => ({ ...each })) }))
    .on(answerAlbumInvitation, ({ params, body }) => {
      const answered = notifications.find(({ invitationId }) => invitationId === params['invitationId']);
      const isAccepted = (body as { type: string }).type === 'accept';
      if (answered)
        Object.assign(answered, {
          status: false,
          invitationType: null,
          invitationId: null,
          outcome: isAccepted ? 'accepted' : 'closed',
          albumId: isAccepted ? anAlbum()._id : null,
        });
      return { result: null, message: isAccepted ? 'Invitation accepted.' : 'Invitation declined.' };
    });
  const { user } = await renderApp('/main/notification', api);
  expect(await screen.findByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  notifications.push(anInvitation('Harbour', 1), anInvitation('Winter', 2));
  nudge('notifications');
  expect((await item('Harbour')).getByText(/Ana Lima/)).toBeVisible();
  expect((await item('Harbour')).getByText('just now')).toBeVisible();
  expect(screen.getByText('2 unread', { exact: true })).toBeVisible();
  await user.click((await item('Winter')).getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(api.requestsTo(answerAlbumInvitation)[0]?.body).toMatchObject({ type: 'canceled' }));
  await waitFor(async () => expect((await item('Winter')).queryByRole('button', { name: /^(Accept|Decline)$/ })).toBeNull());
  await user.click((await item('Harbour')).getByRole('button', { name: 'Accept' }));
  await waitFor(async () => expect((await item('Harbour')).queryByRole('button', { name: /^(Accept|Decline)$/ })).toBeNull());
  expect(api.requestsTo(answerAlbumInvitation).map(({ body }) => (body as { type: string }).type)).toEqual(['canceled', 'accept']);
  expect(screen.queryByText(/\d+ unread/)).toBeNull();
});
