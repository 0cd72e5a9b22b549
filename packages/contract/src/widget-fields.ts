import { z } from 'zod';

export const WIDGET_LIMITS = {
  title: 120,
  text: 600,
  detail: 120,
  /** Longest text that a QR code holds at a size that phones can read from a screen. */
  qrContent: 600,
  columns: 6,
  rows: 200,
  cell: 200,
  sections: 12,
  dishes: 120,
  dishName: 80,
  dishDescription: 200,
  price: 20,
  prices: 4,
} as const;

export const isStorable = (value: string) => !value.includes('\u0000');
export const clean = (value: string) => value.toWellFormed().trim();

/** A text that people type: without surrounding spaces and without characters that a database cannot store. */
export const typed = (max: number) =>
  z.string().max(max, `Enter at most ${max} characters.`).refine(isStorable, 'Contains an unsupported character').overwrite(clean);
export const required = (max: number, message: string) => typed(max).refine((value) => value !== '', message);

export const WIDGET_THEMES = ['light', 'dark', 'colour'] as const;
export const theme = z.enum(WIDGET_THEMES);
export type WidgetTheme = z.infer<typeof theme>;
