import type { SettingsOf } from '@vitrine/contract/widgets';
import { encode } from 'uqr';
import { column, type DrawContext, type Drawing, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { getPalette } from './palettes.ts';
import { textBlock } from './text-fit.ts';

/** Modules of empty space around the code, which readers need. */
const QUIET_ZONE = 3;

/** Draws a QR code in black on white, which every phone reads, with a title and a text next to it or above it. */
export function drawQrCode(settings: SettingsOf<'qrCode'>, context: DrawContext): Drawing {
  const palette = getPalette('qrCode', settings.theme);
  const unit = getUnit(context);
  const { width, height } = context.size;
  const upright = isPortrait(context);
  const hasText = settings.title !== '' || settings.text !== '';
  const side = (hasText ? 64 : 84) * unit;
  const box = upright
    ? { width: width - 16 * unit, height: height - side - 24 * unit }
    : { width: width - side - 26 * unit, height: height - 16 * unit };
  const alignItems = upright ? 'center' : 'flex-start';
  const texts = column(
    { width: box.width, justifyContent: 'center', [upright ? 'marginBottom' : 'marginRight']: (upright ? 8 : 10) * unit },
    [
      textBlock(
        settings.title,
        { width: box.width, height: box.height * 0.5, max: 12 * unit, min: 4.6 * unit, lineHeight: 1.1 },
        { fontWeight: 700, alignItems },
      ),
      textBlock(
        settings.text,
        { width: box.width, height: box.height * 0.4, max: 5.4 * unit, min: 3.2 * unit, lineHeight: 1.4 },
        { color: palette.soft, alignItems, marginTop: 4 * unit },
      ),
    ],
  );
  const tree = row(
    {
      width,
      height,
      flexDirection: upright ? 'column' : 'row',
      alignItems: 'center',
      justifyContent: 'center',
      padding: 8 * unit,
      background: palette.background,
      color: palette.text,
      overflow: 'hidden',
    },
    [hasText ? texts : null, drawCode(settings.content, side, 2 * unit)],
  );
  return { tree, until: null };
}

function drawCode(content: string, side: number, radius: number): WidgetNode {
  const { data, size } = encode(content, { ecc: 'M', border: QUIET_ZONE });
  // Runs of dark modules become one rectangle each, which keeps the path short.
  const runs = data.map((cells, y) => drawRuns(cells, y)).join('');
  return {
    style: {
      display: 'flex',
      width: side,
      height: side,
      flexShrink: 0,
      background: '#ffffff',
      color: '#000000',
      borderRadius: radius,
      overflow: 'hidden',
    },
    path: { side: size, data: runs },
  };
}

function drawRuns(cells: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < cells.length; x++) {
    if (!cells[x]) continue;
    const start = x;
    while (cells[x + 1]) x++;
    path += `M${start} ${y}h${x - start + 1}v1H${start}z`;
  }
  return path;
}
