declare module 'vitest' {
  interface ProvidedContext {
    /** True in `npm run test:slow`. Tests of browser code cannot read the environment. */
    runsSlowTests: boolean;
  }
}

export {};
