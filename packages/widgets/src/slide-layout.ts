import type { SettingsOf } from '@vitrine/contract/widgets';
import { column, type Style, type WidgetNode } from './node.ts';
import type { Palette } from './palettes.ts';

export type SlideSettings = SettingsOf<'slide'>;

/** Measures of a slide, in pixels. */
export interface SlideLayout {
  /** One percent of the shorter side. */
  unit: number;
  margin: number;
  isPortrait: boolean;
  width: number;
  height: number;
  /** Within the margins. */
  innerWidth: number;
  innerHeight: number;
  palette: Palette;
}

export type SlideTemplateFunction = (settings: SlideSettings, layout: SlideLayout) => WidgetNode;

/** The whole slide: its background, its margins and its content from top to bottom. */
export function page({ width, height, margin, palette }: SlideLayout, style: Style, children: readonly (WidgetNode | null)[]): WidgetNode {
  return column(
    {
      position: 'relative',
      width,
      height,
      padding: margin,
      background: palette.background,
      color: palette.text,
      overflow: 'hidden',
      ...style,
    },
    children,
  );
}

/** Style of boxes whose content is in the middle. */
export const centred = { alignItems: 'center', justifyContent: 'center', textAlign: 'center' } as const;
