import type { Logger } from 'pino';

interface Step {
  name: string;
  run(): Promise<unknown>;
  /** What of it is still under way, for whoever asks why it takes so long. */
  listPending?: () => string[];
}

/** How what was started is stopped, the last first. A step that fails is told and holds up none of the others. */
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
    /** The step that is under way, in words; empty where none is. */
    getPendingStep(): string {
      const parts = current?.listPending?.() ?? [];
      return [current?.name ?? '', ...(parts.length > 0 ? [`(${parts.join(', ')})`] : [])].join(' ');
    },
  };
}

export type Shutdown = ReturnType<typeof createShutdown>;
