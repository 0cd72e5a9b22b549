import type { Logger } from 'pino';

interface Step {
  name: string;
  run(): Promise<unknown>;
  /** Returns what is still running, for a report about a slow stop. */
  listPending?: () => string[];
}

/** Stops services in reverse order of their start. A failed step is logged and does not affect the others. */
export function createShutdown(log: Logger) {
  const steps: Step[] = [];
  let current: Step | undefined;
  return {
    addStep(name: string, run: Step['run'], waitsFor?: Step['listPending']): void {
      steps.push({ name, run, ...(waitsFor && { listPending: waitsFor }) });
    },
    async run(): Promise<void> {
      for (const step of steps.splice(0).reverse()) {
        current = step;
        await step.run().catch((error) => log.warn({ err: error, step: step.name }, 'a shutdown step failed'));
      }
      current = undefined;
    },
    /** Describes the current step; empty when no step runs. */
    getPendingStep(): string {
      const parts = current?.listPending?.() ?? [];
      return [current?.name ?? '', ...(parts.length > 0 ? [`(${parts.join(', ')})`] : [])].join(' ');
    },
  };
}

export type Shutdown = ReturnType<typeof createShutdown>;
