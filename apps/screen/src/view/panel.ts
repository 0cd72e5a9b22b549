import { type CopiesOf, type CopyPreference, copiesOf } from '@vitrine/playback';

interface PanelSize {
  longSide: number;
  shortSide: number;
}

/** Largest panel for which HD copies are enough, in device pixels. At 1920 x 1200, a photo is enlarged by at most a ninth. */
const HD_PANEL: PanelSize = { longSide: 1920, shortSide: 1200 };
/** Largest panel for which videos in 720p are enough. At 1366 x 768, a video is enlarged by a fifteenth. */
const SMALL_PANEL: PanelSize = { longSide: 1366, shortSide: 800 };
/** Tolerance for device pixels that are computed from rounded CSS pixels. */
const ROUNDING_TOLERANCE = 1.01;
/** Time without a resize event after which the window's size counts as final. */
const RESIZE_DEBOUNCE_MS = 500;

/** Sizes that a browser reports, in CSS pixels. */
export type ReportedSizes = Pick<Window, 'innerWidth' | 'innerHeight' | 'devicePixelRatio'> & {
  screen: Pick<globalThis.Screen, 'width' | 'height'>;
};

/**
 * Returns whether the panel has at most this size. The page may be smaller than the panel (a window) or claim to be larger (a layout wider
 * than the display), so the smaller of both counts on each side. Some browsers report the panel's sides in one orientation only, or no size before the
 * page is visible.
 */
function fitsInto(panel: PanelSize, { innerWidth, innerHeight, devicePixelRatio, screen }: ReportedSizes): boolean {
  const fits = (pickSide: (...sides: number[]) => number, limit: number) => {
    const reported = [pickSide(innerWidth, innerHeight), pickSide(screen.width, screen.height)].filter((side) => side > 0);
    return Math.min(...reported) * devicePixelRatio <= limit * ROUNDING_TOLERANCE;
  };
  return fits(Math.max, panel.longSide) && fits(Math.min, panel.shortSide);
}

/** Returns which copies have as many pixels as this panel shows. */
export const getCopyPreference = (sizes: ReportedSizes): CopyPreference => ({
  prefersHd: fitsInto(HD_PANEL, sizes),
  prefersFullHd: !fitsInto(SMALL_PANEL, sizes),
});

export interface Panel {
  readonly copiesOf: CopiesOf;
  /** Prefers the 720p copy of a video from here on, because the browser could not play the 1080p copy. */
  avoidFullHd: (sha256: string) => void;
  /** Called after other copies became the preferred ones. */
  onChange: () => void;
}

export function watchPanel(): Panel {
  let preference = getCopyPreference(window);
  /** Checksums of files whose 1080p copy could not be played. Empty again after a reload, because a decoder may have been busy. */
  const unplayable = new Set<string>();
  const panel: Panel = {
    copiesOf: (file) => copiesOf(file, unplayable.has(file.sha256) ? { ...preference, prefersFullHd: false } : preference),
    avoidFullHd(sha256) {
      if (!preference.prefersFullHd || unplayable.has(sha256)) return;
      unplayable.add(sha256);
      panel.onChange();
    },
    onChange: () => undefined,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const before = preference;
      preference = getCopyPreference(window);
      if (preference.prefersHd !== before.prefersHd || preference.prefersFullHd !== before.prefersFullHd) panel.onChange();
    }, RESIZE_DEBOUNCE_MS);
  });
  return panel;
}
