/** Vitest reporter that counts a run for `npm test`: failures by name, tests that passed only at the second try, and durations. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { nothingCounted, withReason } from './test-count.ts';

const fileOf = (test: TestCase) => path.relative(process.cwd(), test.module.moduleId);

function nameOf(test: TestCase): string {
  const error = test.result().errors?.[0];
  // The message alone leaves out what is long.
  const said = error?.actual === undefined ? error?.message : `${error.message} received ${String(error.actual)}`;
  return withReason(`${fileOf(test)}: ${test.fullName}`, said);
}

export default class VitestCount implements Reporter {
  #count = nothingCounted();

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'passed') this.#count.passed++;
    if (state === 'failed') this.#fail(nameOf(test));
    const { flaky, duration } = test.diagnostic() ?? { flaky: false, duration: 0 };
    if (flaky) this.#count.unsteady.push(nameOf(test));
    this.#count.tests.push({ file: fileOf(test), name: test.fullName, durationMs: duration });
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
