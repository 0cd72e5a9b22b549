import DataLoader from 'dataloader';

export interface BatchOptions {
  /** What is asked for within this time goes together. */
  waitMs: number;
  /** After a batch of more than one the next begins no sooner than this: where many come, more are about to. */
  busyWaitMs?: number;
  max: number;
}

/**
 * Does together what many ask for one by one: `work` gets the questions and answers each in its place, or an Error there. While
 * one batch is under way the next gathers, so the busier it is the more goes into one.
 */
export function createBatch<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<(Answer | Error)[]>,
  { waitMs, busyWaitMs: crowdMs = 0, max }: BatchOptions,
): (question: Question) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  let crowdUntil = 0;
  const getWaitMs = () => Math.max(waitMs, crowdUntil - performance.now());
  const loader = new DataLoader<Question, Answer>(
    (questions) => {
      crowdUntil = questions.length > 1 ? performance.now() + crowdMs : 0;
      const answers = work(questions);
      underWay = answers.catch(() => undefined);
      return answers;
    },
    { cache: false, maxBatchSize: max, batchScheduleFn: (go) => void underWay.then(() => setTimeout(go, getWaitMs())) },
  );
  return (question) => loader.load(question);
}
