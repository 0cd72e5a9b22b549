import { z } from 'zod';
import { consoleSearchQuery, searchResult } from './console-search.ts';
import { endpoint } from './endpoint.ts';
import { overview } from './overview.ts';

const tag = 'console';

export const readOverview = endpoint({
  method: 'GET',
  path: '/console/overview',
  summary: 'Returns the key figures of the installation, their daily history and what needs attention.',
  errors: [],
  access: 'console',
  capability: 'overview.see',
  tag,
  result: overview,
});

export const searchConsole = endpoint({
  method: 'GET',
  path: '/console/find',
  summary: 'Finds users, devices, orders and other records by name, address, number or id.',
  description: 'Returns only records that the caller may see.',
  errors: [],
  access: 'console',
  capability: 'console.find',
  tag,
  query: consoleSearchQuery,
  result: z.array(searchResult),
});
