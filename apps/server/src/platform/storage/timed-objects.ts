import { metrics, timed } from '../metrics/metrics.ts';
import { NotStoredError } from './not-stored.ts';
import type { ObjectStore } from './object-store.ts';

/** The same store, with how long its answers take. Lists are not timed: their reader sets the pace. */
export function timeObjects(objects: ObjectStore): ObjectStore {
  const time =
    <Args extends unknown[], Result>(verb: string, call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      timed(
        () => call(...args),
        (seconds, error) => metrics.storeCalls.observe({ verb, outcome: outcomeOf(error) }, seconds),
      );
  return {
    ...objects,
    put: time('put', objects.put),
    begin: time('begin', objects.begin),
    putPart: time('putPart', objects.putPart),
    complete: time('complete', objects.complete),
    abandon: time('abandon', objects.abandon),
    get: time('get', objects.get),
    head: time('head', objects.head),
    copy: time('copy', objects.copy),
    remove: time('remove', objects.remove),
  };
}

const outcomeOf = (error: unknown) => (error === undefined ? 'done' : error instanceof NotStoredError ? 'absent' : 'failed');
