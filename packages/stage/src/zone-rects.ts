import type { LayoutPreset, LayoutZone } from '@vitrine/contract/layouts';

/** Part of the stage, in percent of its width and height. */
export interface ZoneRect {
  left: number;
  top: number;
  width: number;
  height: number;
}

type ZoneRects = Partial<Record<LayoutZone, ZoneRect>> & { main: ZoneRect };

/** Divides the whole width at a height. */
const divideHeight = (height: number): [above: ZoneRect, below: ZoneRect] => [
  { left: 0, top: 0, width: 100, height },
  { left: 0, top: height, width: 100, height: 100 - height },
];

function divideWidth({ left, top, width, height }: ZoneRect, percent: number): [left: ZoneRect, right: ZoneRect] {
  const first = (width * percent) / 100;
  return [
    { left, top, width: first, height },
    { left: left + first, top, width: width - first, height },
  ];
}

/**
 * Returns the rectangle of each zone of a layout. `divider` is the share of the main zone in percent: of the height, of the width, or of both. On a stage that is
 * taller than wide, `side` is below the main zone.
 */
export function getZoneRects(preset: LayoutPreset, divider: number, isPortrait: boolean): ZoneRects {
  const [above, below] = divideHeight(divider);
  if (preset === 'ticker' || preset === 'split') return { main: above, bottom: below };
  if (preset === 'grid') {
    const [main, topRight] = divideWidth(above, divider);
    const [bottomLeft, bottomRight] = divideWidth(below, divider);
    return { main, topRight, bottomLeft, bottomRight };
  }
  if (preset === 'side') {
    const [main, side] = isPortrait ? [above, below] : divideWidth({ left: 0, top: 0, width: 100, height: 100 }, divider);
    return { main, side };
  }
  const mainHeight = (above.height * divider) / 100;
  const [main, side] = isPortrait
    ? [
        { ...above, height: mainHeight },
        { ...above, top: mainHeight, height: above.height - mainHeight },
      ]
    : divideWidth(above, divider);
  return { main, side, bottom: below };
}
