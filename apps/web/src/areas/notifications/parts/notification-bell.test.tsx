/** The bell in the header. `e2e/notifications.spec.ts` answers real invitations. */
import { screen, waitFor, within } from '@testing-library/react';
import type { Notification } from '@vitrine/contract/notifications';
import { listNotifications, markNotificationsRead } from '@vitrine/contract/notifications.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const createNotification = (album: string, index: number): Notification => ({
  _id: `00000000-0000-7000-8000-00000000b${String(index).padStart(3, '0')}`,
  status: true,
  notificationBody: `The album “${album}” was deleted.`,
  invitationType: null,
  invitationId: null,
  outcome: null,
  albumId: null,
  createdUser: [{ _id: ANA._id, name: 'Ana Lima', profilePicture: null }],
  createdAt: '2026-11-28T10:00:00.000Z',
  updatedAt: '2026-11-28T10:00:00.000Z',
});

it('lists the four newest notifications and counts the unread ones, until the page marks all as read', async () => {
  const notifications = ['Hills', 'Lake', 'Autumn', 'Summer', 'Spring'].map(createNotification);
  signIn();
  const api = signedInApi()
    .on(listNotifications, () => ({ result: notifications.map((item) => ({ ...item })) }))
    .on(markNotificationsRead, () => {
      for (const item of notifications) item.status = false;
      return { result: notifications.map(({ _id, status }) => ({ _id, status })) };
    });
  const { user } = await renderApp('/main/profile/terms', api);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 5 unread' }));
  const popover = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  const list = popover.getByRole('list', { name: 'Notifications' });
  const items = within(list)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement === list);
  expect(items).toHaveLength(4);
  expect(items[0]).toHaveTextContent('“Hills”');
  await user.click(popover.getByRole('link', { name: 'View all notifications' }));
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByText(/\d+ unread/)).toBeNull());
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeVisible();
});
