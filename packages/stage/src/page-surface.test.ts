import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageSurface } from './page-surface.ts';

const ORIGIN = 'https://walls.example';
const { window } = new JSDOM('<div id="layer"></div>');
const request = vi.fn(async () => new Response());
/** The document of the frame as a browser shows it to the page around it: null for other sites. */
let visibleDocument: object | null = null;

const layer = () => window.document.querySelector<HTMLElement>('#layer') ?? expect.fail('no layer');
const findFrame = () => layer().querySelector('iframe');
const frame = () => findFrame() ?? expect.fail('no frame');
const finishLoading = () => frame().dispatchEvent(new window.Event('load'));

/** Opens a page, and finishes loading once its frame was added. */
async function open(address: string) {
  const opened = createPageSurface(layer(), { signal: new AbortController().signal, timeoutMs: 20_000 }, { address, refreshMinutes: 0 });
  // The test handles a refusal later.
  opened.catch(() => undefined);
  await vi.waitFor(() => expect(findFrame()).not.toBeNull());
  finishLoading();
  return opened;
}

beforeEach(() => {
  visibleDocument = null;
  request.mockClear();
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('fetch', request);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
  Object.defineProperty(window.HTMLIFrameElement.prototype, 'contentDocument', { configurable: true, get: () => visibleDocument });
});
afterEach(() => {
  layer().replaceChildren();
  vi.unstubAllGlobals();
});

it('shows a page in a sandbox without permissions, and sends no referrer and no credentials', async () => {
  const surface = await open('https://news.example/');
  expect(frame().getAttribute('sandbox')?.split(' ').toSorted()).toEqual(['allow-forms', 'allow-same-origin', 'allow-scripts']);
  expect(frame().getAttribute('allow')).toBe('');
  expect(frame().referrerPolicy).toBe('no-referrer');
  expect(request).toHaveBeenCalledWith(
    'https://news.example/',
    expect.objectContaining({ mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' }),
  );
  surface.release();
});

it('rejects a page of this installation without a request', async () => {
  const opened = createPageSurface(
    layer(),
    { signal: new AbortController().signal, timeoutMs: 20_000 },
    { address: `${ORIGIN}/main`, refreshMinutes: 0 },
  );
  await expect(opened).rejects.toThrow('it is a page of this installation');
  expect(request).not.toHaveBeenCalled();
  expect(findFrame()).toBeNull();
});

it('rejects a page that leads to this installation, and removes its frame', async () => {
  visibleDocument = {};
  await expect(open('https://news.example/')).rejects.toThrow('it leads to a page of this installation');
  expect(findFrame()).toBeNull();
});

it('removes the frame of a shown page that leads to this installation later', async () => {
  const surface = await open('https://news.example/');
  finishLoading();
  expect(findFrame()).not.toBeNull();
  visibleDocument = {};
  finishLoading();
  expect(findFrame()).toBeNull();
  surface.release();
});
