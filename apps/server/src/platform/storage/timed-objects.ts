import { measureDuration, metrics } from '../metrics/metrics.ts';
import { NotStoredError } from './not-stored-error.ts';
import type { ObjectStore } from './object-store.ts';

/** The same store, with how long its answers take. Lists are not timed: their reader sets the pace. */
export function withMetrics(objects: ObjectStore): ObjectStore {
  const time =
    <Args extends unknown[], Result>(verb: string, call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      measureDuration(
        () => call(...args),
        (seconds, error) => metrics.storeCalls.observe({ verb, outcome: getOutcome(error) }, seconds),
      );
  return {
    ...objects,
    put: time('put', objects.put),
    startMultipartUpload: time('begin', objects.startMultipartUpload),
    putPart: time('putPart', objects.putPart),
    completeMultipartUpload: time('complete', objects.completeMultipartUpload),
    abortMultipartUpload: time('abandon', objects.abortMultipartUpload),
    get: time('get', objects.get),
    head: time('head', objects.head),
    copy: time('copy', objects.copy),
    remove: time('remove', objects.remove),
  };
}

const getOutcome = (error: unknown) => (error === undefined ? 'done' : error instanceof NotStoredError ? 'absent' : 'failed');
