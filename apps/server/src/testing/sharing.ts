import type { Notification, Permission } from '@vitrine/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { TestPerson } from './builders.ts';

export const shareAlbum = (
  owner: TestPerson,
  albumId: string,
  member: TestPerson,
  permission: Permission,
): Promise<LightMyRequestResponse> => owner.call('PUT', `/albums/share/${albumId}`, { emailArr: [{ email: member.email, permission }] });

/** Shares the album and accepts the invitation from the member's notifications. */
export async function joinAlbum(owner: TestPerson, albumId: string, member: TestPerson, permission: Permission): Promise<void> {
  await shareAlbum(owner, albumId, member, permission);
  const [notice] = (await member.call('GET', `/notifications/${member.user._id}`)).json<{ result: Notification[] }>().result;
  await member.call('PUT', `/albums/share/action/${notice?.invitationId}`, { type: 'accept', notificationId: notice?._id });
}
