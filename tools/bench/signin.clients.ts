/**
 * Simulated sign-ins in a separate thread, so that their processing does not delay the bystander's requests. Each task returns the number of
 * sign-ins per second.
 */
import { parentPort } from 'node:worker_threads';

export interface SignInTask {
  origin: string;
  attempts: { email: string; body: string; address: string }[];
  /** Number of concurrent sign-ins. */
  lanes: number;
  durationMs: number;
}

/** Cookie of the browser of each account, which the account knows from its second sign-in on. */
const browserCookies = new Map<string, string>();

async function signIn(origin: string, attempts: SignInTask['attempts']): Promise<void> {
  const attempt = attempts.pop();
  if (!attempt) throw new Error('More sign-ins than were prepared: raise SEALS_PER_SECOND');
  const cookie = browserCookies.get(attempt.email) ?? '';
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': attempt.address, cookie };
  const response = await fetch(`${origin}/api/users/login`, { method: 'POST', headers, body: attempt.body });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  const known = response.headers.getSetCookie().find((value) => value.startsWith('vitrine_browser='));
  if (known) browserCookies.set(attempt.email, known.split(';')[0] ?? '');
}

async function measureRate({ origin, attempts, lanes, durationMs }: SignInTask): Promise<number> {
  const start = performance.now();
  let count = 0;
  const lane = async () => {
    while (performance.now() - start < durationMs) {
      await signIn(origin, attempts);
      count++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return (count * 1000) / (performance.now() - start);
}

parentPort?.on('message', async (task: SignInTask) => parentPort?.postMessage(await measureRate(task)));
