/**
 * What a program may do with an API token. A scope is named like the area and whether it only reads (`albums:read`); scopes of the console start with
 * `console:`. Areas that are not listed here, and sensitive operations, are closed to tokens.
 */
import type { Area } from './areas.ts';
import type { Endpoint } from './endpoint.ts';

/** Scope areas by the area of the API's documentation. */
const SCOPE_AREAS: Partial<Record<Area, string>> = {
  albums: 'albums',
  media: 'media',
  'media bytes': 'media',
  sharing: 'sharing',
  bin: 'bin',
  organisations: 'families',
  playlists: 'playlists',
  devices: 'devices',
  'screen alerts': 'devices',
  publishing: 'publishing',
  reports: 'devices',
  notifications: 'notifications',
  'emergency messages': 'emergency',
};

const CONSOLE_AREAS: Partial<Record<Area, string>> = {
  devices: 'devices',
  screens: 'screens',
  people: 'people',
  orders: 'orders',
  items: 'products',
  posters: 'posters',
  faqs: 'faqs',
  support: 'messages',
  fleet: 'versions',
  queues: 'videos',
  'audit trail': 'audit',
  system: 'system',
  console: 'overview',
};

const isReading = ({ method }: Pick<Endpoint, 'method'>) => method === 'GET' || method === 'HEAD';

/** Returns the scope that a token needs for an endpoint; undefined where tokens are refused. Public endpoints need no token. */
export function getScope(endpoint: Pick<Endpoint, 'access' | 'method' | 'stepUp' | 'tag' | 'scope'>): string | undefined {
  if (endpoint.access === 'public' || endpoint.access === 'screen' || endpoint.stepUp) return undefined;
  if (endpoint.scope !== undefined) return endpoint.scope;
  const area = endpoint.access === 'console' ? CONSOLE_AREAS[endpoint.tag] : SCOPE_AREAS[endpoint.tag];
  if (area === undefined) return undefined;
  return `${endpoint.access === 'console' ? 'console:' : ''}${area}:${isReading(endpoint) ? 'read' : 'write'}`;
}

const listVariants = (areas: Iterable<string>, prefix = '') =>
  [...new Set(areas)].flatMap((area) => [`${prefix}${area}:read`, `${prefix}${area}:write`]);

/** Scopes of all accounts, and of staff. */
export const ACCOUNT_SCOPES: readonly string[] = [...listVariants(Object.values(SCOPE_AREAS)), 'devices:command', 'emergency:raise'];
export const CONSOLE_SCOPES: readonly string[] = listVariants(Object.values(CONSOLE_AREAS), 'console:');
