import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { media } from './media.ts';
import { timelineMonths, timelineMonthsQuery, timelineQuery } from './timeline.ts';

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
