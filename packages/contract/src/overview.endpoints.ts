import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { findQuery, foundThing } from './find.ts';
import { overview } from './overview.ts';

const tag = 'console';

/** What the installation holds now and held on each of the last days, and what needs attention. */
export const readOverview = endpoint({
  method: 'GET',
  path: '/console/overview',
  access: 'console',
  capability: 'overview.see',
  tag,
  result: overview,
});

/** What goes by this name, address, number or id, as far as whoever asks may see it. */
export const findAnything = endpoint({
  method: 'GET',
  path: '/console/find',
  access: 'console',
  capability: 'console.find',
  tag,
  query: findQuery,
  result: z.array(foundThing),
});
