import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../product.ts';
import { BrowserProcess } from './browser-process.ts';
import type { ScreenBrowser } from './screen-browser.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const SCRIPT_LIMIT_MS = 30_000;

/** Controls WebKitGTK in a virtual display through WebDriver, which does not report console messages. */
export class WebKitBrowser implements ScreenBrowser {
  /** Files that must be installed. */
  static readonly FILES = [DRIVER, BROWSER, DISPLAY_SERVER];
  readonly name: string;
  readonly log: string[] = [];
  readonly #home: string;
  #display: BrowserProcess | undefined;
  #process: BrowserProcess | undefined;
  #driver = '';
  #session = '';

  private constructor(name: string, home: string) {
    this.name = name;
    this.#home = home;
  }

  static async start(name: string): Promise<WebKitBrowser> {
    const browser = new WebKitBrowser(name, await mkdtemp(path.join(tmpdir(), 'vitrine-webkit-')));
    await browser.#start();
    return browser;
  }

  /** WebDriver cannot run a script before the page: a screen then reports its plays within two minutes. */
  async open(url: string): Promise<void> {
    await this.#send('url', { url });
  }

  async evaluate<T>(expression: string): Promise<T> {
    const script = `const done = arguments[0];
      Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (cause) => done({ cause: String(cause) }));`;
    const { value, cause } = await this.#send<{ value: T; cause?: string }>('execute/async', { script, args: [] });
    if (cause) throw new Error(cause);
    return value;
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#send<string>('screenshot'), 'base64');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('window/rect', { width, height });
    // The window includes the toolbar.
    const [innerWidth, innerHeight] = await this.evaluate<[number, number]>('[innerWidth, innerHeight]');
    await this.#send('window/rect', { width: 2 * width - innerWidth, height: 2 * height - innerHeight });
  }

  /** Replaces the window instead of restarting, because WebKit under WebDriver stores its data in memory only. A page that stays in the history would keep its locks. */
  async restart(): Promise<void> {
    const { handle } = await this.#send<{ handle: string }>('window/new', { type: 'window' });
    await request(`${this.#driver}/session/${this.#session}/window`, { method: 'DELETE' });
    await this.#send('window', { handle });
    await this.resize(1280, 720);
  }

  async close(): Promise<void> {
    await this.#process?.kill();
    await this.#display?.kill();
    await rm(this.#home, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    this.#display = new BrowserProcess(DISPLAY_SERVER, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
    const display = await this.#display.waitForOutput(/^(\d+)\n/);
    const port = await freePort();
    this.#process = new BrowserProcess(DRIVER, [`--port=${port}`], { DISPLAY: `:${display}`, HOME: this.#home });
    this.#driver = `http://127.0.0.1:${port}`;
    await this.#waitForDriver();
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] } } };
    const { sessionId } = await request<{ sessionId: string }>(`${this.#driver}/session`, post({ capabilities }));
    this.#session = sessionId;
    await this.#send('timeouts', { script: SCRIPT_LIMIT_MS });
    await this.resize(1280, 720);
  }

  async #waitForDriver(): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const isReady = await fetch(`${this.#driver}/status`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await sleep(50);
    }
    throw new Error('The WebDriver of WebKit did not start.');
  }

  #send<T>(command: string, body?: object): Promise<T> {
    return request<T>(`${this.#driver}/session/${this.#session}/${command}`, body && post(body));
  }
}

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

async function request<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  const { value } = (await response.json()) as { value: T & { message?: string } };
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value.message}`);
  return value;
}
