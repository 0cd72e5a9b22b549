import { z } from 'zod';

/**
 * Layouts divide a screen into zones. The playlist itself plays in the main zone; every other zone shows one album.
 * - `ticker`: main above `bottom`, a strip.
 * - `side`: main left of `side`.
 * - `l`: main at the top left, `side` right of it, `bottom` below both.
 * - `grid`: main at the top left, and three more quarters.
 * - `split`: main above `bottom`, in halves.
 */
export const LAYOUT_PRESETS = ['ticker', 'side', 'l', 'grid', 'split'] as const;
export const layoutPreset = z.enum(LAYOUT_PRESETS);
export type LayoutPreset = z.infer<typeof layoutPreset>;

/** Zones next to the main one, in the order in which manifests and responses list them. */
export const SIDE_ZONES = ['side', 'bottom', 'topRight', 'bottomLeft', 'bottomRight'] as const;
export const sideZone = z.enum(SIDE_ZONES);
export type SideZone = z.infer<typeof sideZone>;
export const layoutZone = z.enum(['main', ...SIDE_ZONES]);
export type LayoutZone = z.infer<typeof layoutZone>;

/** Side zones of each preset, in the order of `SIDE_ZONES`. */
export const ZONES_OF_PRESET = {
  ticker: ['bottom'],
  side: ['side'],
  l: ['side', 'bottom'],
  grid: ['topRight', 'bottomLeft', 'bottomRight'],
  split: ['bottom'],
} as const satisfies Record<LayoutPreset, readonly SideZone[]>;

/** Names of zones as pages and messages show them. */
export const ZONE_LABELS = {
  main: 'Main',
  side: 'Side',
  bottom: 'Bottom',
  topRight: 'Top right',
  bottomLeft: 'Bottom left',
  bottomRight: 'Bottom right',
} as const satisfies Record<LayoutZone, string>;

/** Share of the main zone in percent of the stage: of its height, its width, or both. */
export const DIVIDER = { min: 20, max: 90 } as const;
export const DEFAULT_DIVIDERS = { ticker: 85, side: 70, l: 75, grid: 50, split: 50 } as const satisfies Record<LayoutPreset, number>;
export const layoutDivider = z
  .number()
  .int('Enter whole percent.')
  .min(DIVIDER.min, `Enter at least ${DIVIDER.min} percent.`)
  .max(DIVIDER.max, `Enter at most ${DIVIDER.max} percent.`);

export const albumInZoneMessage = (zone: LayoutZone) =>
  `This album is in the zone “${ZONE_LABELS[zone]}” of the playlist’s layout. Choose another album for the zone first.`;
