/** Counts a run of vitest for `npm test`: what failed by name, and what passed only when it was tried again. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { type Count, withReason } from './test-count.ts';

function nameOf(test: TestCase): string {
  const error = test.result().errors?.[0];
  // The message alone leaves out what is long.
  const said = error?.actual === undefined ? error?.message : `${error.message} received ${String(error.actual)}`;
  return withReason(`${path.relative(process.cwd(), test.module.moduleId)}: ${test.fullName}`, said);
}

export default class VitestCount implements Reporter {
  #count: Count = { passed: 0, failed: 0, failures: [], unsteady: [] };

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed') this.#count.passed++;
    if (state === 'failed') this.#fail(nameOf(test));
    if (test.diagnostic()?.flaky) this.#count.unsteady.push(nameOf(test));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    for (const module of modules) if (module.errors().length > 0) this.#fail(`${module.relativeModuleId}: the file itself`);
    for (const error of unhandledErrors) this.#fail(`vitest: ${error.message}`);
    writeFileSync(process.env['TEST_COUNT_FILE'] ?? 'test-count.json', JSON.stringify(this.#count));
  }

  #fail(name: string): void {
    this.#count.failed++;
    this.#count.failures.push(name);
  }
}
