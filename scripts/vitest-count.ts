/** Vitest reporter that counts a run for `npm test`: failures by name, tests that passed only at the second attempt, and durations. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { createEmptyCount, withReason } from './test-count.ts';

const getFile = (test: TestCase) => path.relative(process.cwd(), test.module.moduleId);

function formatName(test: TestCase): string {
  const error = test.result().errors?.[0];
  // Vitest shortens long values in the message.
  const message = error?.actual === undefined ? error?.message : `${error.message} received ${String(error.actual)}`;
  return withReason(`${getFile(test)}: ${test.fullName}`, message);
}

export default class VitestCount implements Reporter {
  #count = createEmptyCount();

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === 'passed') this.#count.passed++;
    if (result.state === 'failed') this.#fail(formatName(test));
    // Tests that the command line left out have no reason.
    if (result.state === 'skipped' && result.note) this.#count.skipped.push(withReason(`${getFile(test)}: ${test.fullName}`, result.note));
    const diagnostic = test.diagnostic();
    if (!diagnostic) return;
    const { flaky, startTime, duration } = diagnostic;
    if (flaky) this.#count.flaky.push(formatName(test));
    this.#count.tests.push({ file: getFile(test), name: test.fullName, startedAt: startTime, durationMs: duration });
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
