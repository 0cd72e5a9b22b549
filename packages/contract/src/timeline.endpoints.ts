import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { media, mediaIds } from './media.ts';
import { timelineIdsQuery, timelineMonths, timelineMonthsQuery, timelineQuery } from './timeline.ts';

export const readTimelineMonths = endpoint({
  method: 'GET',
  path: '/medias/timeline/months',
  summary: "Lists the months of a user's timeline with the number of media in each.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: timelineMonthsQuery,
  result: timelineMonths,
  hasEtag: true,
});

export const readTimeline = endpoint({
  method: 'GET',
  path: '/medias/timeline',
  summary: "Lists a user's own photos and videos by date, newest first.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: timelineQuery,
  result: z.array(media),
});

export const listTimelineIds = endpoint({
  method: 'GET',
  path: '/medias/timeline/ids',
  summary: "Lists the ids of a part of a user's timeline, newest first: a month, a day or a range.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: timelineIdsQuery,
  result: mediaIds,
});

export const listTimelineFavouriteIds = endpoint({
  method: 'GET',
  path: '/medias/timeline/favourites',
  summary: "Lists the ids of the media in a user's timeline that the caller marked as favorites.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: timelineMonthsQuery,
  result: mediaIds,
});
