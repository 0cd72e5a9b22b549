import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BrowserProcess } from './browser-process.ts';
import { MessageSocket } from './message-socket.ts';
import type { ScreenBrowser } from './screen-browser.ts';

const FIND_LIMIT_MS = 15_000;
const POLL_INTERVAL_MS = 50;
const ENTER = '\uE007';

/** Scrolls to an element and waits until a click reaches it: it no longer moves, is enabled, and nothing covers it. Runs in the page. */
const WAIT_UNTIL_CLICKABLE = `(element) => new Promise((resolve) => {
  let lastPosition = '';
  const poll = () => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const position = [x, y, width, height].join();
    const isReached = element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    if (position === lastPosition && isReached && !element.matches(':disabled, [aria-disabled="true"]')) return resolve();
    lastPosition = position;
    requestAnimationFrame(poll);
  };
  poll();
})`;

interface Node {
  sharedId: string;
}

type Locator = { type: 'accessibility'; value: { role: string; name: string } } | { type: 'css' | 'xpath'; value: string };

/** Controls Firefox through WebDriver BiDi. */
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
    const response = await this.#send<{ type: string; result?: { value?: string }; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      {
        // Return JSON, because BiDi has a different notation for values.
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify({ value }))`,
        target: { context: this.#context },
        awaitPromise: true,
      },
    );
    if (response.type === 'exception') throw new Error(response.exceptionDetails?.text);
    return (JSON.parse(response.result?.value ?? '{}') as { value: T }).value;
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send<{ data: string }>('browsingContext.captureScreenshot', { context: this.#context });
    return Buffer.from(data, 'base64');
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('browsingContext.setViewport', { context: this.#context, viewport: { width, height } });
  }

  /** Clicks the element with this role and accessible name, with the mouse. */
  click(role: string, name: string): Promise<void> {
    return this.#click({ type: 'accessibility', value: { role, name } });
  }

  /** Clicks the field with this label, and types into it. A password field has no role. */
  async fill(label: string, text: string): Promise<void> {
    await this.#click({ type: 'xpath', value: `//input[@id = //label[normalize-space() = ${JSON.stringify(label)}]/@for]` });
    await this.#press([...text]);
  }

  /** Clicks the checkbox whose label contains the text. */
  check(text: string): Promise<void> {
    return this.#click({ type: 'xpath', value: `//label[contains(., ${JSON.stringify(text)})][.//input[@type = "checkbox"]]` });
  }

  pressEnter(): Promise<void> {
    return this.#press([ENTER]);
  }

  /** Sets the files of the first file field of the page, which may be hidden. */
  async chooseFiles(files: readonly string[]): Promise<void> {
    const element = await this.#find({ type: 'css', value: 'input[type=file]' });
    await this.#send('input.setFiles', { context: this.#context, element, files });
  }

  async #click(locator: Locator): Promise<void> {
    const { sharedId } = await this.#find(locator);
    const wait = {
      functionDeclaration: WAIT_UNTIL_CLICKABLE,
      arguments: [{ sharedId }],
      target: { context: this.#context },
      awaitPromise: true,
    };
    const response = await this.#send<{ type: string; exceptionDetails?: { text: string } }>('script.callFunction', wait);
    if (response.type === 'exception') throw new Error(response.exceptionDetails?.text);
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#send('input.performActions', { context: this.#context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  async #press(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#send('input.performActions', { context: this.#context, actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** Waits for the first element that matches. */
  async #find(locator: Locator): Promise<Node> {
    const deadline = Date.now() + FIND_LIMIT_MS;
    for (;;) {
      const { nodes } = await this.#send<{ nodes: Node[] }>('browsingContext.locateNodes', {
        context: this.#context,
        locator,
        maxNodeCount: 1,
      });
      const [node] = nodes;
      if (node) return { sharedId: node.sharedId };
      if (Date.now() > deadline) throw new Error(`The page has no element ${JSON.stringify(locator.value)}.`);
      await sleep(POLL_INTERVAL_MS);
    }
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
