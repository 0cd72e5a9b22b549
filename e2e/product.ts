import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from './server-process.ts';

/** The properties of a product that its API clients need. */
export interface RunningProduct {
  readonly origin: string;
  readonly dataDir: string;
  /** Set when the database is not inside the data folder. */
  readonly databaseUrl?: string;
  mailTo(address: string): Promise<string>;
}

/** The real product with a separate database. */
export class Product extends ServerProcess implements RunningProduct {
  /** Starts with a copy of a prepared database that already has an administrator, if the test run created one. */
  static async start(env: Record<string, string> = {}): Promise<Product> {
    const product = await Product.#create(env);
    const prepared = process.env['PREPARED_DATA_DIR'];
    // The files of the database belong to the user it runs as.
    if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, product.dataDir]);
    await product.start();
    return product;
  }

  /** Starts without any data, as for a new user. */
  static async startEmpty(env: Record<string, string> = {}): Promise<Product> {
    const product = await Product.#create(env);
    await product.start();
    return product;
  }

  /** Starts a second installation with a copy of the data of a stopped one, as if it had been restored from a backup. */
  static async startCopy(of: Product, env: Record<string, string> = {}): Promise<Product> {
    const product = await Product.#create(env);
    execFileSync('cp', ['-a', `${of.dataDir}/.`, product.dataDir]);
    await removePort(product.dataDir);
    await product.start();
    return product;
  }

  static async #create(env: Record<string, string>): Promise<Product> {
    return new Product(await freePort(), await mkdtemp(path.join(os.tmpdir(), 'vitrine-e2e-')), env);
  }

  /** Stops the product, including a database that a killed server left running, and removes the data. */
  async remove(): Promise<void> {
    if (!this.isRunning) await this.start();
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  mailTo = (address: string, part?: string): Promise<string> => newestMailTo(this.dataDir, address, part);
}

/** Removes the port from the settings of a database. All copies have the same password, so a copy with the port of another one would connect to its database. */
export async function removePort(dataDir: string): Promise<void> {
  const settingsFile = path.join(dataDir, 'postgres.json');
  const { password } = JSON.parse(await readFile(settingsFile, 'utf8')) as { password: string };
  await writeFile(settingsFile, JSON.stringify({ password }));
}

/** Waits for an email to this address that contains `part`, and returns the text of the newest one. */
export async function newestMailTo(dataDir: string, address: string, part = ''): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  for (let attempt = 0; attempt < 100; attempt++) {
    const names = await readdir(folder).catch(() => [] as string[]);
    for (const name of names.sort().reverse()) {
      const text = await readFile(path.join(folder, name), 'utf8');
      if (text.includes(`To: ${address}`) && text.includes(part)) return text;
    }
    await sleep(50);
  }
  throw new Error(part === '' ? `No email to ${address}` : `No email to ${address} contains ${part}`);
}

/** Below the ephemeral range, so that no outgoing connection takes the port before the server does. */
const [FIRST_PORT, PORTS] = [10_000, 20_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
