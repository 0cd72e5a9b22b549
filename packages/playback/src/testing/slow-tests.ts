import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    runsSlowTests: boolean;
  }
}

/** True in `npm run test:slow`. Tests of browser code cannot read the environment. */
export const RUNS_SLOW_TESTS = inject('runsSlowTests');
