import type { WeatherCondition } from '@vitrine/contract/sources';
import { column, type WidgetNode } from './node.ts';
import type { Palette } from './palettes.ts';

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
/** All shapes are in a square of 24. */
const SUN = `${circle(12, 12, 5)}M11 1h2v3.4h-2zM11 19.6h2v3.4h-2zM1 11h3.4v2H1zM19.6 11H23v2h-3.4zM3.5 4.9 4.9 3.5l2.5 2.5L6 7.4zM16.6 18l1.4-1.4 2.5 2.5-1.4 1.4zM19.1 3.5l1.4 1.4L18 7.4 16.6 6zM6 16.6 7.4 18l-2.5 2.5-1.4-1.4z`;
const MOON = 'M20.4 14.8A8.8 8.8 0 1 1 9.6 3.2a7.2 7.2 0 0 0 10.8 11.6z';
const SMALL_SUN = `${circle(8.4, 8, 4)}M7.6 0.6h1.6v2.4H7.6zM1 7.2h2.4v1.6H1zM2.6 3.3l1.1-1.1 1.7 1.7-1.1 1.1zM13.1 2.2l1.1 1.1-1.7 1.7-1.1-1.1z`;
const SMALL_MOON = 'M13.2 9.6A5.4 5.4 0 1 1 6.8 2.2a4.4 4.4 0 0 0 6.4 7.4z';
const CLOUD = 'M7 20.5a4.8 4.8 0 0 1-.5-9.57A6.3 6.3 0 0 1 18.6 12a4.3 4.3 0 0 1-.4 8.5z';
const HIGH_CLOUD = 'M7 15.5a4.5 4.5 0 0 1-.5-8.97A6 6 0 0 1 18.1 7.5a4 4 0 0 1-.35 8z';
const FOG = 'M3.5 17.4h17v1.7h-17zM6 20.8h12v1.7H6z';
const DROPS = 'M7.6 17.2h1.8l-1.4 4.6H6.2zM12 17.2h1.8l-1.4 4.6h-1.8zM16.4 17.2h1.8l-1.4 4.6H15z';
const FLAKES = `${circle(7.4, 18.6, 1.2)}${circle(12, 21.2, 1.2)}${circle(16.6, 18.6, 1.2)}`;
const SLEET = `M7.6 17.2h1.8l-1.4 4.6H6.2zM16.4 17.2h1.8l-1.4 4.6H15z${circle(12.2, 20.4, 1.2)}`;
const BOLT = 'M12.4 16.4h3.4l-2 2.7h2.4L11 24l1.5-3.5h-2.4z';

type Ink = 'accent' | 'text' | 'soft';

const getShapes = (condition: WeatherCondition, isNight: boolean): (readonly [data: string, ink: Ink])[] => {
  switch (condition) {
    case 'clear':
      return [[isNight ? MOON : SUN, 'accent']];
    case 'partlyCloudy':
      return [
        [isNight ? SMALL_MOON : SMALL_SUN, 'accent'],
        [CLOUD, 'text'],
      ];
    case 'cloudy':
      return [[CLOUD, 'text']];
    case 'fog':
      return [
        [HIGH_CLOUD, 'text'],
        [FOG, 'soft'],
      ];
    case 'rain':
      return [
        [HIGH_CLOUD, 'text'],
        [DROPS, 'accent'],
      ];
    case 'sleet':
      return [
        [HIGH_CLOUD, 'text'],
        [SLEET, 'accent'],
      ];
    case 'snow':
      return [
        [HIGH_CLOUD, 'text'],
        [FLAKES, 'accent'],
      ];
    case 'thunder':
      return [
        [HIGH_CLOUD, 'text'],
        [BOLT, 'accent'],
      ];
  }
};

export function drawWeatherIcon(condition: WeatherCondition, isNight: boolean, side: number, palette: Palette): WidgetNode {
  return column(
    { position: 'relative', width: side, height: side, flexShrink: 0 },
    getShapes(condition, isNight).map(
      ([data, ink]): WidgetNode => ({
        style: { display: 'flex', position: 'absolute', left: 0, top: 0, width: side, height: side, color: palette[ink] },
        path: { data, side: 24, isSmooth: true },
      }),
    ),
  );
}

export const WEATHER_NAMES: Readonly<Record<WeatherCondition, string>> = {
  clear: 'Clear',
  partlyCloudy: 'Partly cloudy',
  cloudy: 'Cloudy',
  fog: 'Fog',
  rain: 'Rain',
  sleet: 'Sleet',
  snow: 'Snow',
  thunder: 'Thunderstorm',
};
