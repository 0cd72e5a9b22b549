import DataLoader from 'dataloader';

export interface BatchOptions {
  /** Requests within this time are processed together. */
  waitMs: number;
  /** After a batch of more than one the next begins no sooner than this: where many come, more are about to. */
  busyWaitMs?: number;
  max: number;
}

/**
 * Processes single requests in batches: `work` gets the requests and returns a result or an Error for each. While a batch runs, the next one collects
 * requests, so batches grow with the load.
 */
export function createBatch<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<(Answer | Error)[]>,
  { waitMs, busyWaitMs = 0, max }: BatchOptions,
): (question: Question) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  let crowdUntil = 0;
  const getWaitMs = () => Math.max(waitMs, crowdUntil - performance.now());
  const loader = new DataLoader<Question, Answer>(
    (questions) => {
      crowdUntil = questions.length > 1 ? performance.now() + busyWaitMs : 0;
      const answers = work(questions);
      underWay = answers.catch(() => undefined);
      return answers;
    },
    { cache: false, maxBatchSize: max, batchScheduleFn: (go) => void underWay.then(() => setTimeout(go, getWaitMs())) },
  );
  return (question) => loader.load(question);
}
