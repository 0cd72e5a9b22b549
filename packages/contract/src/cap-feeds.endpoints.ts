import { capFeed, capFeedParams, capFeeds, createCapFeedBody, editCapFeedBody, editPostingKeysBody } from './cap-feeds.ts';
import { emergencyListQuery } from './emergency.ts';
import { endpoint } from './endpoint.ts';

export const listCapFeeds = endpoint({
  method: 'GET',
  path: '/emergency/feeds',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Lists the CAP feeds of an account or a family, and the keys that sign its posted alerts.',
  errors: ['NOT_FOUND'],
  query: emergencyListQuery,
  result: capFeeds,
});

export const createCapFeed = endpoint({
  method: 'POST',
  path: '/emergency/feeds',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Adds an address from which CAP alerts are fetched.',
  errors: ['NOT_FOUND', 'CAP_FEED_LIMIT'],
  body: createCapFeedBody,
  result: capFeed,
  status: 201,
});

export const editCapFeed = endpoint({
  method: 'PUT',
  path: '/emergency/feeds/:feedId',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Changes a CAP feed, which is then fetched again.',
  errors: ['NOT_FOUND'],
  params: capFeedParams,
  body: editCapFeedBody,
  result: capFeed,
});

export const deleteCapFeed = endpoint({
  method: 'DELETE',
  path: '/emergency/feeds/:feedId',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Deletes a CAP feed.',
  description: 'Alerts that it raised stay until they end.',
  errors: ['NOT_FOUND'],
  params: capFeedParams,
});

export const editPostingKeys = endpoint({
  method: 'PUT',
  path: '/emergency/cap/keys',
  access: 'session',
  tag: 'emergency messages',
  summary: 'Sets the certificates and keys of which one must have signed each posted CAP alert.',
  errors: ['NOT_FOUND'],
  body: editPostingKeysBody,
});
