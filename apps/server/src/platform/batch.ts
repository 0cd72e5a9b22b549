import DataLoader from 'dataloader';

export interface BatchOptions {
  /** What is asked for within this time goes together. */
  waitMs: number;
  max: number;
}

/**
 * Does together what many ask for one by one: `work` gets the questions and answers each in its place, or an Error there. While
 * one batch is under way the next gathers, so the busier it is the more goes into one.
 */
export function createBatch<Question, Answer>(
  work: (questions: readonly Question[]) => Promise<(Answer | Error)[]>,
  { waitMs, max }: BatchOptions,
): (question: Question) => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Question, Answer>(
    (questions) => {
      const answers = work(questions);
      underWay = answers.catch(() => undefined);
      return answers;
    },
    { cache: false, maxBatchSize: max, batchScheduleFn: (go) => void underWay.then(() => setTimeout(go, waitMs)) },
  );
  return (question) => loader.load(question);
}
