import type { PlainWidgetSettings } from '@vitrine/contract/widgets';
import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mountSourceWidget } from './mount-source-widget.ts';
import { mountWidget } from './mount-widget.ts';
import type { SourceState } from './source-context.ts';

const { window } = new JSDOM('<div id="wall"></div>');
let observers: (() => void)[] = [];

beforeEach(() => {
  observers = [];
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 27, 11, 0, 30) });
  vi.stubGlobal('document', window.document);
  vi.stubGlobal('Image', window.Image);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        observers.push(callback);
      }
      observe() {}
      disconnect() {
        observers = [];
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wall = () => window.document.querySelector<HTMLElement>('#wall') ?? expect.fail();
const mount = (settings: PlainWidgetSettings, onError = vi.fn()) =>
  mountWidget(wall(), {
    settings,
    getPictureUrl: () => null,
    getZone: () => 'Europe/Vienna',
    language: 'en',
    now: () => Date.now(),
    onError,
  });
const clock: PlainWidgetSettings = {
  type: 'clock',
  theme: 'light',
  face: 'digital',
  showSeconds: false,
  showDate: false,
  hours: '24',
  timeZone: null,
  label: '',
};
const slide: PlainWidgetSettings = {
  type: 'slide',
  theme: 'dark',
  template: 'quote',
  title: '<img src=x onerror=alert(1)>',
  text: '',
  detail: '',
  pictureId: null,
};

it('redraws a clock at the next minute, and not after it was destroyed', () => {
  const widget = mount(clock);
  expect(wall().textContent).toBe('12:00');
  vi.advanceTimersByTime(30_000);
  expect(wall().textContent).toBe('12:01');
  widget.destroy();
  expect(wall().childElementCount).toBe(0);
  vi.advanceTimersByTime(600_000);
  expect(wall().childElementCount).toBe(0);
  expect(observers).toEqual([]);
});

it('inserts what users typed as text', () => {
  const widget = mount(slide);
  expect(wall().querySelector('img')).toBeNull();
  expect(wall().textContent).toContain('<img');
  widget.destroy();
});

it('keeps the last drawing and reports the reason when drawing fails later', () => {
  const onError = vi.fn();
  const settings = { ...clock };
  const widget = mount(settings, onError);
  settings.timeZone = null;
  Object.defineProperty(settings, 'face', { get: () => expect.fail('planted failure') });
  vi.advanceTimersByTime(30_000);
  expect(onError).toHaveBeenCalledWith('planted failure');
  expect(wall().textContent).toBe('12:00');
  widget.destroy();
});

it('is ready only when its pictures are decoded', async () => {
  const decode = vi.fn(() => Promise.reject(new Error('broken picture')));
  window.HTMLImageElement.prototype.decode = decode;
  const widget = mount({ ...slide, template: 'pictureBeside', pictureId: '0198b1f0-0000-7000-8000-000000000001' });
  await expect(widget.ready).rejects.toThrow('broken picture');
  widget.destroy();
});

it('moves a ticker by the clock, and draws new data on request', () => {
  const animations: { duration: unknown; currentTime: number }[] = [];
  window.HTMLElement.prototype.animate = vi.fn((_frames, options) => {
    const animation = { duration: typeof options === 'object' ? options.duration : undefined, currentTime: 0 };
    animations.push(animation);
    return animation as unknown as Animation;
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const item = (title: string) => ({ title, summary: '', publishedAt: null });
  const state: SourceState = { document: { kind: 'feed', title: '', items: [item('Old')] }, currentUntil: null };
  const settings = { type: 'ticker', theme: 'light', sourceId: '0198b1f0-0000-7000-8000-000000000001', speed: 'normal' } as const;
  const widget = mountSourceWidget(wall(), {
    settings,
    getState: () => state,
    getZone: () => 'UTC',
    language: 'en',
    now: () => Date.now(),
  });
  expect(animations).toHaveLength(1);
  expect(animations[0]?.currentTime).toBe(Date.now() % Number(animations[0]?.duration));
  state.document = { kind: 'feed', title: '', items: [item('New')] };
  widget.redraw();
  expect(wall().textContent).toMatch(/^(New)+$/);
  widget.destroy();
});
