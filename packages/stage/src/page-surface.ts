import { waitForPaint } from './frame.ts';
import { createSandboxedFrame, loadFrame } from './sandboxed-frame.ts';
import { COVER, type LoadLimits, type Surface, withTimeout } from './surface.ts';
import type { DrawnWidget } from './widget-surface.ts';

interface WebPage {
  address: string;
  /** Minutes after which the page is loaded again while it is shown; 0 for never. */
  refreshMinutes: number;
}

interface PageOptions {
  /** Draws what is shown while the page can't be reached. Without it, the surface rejects instead. */
  drawFallback?: ((element: HTMLElement) => DrawnWidget) | undefined;
}

/**
 * Scripts, forms and storage of the page's own origin, and nothing else: without `allow-top-navigation`, `allow-popups` and `allow-modals` a page can neither
 * replace the screen nor open windows.
 */
const PAGE_RIGHTS = { sandbox: 'allow-scripts allow-same-origin allow-forms', allow: '', referrerPolicy: 'no-referrer' } as const;
/** Wait before a page is requested again while its fallback is shown. */
const RETRY_MS = 60_000;
const MINUTE_MS = 60_000;
/** Time that a page gets when it is loaded again below the shown one. */
const RELOAD_TIMEOUT_MS = 20_000;

const noop = () => undefined;

/** Loads a page of another site into a layer, and returns the layer's surface. Rejects when the page can't be shown and has no fallback. */
export async function createPageSurface(
  layer: HTMLElement,
  limits: LoadLimits,
  page: WebPage,
  { drawFallback }: PageOptions = {},
): Promise<Surface> {
  const element = document.createElement('div');
  element.style.cssText = `${COVER}overflow:hidden;`;
  layer.append(element);
  const content = new PageContent(element, page);
  let fallback: DrawnWidget | null = null;
  try {
    await content.load(limits);
  } catch (cause) {
    const reason = `the page can’t be shown: ${cause instanceof Error ? cause.message : String(cause)}`;
    if (!drawFallback || limits.signal.aborted) {
      content.release();
      throw new Error(reason, { cause });
    }
    console.info(reason);
    const box = document.createElement('div');
    box.style.cssText = COVER;
    element.append(box);
    fallback = drawFallback(box);
    await fallback.ready;
    content.onReplaced = () => {
      fallback?.destroy();
      box.remove();
    };
  }
  content.follow(fallback ? RETRY_MS : page.refreshMinutes * MINUTE_MS);
  return {
    element,
    picture: null,
    start: () => Promise.resolve(),
    pause: noop,
    resume: noop,
    setMuted: noop,
    setVolume: noop,
    position: () => null,
    hasEnded: () => false,
    release: () => {
      fallback?.destroy();
      content.release();
    },
  };
}

/** The frame of a page, which is replaced by a newly loaded one at intervals. */
class PageContent {
  /** Called once, when a page is shown for the first time after `follow`. */
  onReplaced: (() => void) | null = null;
  #element: HTMLElement;
  #page: WebPage;
  #frame: HTMLIFrameElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #released = new AbortController();

  constructor(element: HTMLElement, page: WebPage) {
    this.#element = element;
    this.#page = page;
  }

  /** Loads the page below what is shown, then removes its predecessor. */
  async load(limits: LoadLimits): Promise<void> {
    const frame = createSandboxedFrame(PAGE_RIGHTS);
    const opening = new AbortController();
    try {
      await withTimeout(this.#open(frame, opening.signal), limits);
      await waitForPaint();
    } catch (cause) {
      opening.abort();
      frame.remove();
      throw cause;
    }
    if (this.#released.signal.aborted) return frame.remove();
    this.#frame?.remove();
    this.#frame = frame;
    this.onReplaced?.();
    this.onReplaced = null;
  }

  async #open(frame: HTMLIFrameElement, signal: AbortSignal): Promise<void> {
    const { address } = this.#page;
    if (new URL(address).origin === location.origin) throw new Error('it is a page of this installation');
    // A frame reports an error page of the browser as loaded, so that the address is requested first.
    await fetch(address, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', signal });
    if (signal.aborted) throw new Error('canceled');
    await loadFrame(frame, address, { parent: this.#element, signal });
    if (isOwnDocument(frame)) throw new Error('it leads to a page of this installation');
    // The page may navigate later.
    frame.onload = () => isOwnDocument(frame) && frame.remove();
  }

  /** Loads the page again after each interval. A page that can't be loaded leaves the shown one in place. */
  follow(intervalMs: number): void {
    if (intervalMs === 0 || this.#released.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.load({ signal: this.#released.signal, timeoutMs: RELOAD_TIMEOUT_MS }).then(
        () => this.follow(this.#page.refreshMinutes * MINUTE_MS),
        (cause: unknown) => {
          console.info('the page was not loaded again:', cause);
          this.follow(intervalMs);
        },
      );
    }, intervalMs);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#released.abort();
    this.#element.remove();
  }
}

/** Returns true when the frame shows a document of this origin, which could reach the screen through its parent. */
function isOwnDocument({ contentDocument }: HTMLIFrameElement): boolean {
  return contentDocument !== null;
}
