export type AdmissionQueue = (work: () => void) => void;

export interface AdmissionQueueOptions {
  /** Of work per turn of the event loop: other requests wait about as long. */
  stepMs?: number;
  /** Whether something came since it was asked last that goes first; answered once per turn. */
  hasPriorityWork?: () => boolean;
}

const STEP_MS = 5;
/** Turns that a rush may take one after the other. */
const MAX_DEFERRED_TURNS = 100;

/**
 * Lets a crowd in a few at a time. Whatever comes is done in order, for some milliseconds per turn of the event loop: without
 * that, a thousand screens that knock within one turn would all be served before the next request of a person is read.
 */
export function createAdmissionQueue({
  stepMs = STEP_MS,
  hasPriorityWork: isRush = () => false,
}: AdmissionQueueOptions = {}): AdmissionQueue {
  const waiting = new Set<() => void>();
  let passed = 0;
  const processTurn = () => {
    passed = isRush() ? passed + 1 : 0;
    if (passed === 0 || passed > MAX_DEFERRED_TURNS) {
      passed = 0;
      const end = performance.now() + stepMs;
      for (const work of waiting) {
        waiting.delete(work);
        work();
        if (performance.now() >= end) break;
      }
    }
    if (waiting.size > 0) setImmediate(processTurn);
  };
  return (work) => {
    if (waiting.size === 0) setImmediate(processTurn);
    waiting.add(work);
  };
}
