import { waitForPaint } from './frame.ts';
import type { LiveStream, StreamHost } from './live-surface.ts';
import { createSandboxedFrame, loadFrame } from './sandboxed-frame.ts';

const ORIGIN = 'https://www.youtube-nocookie.com';
/** YouTube refuses to play for sites that hide their origin (error 153). */
const FRAME_RIGHTS = {
  sandbox: 'allow-scripts allow-same-origin',
  allow: 'autoplay; encrypted-media',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const;
/** Time after loading in which the player reports its state. A player that reports nothing is shown as it is. */
const FIRST_REPORT_MS = 8000;
/** The player may start to listen some time after its page has loaded. */
const GREETING_INTERVAL_MS = 250;

const PLAYING = 1;

/** Reasons by the error codes of YouTube's player. */
const ERRORS: Record<number, string> = {
  2: 'YouTube doesn’t know the video',
  5: 'YouTube can’t play the video in this browser',
  100: 'the video was removed or is private',
  101: 'the owner of the video doesn’t allow other sites to show it',
  150: 'the owner of the video doesn’t allow other sites to show it',
};

/** Messages of the player, as far as they are used. Other sites could send anything. */
interface PlayerMessage {
  event?: unknown;
  info?: unknown;
}

/** Plays a YouTube video or stream in a frame, always muted, and resolves when it plays. A video starts again at its end. */
export async function openYouTubeStream(videoId: string, box: HTMLElement, { signal, onLost }: StreamHost): Promise<LiveStream> {
  const address = buildAddress(videoId);
  // A frame reports an error page of the browser as loaded, so that the address is requested first.
  await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal });
  const frame = createSandboxedFrame(FRAME_RIGHTS);
  const player = new EmbeddedPlayer(frame);
  signal.addEventListener('abort', () => player.release(), { once: true });
  if (signal.aborted) throw new Error('canceled');
  await loadFrame(frame, address, { parent: box, signal });
  await player.waitUntilPlaying();
  await waitForPaint();
  player.onError = onLost;
  return {
    picture: null,
    getProgress: () => player.getProgress(),
    pause: () => player.send('pauseVideo'),
    resume: () => {
      player.send('playVideo');
      return Promise.resolve();
    },
    setMuted: () => undefined,
    setVolume: () => undefined,
    release: () => player.release(),
  };
}

function buildAddress(videoId: string): string {
  const parameters = new URLSearchParams({
    autoplay: '1',
    mute: '1',
    controls: '0',
    disablekb: '1',
    fs: '0',
    iv_load_policy: '3',
    playsinline: '1',
    rel: '0',
    // YouTube repeats a single video only as a list of itself.
    loop: '1',
    playlist: videoId,
    enablejsapi: '1',
    origin: location.origin,
  });
  return `${ORIGIN}/embed/${encodeURIComponent(videoId)}?${parameters.toString()}`;
}

/** YouTube's player in a frame, by the messages that YouTube's own script exchanges with it. */
class EmbeddedPlayer {
  onError: (reason: string) => void = () => undefined;
  #frame: HTMLIFrameElement;
  #state: number | null = null;
  #onPlaying: () => void = () => undefined;
  #greetingTimer: ReturnType<typeof setInterval> | undefined;

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
    addEventListener('message', this.#handleMessage);
  }

  waitUntilPlaying(): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timeout);
        clearInterval(this.#greetingTimer);
        settle();
      };
      const timeout = setTimeout(() => this.#state === null && finish(resolve), FIRST_REPORT_MS);
      this.#onPlaying = () => finish(resolve);
      this.onError = (reason) => finish(() => reject(new Error(reason)));
      this.#greetingTimer = setInterval(() => this.#post({ event: 'listening', id: 1, channel: 'widget' }), GREETING_INTERVAL_MS);
    });
  }

  /** A player that reports nothing can't be watched. */
  getProgress(): number {
    return this.#state === null || this.#state === PLAYING ? performance.now() : -1;
  }

  send(func: string, args: readonly string[] = []): void {
    this.#post({ event: 'command', func, args, id: 1, channel: 'widget' });
  }

  release(): void {
    clearInterval(this.#greetingTimer);
    removeEventListener('message', this.#handleMessage);
    this.#frame.remove();
  }

  #post(message: object): void {
    this.#frame.contentWindow?.postMessage(JSON.stringify(message), ORIGIN);
  }

  #handleMessage = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || origin !== ORIGIN) return;
    const { event, info } = parseMessage(data);
    if (event === undefined) return;
    if (this.#state === null) this.#subscribe();
    const state = event === 'onStateChange' ? info : readState(info);
    if (typeof state === 'number') this.#state = state;
    if (event === 'onError') this.onError(ERRORS[Number(info)] ?? `YouTube reports error ${Number(info)}`);
    if (this.#state === PLAYING) this.#onPlaying();
  };

  /** The player reports errors and changes of its state only on request. */
  #subscribe(): void {
    clearInterval(this.#greetingTimer);
    this.#state = -1;
    for (const event of ['onStateChange', 'onError']) this.send('addEventListener', [event]);
  }
}

function parseMessage(data: unknown): PlayerMessage {
  try {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return typeof message === 'object' && message !== null ? message : {};
  } catch {
    return {};
  }
}

const readState = (info: unknown): unknown =>
  typeof info === 'object' && info !== null && 'playerState' in info ? info.playerState : undefined;
