import type { StoreCall } from './store-calls.ts';
import type { Moment } from './store-gate.ts';

/** State of an upload at which its process is killed. */
export type Step =
  | { name: string; at: 'begun' | 'in the middle of a part' | 'recorded' }
  | { name: string; at: Moment; call: (call: StoreCall) => boolean };

const verb = (wanted: StoreCall['verb'], part?: number) => (call: StoreCall) =>
  call.verb === wanted && !call.key.startsWith('arriving/') && (part === undefined || call.part === part);
const tail = (wanted: StoreCall['verb']) => (call: StoreCall) => call.verb === wanted && call.key.startsWith('arriving/');

const bothMoments = (name: string, call: (call: StoreCall) => boolean): Step[] => [
  { name: `before ${name}`, at: 'before', call },
  { name: `after ${name}`, at: 'after', call },
];

/** Steps of an upload of three parts. */
export const RESUMABLE_STEPS: Step[] = [
  { name: 'begun', at: 'begun' },
  { name: 'in the middle of a part', at: 'in the middle of a part' },
  ...bothMoments('an upload in parts is begun at the store', verb('begin')),
  ...bothMoments('the first part', verb('putPart', 1)),
  ...bothMoments('what is left of a request', tail('put')),
  ...bothMoments('what was left is read again', tail('get')),
  ...bothMoments('the last part', verb('putPart', 3)),
  ...bothMoments('the parts are put together', verb('complete')),
  ...bothMoments('its type is read', verb('get')),
  { name: 'recorded', at: 'recorded' },
];

/** Steps of a form upload with one photo. */
export const WHOLE_STEPS: Step[] = bothMoments('the photo is put', verb('put'));
