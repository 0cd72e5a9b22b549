import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import net from 'node:net';
import { TcpProxy } from '../../../apps/server/src/testing/tcp-proxy.ts';
import { until } from '../../../e2e/until.ts';

const START_LIMIT_MS = 10_000;

/** A Redis server that keeps its data in an append-only file, behind a proxy that can simulate an outage. */
export class RedisProcess {
  readonly url: string;
  readonly proxy: TcpProxy;
  #port: number;
  #folder: string;
  #child: ChildProcess | undefined;

  private constructor(proxy: TcpProxy, port: number, folder: string) {
    this.proxy = proxy;
    this.url = `redis://127.0.0.1:${proxy.port}`;
    this.#port = port;
    this.#folder = folder;
  }

  static async start({ port, proxyPort, folder }: { port: number; proxyPort: number; folder: string }): Promise<RedisProcess> {
    await mkdir(folder);
    const redis = new RedisProcess(await TcpProxy.open({ host: '127.0.0.1', port }, proxyPort), port, folder);
    await redis.restart();
    return redis;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** Starts it again with its data. */
  async restart(): Promise<void> {
    const place = ['--port', String(this.#port), '--bind', '127.0.0.1', '--dir', this.#folder];
    const child = spawn('redis-server', [...place, '--appendonly', 'yes', '--save', ''], { stdio: 'ignore' });
    this.#child = child;
    await until(
      'Redis responds',
      () =>
        this.#send('PING').then(
          (response) => response === '+PONG',
          () => false,
        ),
      START_LIMIT_MS,
    );
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  /** Deletes all its data. */
  flush = (): Promise<unknown> => this.#send('FLUSHALL');

  /** Restores it after a fault. */
  async heal(): Promise<void> {
    this.proxy.restore();
    if (!this.isRunning) await this.restart();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.proxy.close();
  }

  /** Sends one command and returns the first line of the response. */
  #send(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.#port, '127.0.0.1', () => socket.write(`${command}\r\n`));
      socket.once('data', (response) => {
        socket.destroy();
        resolve(response.toString().trim());
      });
      socket.once('error', reject);
    });
  }
}
