import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { media } from './media.ts';
import { timelineMonths, timelineMonthsQuery, timelineQuery } from './timeline.ts';

export const readTimelineMonths = endpoint({
  method: 'GET',
  path: '/medias/timeline/months',
  access: 'session',
  tag: 'media',
  query: timelineMonthsQuery,
  result: timelineMonths,
  hasEtag: true,
});

export const readTimeline = endpoint({
  method: 'GET',
  path: '/medias/timeline',
  access: 'session',
  tag: 'media',
  query: timelineQuery,
  result: z.array(media),
});
