import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS } from '../../apps/server/src/platform/node-flags.ts';
import { newestMailTo, type RunningProduct } from '../../e2e/product.ts';
import { PEOPLE } from './household.ts';

/** The first start builds the apps. */
const START_TIMEOUT_MS = 240_000;
export const PASSWORD = 'correct horse';
/** Variables through which the demo would reach the outside world: email, a real payment provider, a shared database. */
const EXCLUDED_VARIABLES = [
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
];

export interface DemoServer extends RunningProduct {
  /** Prints the output of the server from now on. */
  showOutput(): void;
  stop(): Promise<void>;
  ended: Promise<void>;
}

/** Runs `npm start` in a separate process. */
export async function startServer(dataDir: string, port: number): Promise<DemoServer> {
  await assertFree(port);
  const child = spawn(process.execPath, [...SERVER_FLAGS, path.join(import.meta.dirname, '../../scripts/run.mjs'), 'start'], {
    env: createEnvironment(dataDir, port),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Stop the server whenever this process ends.
  process.once('exit', () => child.kill('SIGINT'));
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  let isOutputShown = false;
  child.stdout.on('data', (chunk: Buffer) => isOutputShown && process.stdout.write(chunk));
  const origin = `http://localhost:${port}`;
  await waitUntilReady(child, origin);
  return {
    origin,
    dataDir,
    mailTo: (address) => newestMailTo(dataDir, address),
    showOutput: () => {
      isOutputShown = true;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await ended;
    },
    ended,
  };
}

function createEnvironment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !EXCLUDED_VARIABLES.includes(name)));
  return {
    ...inherited,
    PORT: String(port),
    DATA_DIR: dataDir,
    SECOND_FACTOR: 'optional',
    ADMIN_EMAIL: PEOPLE.admin.email,
    ADMIN_PASSWORD: PASSWORD,
  };
}

/** Throws when the port is in use. Otherwise another product on this port would be filled with demo data. */
function assertFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', () => reject(new Error(`Port ${port} is in use. Set PORT to another port.`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

async function waitUntilReady(child: ChildProcess, origin: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('The server couldn’t start. Run “npm start” to see the reason.');
    await sleep(200);
  }
}
