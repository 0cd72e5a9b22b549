import type { SlideTemplate, WidgetTheme, WidgetType } from '@vitrine/contract/widgets';

/** Colours of a drawn widget. Text on its background has a contrast of at least 4.5:1, tested. */
export interface Palette {
  background: string;
  /** Areas on the background. */
  surface: string;
  text: string;
  /** Less important text. */
  soft: string;
  accent: string;
  onAccent: string;
  line: string;
}

/** A family of colours: pale for the light theme, deep for the dark one, strong as the background of the colourful one. */
interface Hue {
  pale: string;
  strong: string;
  deep: string;
  bright: string;
}

const INDIGO: Hue = { pale: '#f3f3fb', strong: '#2b3bd4', deep: '#14173a', bright: '#aab3ff' };
const PINE: Hue = { pale: '#f1f5f0', strong: '#14573d', deep: '#0d2019', bright: '#8fd9b0' };
const CLAY: Hue = { pale: '#f9f3ee', strong: '#9c3d1c', deep: '#2a1610', bright: '#ffb491' };
const PLUM: Hue = { pale: '#f8f1f6', strong: '#7a2468', deep: '#26101f', bright: '#f2a5dc' };
const OCEAN: Hue = { pale: '#eff5f7', strong: '#0d5873', deep: '#0a1e27', bright: '#86d3ee' };
const GRAPHITE: Hue = { pale: '#f5f5f2', strong: '#33363d', deep: '#131415', bright: '#f1cd7a' };

type PaletteName = Exclude<WidgetType, 'slide' | 'room' | 'dataTable'> | SlideTemplate | 'freeRoom' | 'occupiedRoom';

const HUES: Record<PaletteName, Hue> = {
  announcement: INDIGO,
  welcome: PINE,
  quote: GRAPHITE,
  event: PLUM,
  offer: CLAY,
  notice: OCEAN,
  hours: GRAPHITE,
  list: PINE,
  number: INDIGO,
  celebration: PLUM,
  pictureBeside: CLAY,
  pictureBehind: GRAPHITE,
  clock: GRAPHITE,
  countdown: INDIGO,
  qrCode: OCEAN,
  table: INDIGO,
  menu: CLAY,
  web: OCEAN,
  live: PLUM,
  headlines: GRAPHITE,
  ticker: GRAPHITE,
  agenda: INDIGO,
  freeRoom: PINE,
  occupiedRoom: CLAY,
  weather: OCEAN,
};

export function getPalette(name: PaletteName, theme: WidgetTheme): Palette {
  const { pale, strong, deep, bright } = HUES[name];
  if (theme === 'light') {
    return {
      background: pale,
      surface: '#ffffff',
      text: '#17181a',
      soft: '#55585e',
      accent: strong,
      onAccent: '#ffffff',
      line: 'rgba(23,24,26,0.16)',
    };
  }
  const [background, soft, surface] =
    theme === 'dark' ? [deep, '#b9bcc2', 'rgba(255,255,255,0.07)'] : [strong, '#eceae6', 'rgba(0,0,0,0.16)'];
  return { background, surface, text: '#ffffff', soft, accent: bright, onAccent: deep, line: 'rgba(255,255,255,0.24)' };
}
