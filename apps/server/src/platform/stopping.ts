import type { Logger } from 'pino';

interface Step {
  name: string;
  run(): Promise<unknown>;
  /** What of it is still under way, for whoever asks why it takes so long. */
  waitsFor?: () => string[];
}

/** How what was started is stopped, the last first. A step that fails is told and holds up none of the others. */
export function createStopping(log: Logger) {
  const steps: Step[] = [];
  let current: Step | undefined;
  return {
    push(name: string, run: Step['run'], waitsFor?: Step['waitsFor']): void {
      steps.push({ name, run, ...(waitsFor && { waitsFor }) });
    },
    async run(): Promise<void> {
      for (const step of steps.splice(0).reverse()) {
        current = step;
        await step.run().catch((error) => log.warn({ err: error, step: step.name }, 'a shutdown step failed'));
      }
      current = undefined;
    },
    /** The step that is under way, in words; empty where none is. */
    waitingFor(): string {
      const parts = current?.waitsFor?.() ?? [];
      return [current?.name ?? '', ...(parts.length > 0 ? [`(${parts.join(', ')})`] : [])].join(' ');
    },
  };
}

export type Stopping = ReturnType<typeof createStopping>;
