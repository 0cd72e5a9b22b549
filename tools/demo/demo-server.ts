import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newestMailTo, type RunningProduct } from '../../e2e/product.ts';
import { PEOPLE } from './household.ts';

/** The first start builds the apps. */
const READY_WITHIN_MS = 240_000;
export const PASSWORD = 'correct horse';
/** Variables through which the demo would reach the outside world: email, a real payment provider, a shared database. */
const NOT_FOR_A_DEMO = [
  'DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_URL',
];

export interface DemoServer extends RunningProduct {
  /** From here on what the server says is printed. */
  speak(): void;
  stop(): Promise<void>;
  ended: Promise<void>;
}

/** Runs `npm start` in a separate process. */
export async function startServer(dataDir: string, port: number): Promise<DemoServer> {
  await assertFree(port);
  const child = spawn(
    process.execPath,
    ['--min-semi-space-size=8', '--max-semi-space-size=32', path.join(import.meta.dirname, '../../scripts/run.mjs'), 'start'],
    {
      env: environment(dataDir, port),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  // However this process ends, it leaves no server behind.
  process.once('exit', () => child.kill('SIGINT'));
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  let speaks = false;
  child.stdout.on('data', (chunk: Buffer) => speaks && process.stdout.write(chunk));
  const origin = `http://localhost:${port}`;
  await untilReady(child, origin);
  return {
    origin,
    dataDir,
    mailTo: (address) => newestMailTo(dataDir, address),
    speak: () => {
      speaks = true;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await ended;
    },
    ended,
  };
}

function environment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_FOR_A_DEMO.includes(name)));
  return { ...given, PORT: String(port), DATA_DIR: dataDir, ADMIN_EMAIL: PEOPLE.admin.email, ADMIN_PASSWORD: PASSWORD };
}

/** Another product on this port would be mistaken for the demo and filled with its data. */
function assertFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', () => reject(new Error(`Port ${port} is in use. Set PORT to another port.`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

async function untilReady(child: ChildProcess, origin: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
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
