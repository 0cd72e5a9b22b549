/** Queues work. Work must not throw. */
export type AdmissionQueue = (work: () => void) => void;

export interface AdmissionQueueOptions {
  /** Work per turn of the event loop in milliseconds, about the delay of other requests. */
  stepMs?: number;
  /** Returns whether work with priority arrived since the last call; called once per turn. */
  hasPriorityWork?: () => boolean;
}

const STEP_MS = 5;
/** Consecutive turns in which queued work waits for work with priority. */
const MAX_DEFERRED_TURNS = 100;

/**
 * Admits work in small steps: in order, for some milliseconds per turn of the event loop. Otherwise a thousand screens that connect in one turn would all be
 * served before the next user request is read.
 */
export function createAdmissionQueue({ stepMs = STEP_MS, hasPriorityWork = () => false }: AdmissionQueueOptions = {}): AdmissionQueue {
  const waiting = new Set<() => void>();
  let deferredTurns = 0;
  const processTurn = () => {
    deferredTurns = hasPriorityWork() ? deferredTurns + 1 : 0;
    if (deferredTurns === 0 || deferredTurns > MAX_DEFERRED_TURNS) {
      deferredTurns = 0;
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
