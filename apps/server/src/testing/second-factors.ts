import type { RecoveryCodes, SecondFactorSetup } from '@vitrine/contract';
import { generateTotp } from '../modules/second-factors/totp.rules.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

export interface TestSecondFactor {
  secret: string;
  recoveryCodes: string[];
  /** Returns the code that the app shows now, and lets the time until the next one pass, because each code works once. */
  nextCode(): string;
}

const STEP_MS = 30_000;

/** Turns on the second factor of a person's account. */
export async function addSecondFactor(test: TestApp, person: TestPerson): Promise<TestSecondFactor> {
  const setup = await person.call('POST', '/users/second-factor/setup', { password: person.password });
  const { secret } = setup.json<{ result: SecondFactorSetup }>().result;
  const nextCode = () => {
    test.clock.offsetMs += STEP_MS;
    return generateTotp(secret, test.clock.now());
  };
  const confirmed = await person.call('POST', '/users/second-factor', { code: nextCode() });
  const { recoveryCodes } = confirmed.json<{ result: RecoveryCodes }>().result;
  return { secret, recoveryCodes, nextCode };
}
