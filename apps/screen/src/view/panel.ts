import { type CopiesOf, copiesOf } from '@vitrine/playback';

/** Largest panel for which HD copies are enough, in device pixels. At 1920 x 1200, a photo is enlarged by at most a ninth. */
const HD_PANEL = { longSide: 1920, shortSide: 1200 };
/** Tolerance for device pixels that are computed from rounded CSS pixels. */
const ROUNDING_TOLERANCE = 1.01;
/** Time without a resize event after which the window's size counts as final. */
const RESIZE_DEBOUNCE_MS = 500;

/** Sizes that a browser reports, in CSS pixels. */
export type ReportedSizes = Pick<Window, 'innerWidth' | 'innerHeight' | 'devicePixelRatio'> & {
  screen: Pick<globalThis.Screen, 'width' | 'height'>;
};

/**
 * Returns whether HD copies have as many pixels as this panel shows. The page may be smaller than the panel (a window) or claim to be larger (a layout wider
 * than the display), so the smaller of both counts on each side. Some browsers report the panel's sides in one orientation only, or no size before the
 * page is visible.
 */
export function isHdEnough({ innerWidth, innerHeight, devicePixelRatio, screen }: ReportedSizes): boolean {
  const fits = (pickSide: (...sides: number[]) => number, limit: number) => {
    const reported = [pickSide(innerWidth, innerHeight), pickSide(screen.width, screen.height)].filter((side) => side > 0);
    return Math.min(...reported) * devicePixelRatio <= limit * ROUNDING_TOLERANCE;
  };
  return fits(Math.max, HD_PANEL.longSide) && fits(Math.min, HD_PANEL.shortSide);
}

export interface Panel {
  readonly copiesOf: CopiesOf;
  /** Called after other copies became the preferred ones. */
  onChange: () => void;
}

export function watchPanel(): Panel {
  let prefersHd = isHdEnough(window);
  const panel: Panel = { copiesOf: (file) => copiesOf(file, prefersHd), onChange: () => undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const before = prefersHd;
      prefersHd = isHdEnough(window);
      if (prefersHd !== before) panel.onChange();
    }, RESIZE_DEBOUNCE_MS);
  });
  return panel;
}
