import type { StoreCall } from './store-calls.ts';
import type { Moment } from './store-proxy.ts';

/** State of an upload at which its process is killed. */
export type Step =
  | { name: string; at: 'created' | 'in the middle of a part' | 'recorded' }
  | { name: string; at: Moment; call: (call: StoreCall) => boolean };

const matchVerb = (verb: StoreCall['verb'], part?: number) => (call: StoreCall) =>
  call.verb === verb && !call.key.startsWith('arriving/') && (part === undefined || call.part === part);
const matchRemainder = (verb: StoreCall['verb']) => (call: StoreCall) => call.verb === verb && call.key.startsWith('arriving/');

const bothMoments = (name: string, call: (call: StoreCall) => boolean): Step[] => [
  { name: `before ${name}`, at: 'before', call },
  { name: `after ${name}`, at: 'after', call },
];

/** Steps of an upload of three parts. */
export const RESUMABLE_STEPS: Step[] = [
  { name: 'created', at: 'created' },
  { name: 'in the middle of a part', at: 'in the middle of a part' },
  ...bothMoments('a multipart upload is created', matchVerb('createMultipart')),
  ...bothMoments('the first part is stored', matchVerb('putPart', 1)),
  ...bothMoments('the remainder of a request is stored', matchRemainder('put')),
  ...bothMoments('the remainder is read', matchRemainder('get')),
  ...bothMoments('the last part is stored', matchVerb('putPart', 3)),
  ...bothMoments('the multipart upload is completed', matchVerb('complete')),
  ...bothMoments('its type is detected', matchVerb('get')),
  { name: 'recorded', at: 'recorded' },
];

/** Steps of a form upload with one photo. */
export const FORM_STEPS: Step[] = bothMoments('the photo is stored', matchVerb('put'));
