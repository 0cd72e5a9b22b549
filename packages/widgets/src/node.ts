import type { Zone } from '@vitrine/playback';

/** CSS by property name as in JavaScript. Numbers are pixels, or plain numbers where CSS has no unit. */
export type Style = Readonly<Record<string, string | number>>;

/**
 * One box of a drawn widget. Browsers since Chromium 69 and the layout engine of still images draw it the same, so boxes use flexbox without `gap`, and
 * sizes in pixels or percent.
 */
export interface WidgetNode {
  style: Style;
  children?: readonly WidgetNode[];
  /** Inserted as text, never as markup. */
  text?: string;
  /** Id of a photo among the widget's pictures, which fills the box. */
  pictureId?: string;
  /** A shape in the box's text colour: the data of an SVG path and the side of its square view box. */
  path?: { data: string; side: number; isSmooth?: boolean };
  /** Moves the box to the left in a loop, in pixels per loop. The position follows the wall clock, so that screens agree. */
  motion?: { distance: number; durationMs: number };
}

/** A widget at one moment. */
export interface Drawing {
  tree: WidgetNode;
  /** Instant at which it looks different, in epoch milliseconds; null when it stays as it is. */
  until: number | null;
}

export interface DrawContext {
  /** Epoch milliseconds. */
  now: number;
  /** Time zone of the screen. */
  zone: Zone;
  /** BCP 47, for names of days and months. */
  language: string;
  /** Pixels of the box that the widget fills. */
  size: { width: number; height: number };
  /** Epoch milliseconds at which the widget appeared. Long tables show their first page from then on. */
  shownAt: number;
}

/** Pixels of one percent of the shorter side. All sizes of widgets are multiples of it. */
export const getUnit = ({ size }: DrawContext): number => Math.min(size.width, size.height) / 100;

export const isPortrait = ({ size }: DrawContext): boolean => size.height > size.width;

export const column = (style: Style, children: readonly (WidgetNode | null)[]): WidgetNode => ({
  style: { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0, ...style },
  children: children.filter((child) => child !== null),
});

export const row = (style: Style, children: readonly (WidgetNode | null)[]): WidgetNode =>
  column({ flexDirection: 'row', ...style }, children);

/** A box without content, such as a line or a dot. */
export const block = (style: Style): WidgetNode => ({ style: { display: 'flex', flexShrink: 0, ...style } });

/** Returns the earlier of two instants, of which each may be missing. */
export const earliest = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.min(a, b));
