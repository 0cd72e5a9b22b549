import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHROMIUM_FLAGS, UNPACKED } from '../chromium.ts';
import { FrameSequence } from '../stage-frames.ts';
import { BrowserProcess } from './browser-process.ts';
import { MessageSocket } from './message-socket.ts';
import type { ScreenBrowser } from './screen-browser.ts';

const FLAGS = [...CHROMIUM_FLAGS, '--headless', '--hide-scrollbars', '--mute-audio', '--remote-debugging-port=0', '--window-size=1280,720'];

/** Uses the system's fonts and those of the current Chromium, because version 69 does not start without any font. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${path.join(UNPACKED, 'fonts')}</dir>
  <cachedir>${path.join(UNPACKED, 'font-cache')}</cachedir>
</fontconfig>
`;

/** Controls Chromium 69 or newer through the Chrome DevTools Protocol. */
export class ChromiumBrowser implements ScreenBrowser {
  readonly name: string;
  readonly log: string[] = [];
  readonly #executable: string;
  readonly #profile: string;
  #process: BrowserProcess | undefined;
  #page: MessageSocket | undefined;
  #onLoad: (() => void) | undefined;
  #frames = new FrameSequence();

  private constructor(name: string, executable: string, profile: string) {
    this.name = name;
    this.#executable = executable;
    this.#profile = profile;
  }

  static async start(name: string, executable: string): Promise<ChromiumBrowser> {
    const browser = new ChromiumBrowser(name, executable, await mkdtemp(path.join(tmpdir(), 'vitrine-chromium-')));
    try {
      await browser.#start();
    } catch (cause) {
      await browser.close();
      throw new Error(`${name} did not start:\n${browser.#process?.output}`, { cause });
    }
    return browser;
  }

  async open(url: string, { before }: { before?: string } = {}): Promise<void> {
    if (before) await this.#send('Page.addScriptToEvaluateOnNewDocument', { source: before });
    const loaded = new Promise<void>((resolve) => (this.#onLoad = resolve));
    const { errorText } = await this.#send<{ errorText?: string }>('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await loaded;
  }

  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send<Evaluated<T>>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(describe(exceptionDetails));
    return result.value;
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('Page.captureScreenshot');
    return Buffer.from(data, 'base64');
  }

  /** Starts to capture the compositor's frames as JPEG. */
  async startFrames(): Promise<void> {
    this.#frames = new FrameSequence();
    await this.#send('Page.startScreencast', { format: 'jpeg', quality: 85, everyNthFrame: 1 });
  }

  /** Ends the capture and returns its frames, oldest first. */
  async stopFrames(): Promise<readonly Buffer[]> {
    await this.#send('Page.stopScreencast');
    return this.#frames.frames;
  }

  /** Returns the bytes that the page's scripts hold after a garbage collection. */
  async measureHeap(): Promise<number> {
    // Elements are released some collections later.
    for (let round = 0; round < 4; round++) await this.#send('HeapProfiler.collectGarbage');
    await this.#send('Performance.enable');
    const { metrics } = await this.#send<{ metrics: { name: string; value: number }[] }>('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  }

  /** Id of the browser's first process. */
  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('The browser is not running.');
    return this.#process.pid;
  }

  /** Returns the memory of the page's process in bytes, without the code of the browser. */
  async measureMemory(): Promise<number> {
    if (!this.#process) throw new Error('The browser is not running.');
    return this.#process.measureMemory('--type=renderer');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
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
    const fonts = path.join(this.#profile, 'fonts.conf');
    await writeFile(fonts, FONT_SETTINGS);
    const args = [...FLAGS, `--user-data-dir=${this.#profile}`, 'about:blank'];
    this.#process = new BrowserProcess(this.#executable, args, { FONTCONFIG_FILE: fonts });
    const { host } = new URL(await this.#process.waitForOutput(/DevTools listening on (ws:\S+)/));
    this.#page = await MessageSocket.open(await findPage(host), (method, params) => this.#handleEvent(method, params));
    for (const domain of ['Page', 'Runtime', 'Log']) await this.#send(`${domain}.enable`);
  }

  async #kill(): Promise<void> {
    this.#page?.close();
    await this.#process?.kill();
  }

  #send<T>(method: string, params: object = {}): Promise<T> {
    if (!this.#page) throw new Error('The browser is not running.');
    return this.#page.send<T>(method, params);
  }

  #handleEvent(method: string, params: unknown): void {
    if (method === 'Page.loadEventFired') this.#onLoad?.();
    if (method === 'Page.screencastFrame') {
      const frame = params as Parameters<FrameSequence['add']>[0] & { sessionId: number };
      this.#frames.add(frame);
      // The last frame may arrive while the browser is closing.
      this.#send('Page.screencastFrameAck', { sessionId: frame.sessionId }).catch(() => undefined);
    }
    if (method === 'Runtime.exceptionThrown') this.log.push(describe((params as { exceptionDetails: ExceptionDetails }).exceptionDetails));
    if (method === 'Log.entryAdded') {
      const { entry } = params as { entry: { level: string; text: string; url?: string } };
      this.log.push(`${entry.level}: ${entry.text} ${entry.url ?? ''}`);
    }
    if (method === 'Runtime.consoleAPICalled') {
      const { type, args } = params as { type: string; args: { value?: unknown; description?: string }[] };
      this.log.push(`${type}: ${args.map(({ value, description }) => description ?? JSON.stringify(value)).join(' ')}`);
    }
  }
}

interface ExceptionDetails {
  text: string;
  url?: string;
  lineNumber?: number;
  exception?: { description?: string };
}

interface Evaluated<T> {
  result: { value: T };
  exceptionDetails?: ExceptionDetails;
}

const describe = ({ text, url = '', lineNumber = 0, exception }: ExceptionDetails): string =>
  `${text} ${exception?.description ?? ''} (${url}:${lineNumber})`;

/** Returns the socket address of the only page. The page may appear after the browser listens. */
async function findPage(host: string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as { type: string; webSocketDebuggerUrl: string }[];
    const page = targets.find(({ type }) => type === 'page');
    if (page) return page.webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The browser opened no page.');
}
