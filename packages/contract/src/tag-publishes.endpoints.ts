import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { publishUserQuery } from './publishing.ts';
import { createTagPublishBody, tagPublish, tagPublishListQuery } from './tag-publishes.ts';

export const createTagPublish = endpoint({
  method: 'POST',
  path: '/publishes/tags',
  summary: 'Publishes a playlist to tags, with an optional schedule.',
  description: 'Devices that get one of the tags later show the playlist too. It ends on devices that lose the last of these tags.',
  errors: ['NOT_FOUND', 'PLAYLIST_EMPTY', 'TAG_PLAYLIST_LIMIT', 'CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'publishing',
  query: publishUserQuery,
  body: createTagPublishBody,
  result: z.array(tagPublish),
  status: 201,
});

export const listTagPublishes = endpoint({
  method: 'GET',
  path: '/publishes/tags',
  summary: 'Lists the tags to which a playlist is published, or the playlists that are published to a tag.',
  description: 'Send either `playlistId` or `tagId`.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'publishing',
  query: tagPublishListQuery,
  result: z.array(tagPublish),
});

export const deleteTagPublish = endpoint({
  method: 'DELETE',
  path: '/publishes/tags/:id',
  summary: 'Removes a playlist from a tag, and from the devices that show it only because of this tag.',
  errors: ['CHANGED_MEANWHILE'],
  access: 'session',
  tag: 'publishing',
});
