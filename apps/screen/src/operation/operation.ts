import type { Manifest } from '@vitrine/contract/screens';
import { getBrightness, getOperation } from '@vitrine/playback';
import type { ServerClock } from '../clock/server-clock.ts';
import { createPanelControl, type PanelControl } from './panel-control.ts';

const MINUTE_MS = 60_000;
/** Downloads before opening time start in this period, at a moment that differs between screens. */
const PREPARATION = { earliestMs: 60 * MINUTE_MS, latestMs: 15 * MINUTE_MS };
/** The state is computed again at least this often, because clocks jump and machines sleep. */
const MAX_INTERVAL_MS = MINUTE_MS;

interface OperationOptions {
  late: { onChange: (listener: () => void) => void };
  /** Pauses or continues downloads after `isPreparing` has changed. */
  updateDownloads: () => void;
  clock: Pick<ServerClock, 'now'>;
  /** The player decides whether the screen is off, because it must not show a frame before. */
  wall: { readonly isOff: boolean; readonly device: Manifest['device'] };
  panel?: PanelControl;
  random?: () => number;
}

export interface ScreenOperation {
  /** True shortly before the screen turns on: downloads start, spread over the screens. */
  readonly isPreparing: boolean;
  /** Call it when something covers the screen that must be visible at all times, also outside of the operating hours, such as an emergency message. */
  setOverlayShown(isShown: boolean): void;
}

/** Switches the panel and its brightness by the settings of the device, and lets downloads start before the screen turns on. */
export function startOperation({
  late,
  updateDownloads,
  clock,
  wall,
  panel = createPanelControl(),
  random = Math.random,
}: OperationOptions): ScreenOperation {
  const leadMs = PREPARATION.latestMs + random() * (PREPARATION.earliestMs - PREPARATION.latestMs);
  let isPreparing = false;
  let isOverlayShown = false;
  let state = { device: null as Manifest['device'], wasOff: false, percent: 100, preparesAt: null as number | null, from: 0, until: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Computes the state and how long it lasts. */
  const compute = (now: number) => {
    const { device, isOff } = wall;
    const timeZone = device ?? 'UTC';
    const { percent, until } = getBrightness(device?.brightness, timeZone, now);
    const opensAt = isOff ? getOperation({ hours: device?.hours, timeZone, now }).until : null;
    const preparesAt = opensAt === null ? null : opensAt - leadMs;
    const changes = [until, preparesAt].flatMap((at) => (at !== null && at > now ? at : []));
    return { device, wasOff: isOff, percent, preparesAt, from: now, until: Math.min(...changes) };
  };

  const update = () => {
    const now = clock.now();
    const isCurrent = state.device === wall.device && state.wasOff === wall.isOff && now >= state.from && now < state.until;
    if (!isCurrent) state = compute(now);
    const { preparesAt, percent, until } = state;
    const wasPreparing = isPreparing;
    isPreparing = preparesAt !== null && preparesAt <= now;
    if (isPreparing !== wasPreparing) updateDownloads();
    panel.set({ isOn: !wall.isOff || isOverlayShown, percent: isOverlayShown ? 100 : percent });
    clearTimeout(timer);
    if (Number.isFinite(until)) timer = setTimeout(update, Math.min(MAX_INTERVAL_MS, until - now));
  };

  late.onChange(update);
  update();
  return {
    get isPreparing() {
      return isPreparing;
    },
    setOverlayShown(isShown) {
      isOverlayShown = isShown;
      update();
    },
  };
}
