import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BrowserProcess } from './browser-process.ts';
import { MessageSocket } from './message-socket.ts';
import type { ScreenBrowser } from './screen-browser.ts';

/** Firefox, by WebDriver BiDi. */
export class FirefoxBrowser implements ScreenBrowser {
  readonly name: string;
  readonly log: string[] = [];
  readonly #executable: string;
  readonly #profile: string;
  #process: BrowserProcess | undefined;
  #socket: MessageSocket | undefined;
  #context = '';

  private constructor(name: string, executable: string, profile: string) {
    this.name = name;
    this.#executable = executable;
    this.#profile = profile;
  }

  static async start(name: string, executable: string): Promise<FirefoxBrowser> {
    const browser = new FirefoxBrowser(name, executable, await mkdtemp(path.join(tmpdir(), 'vitrine-firefox-')));
    await browser.#start();
    return browser;
  }

  async open(url: string, { before }: { before?: string } = {}): Promise<void> {
    if (before) await this.#send('script.addPreloadScript', { functionDeclaration: `() => { ${before} }` });
    await this.#send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' });
  }

  async evaluate<T>(expression: string): Promise<T> {
    const answer = await this.#send<{ type: string; result?: { value?: string }; exceptionDetails?: { text: string } }>('script.evaluate', {
      // BiDi has its own notation of values; JSON is the same everywhere.
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify({ value }))`,
      target: { context: this.#context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return (JSON.parse(answer.result?.value ?? '{}') as { value: T }).value;
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('browsingContext.captureScreenshot', { context: this.#context });
    return Buffer.from(data, 'base64');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width, height } });
  }

  async restart(): Promise<void> {
    await this.#kill();
    await this.#start();
  }

  async close(): Promise<void> {
    await this.#kill();
    await rm(this.#profile, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    this.#process = new BrowserProcess(
      this.#executable,
      ['--headless', '--no-remote', '--profile', this.#profile, '--remote-debugging-port=0', 'about:blank'],
      { MOZ_DISABLE_CONTENT_SANDBOX: '1', HOME: this.#profile },
    );
    const address = await this.#process.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/);
    this.#socket = await MessageSocket.open(`${address}/session`, (_method, params) => this.#addToLog(params));
    await this.#send('session.new', { capabilities: {} });
    await this.#send('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = await this.#send<{ contexts: { context: string }[] }>('browsingContext.getTree');
    this.#context = contexts[0]?.context ?? '';
    await this.resize(1280, 720);
  }

  #addToLog(params: unknown): void {
    const { level, text } = params as { level?: string; text?: string };
    if (text) this.log.push(`${level}: ${text}`);
  }

  async #kill(): Promise<void> {
    this.#socket?.close();
    await this.#process?.kill();
  }

  #send<T>(method: string, params: object = {}): Promise<T> {
    if (!this.#socket) throw new Error('The browser is not running.');
    return this.#socket.send<T>(method, params);
  }
}
