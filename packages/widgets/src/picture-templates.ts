import { block, column, type WidgetNode } from './node.ts';
import { page, type SlideLayout, type SlideSettings, type SlideTemplateFunction } from './slide-layout.ts';
import { textBlock } from './text-fit.ts';

export const PICTURE_TEMPLATES: Record<'pictureBeside' | 'pictureBehind', SlideTemplateFunction> = {
  pictureBeside: drawPictureBeside,
  pictureBehind: drawPictureBehind,
};

/** Shown while no photo is chosen: the accent colour with a simple landscape. */
function picture(pictureId: string | null, { palette }: SlideLayout, style: Record<string, string | number>): WidgetNode {
  if (pictureId !== null) return { style: { display: 'flex', flexShrink: 0, objectFit: 'cover', ...style }, pictureId };
  return {
    style: {
      display: 'flex',
      flexShrink: 0,
      alignItems: 'center',
      justifyContent: 'center',
      overflow: 'hidden',
      background: palette.surface,
      ...style,
    },
    children: [
      {
        style: { display: 'flex', width: '46%', height: '46%', color: palette.line },
        path: { side: 24, data: 'M2 20 9 9l4.5 6 2.5-3.5L22 20zM16.5 4a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z' },
      },
    ],
  };
}

/** Half picture, half text: side by side, or above each other on upright screens. */
function drawPictureBeside({ title, text, detail, pictureId }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, margin, isPortrait, width, height, palette } = layout;
  const pictureSize = isPortrait ? { width, height: height * 0.48 } : { width: width * 0.48, height };
  const box = isPortrait ? { width, height: height - pictureSize.height } : { width: width - pictureSize.width, height };
  const inner = { width: box.width - 2 * margin, height: box.height - 2 * margin };
  return page(layout, { padding: 0, flexDirection: isPortrait ? 'column' : 'row' }, [
    picture(pictureId, layout, pictureSize),
    column({ ...box, justifyContent: 'center', padding: margin }, [
      textBlock(
        detail,
        { width: inner.width, height: inner.height * 0.12, max: 4.4 * unit, min: 3 * unit },
        { color: palette.accent, fontWeight: 600, marginBottom: 3 * unit },
      ),
      textBlock(
        title,
        { width: inner.width, height: inner.height * 0.48, max: 11 * unit, min: 4.6 * unit, lineHeight: 1.08 },
        { fontWeight: 700 },
      ),
      textBlock(
        text,
        { width: inner.width, height: inner.height * 0.3, max: 5 * unit, min: 3 * unit, lineHeight: 1.4 },
        { color: palette.soft, marginTop: 4 * unit },
      ),
    ]),
  ]);
}

/** The picture fills the slide. The text stands on a plain band, so that it can be read on every picture. */
function drawPictureBehind({ title, text, detail, pictureId }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, margin, width, height, palette } = layout;
  const inner = width - 2 * margin;
  return page(layout, { padding: 0, justifyContent: 'flex-end' }, [
    picture(pictureId, layout, { position: 'absolute', left: 0, top: 0, width, height }),
    column({ position: 'relative', width, padding: `${5 * unit}px ${margin}px`, background: palette.background }, [
      block({ position: 'absolute', left: 0, top: 0, width, height: 0.8 * unit, background: palette.accent }),
      textBlock(
        detail,
        { width: inner, height: 6 * unit, max: 4.2 * unit, min: 3 * unit },
        { color: palette.accent, fontWeight: 600, marginBottom: 1.5 * unit },
      ),
      textBlock(title, { width: inner, height: height * 0.2, max: 9.5 * unit, min: 4.4 * unit, lineHeight: 1.1 }, { fontWeight: 700 }),
      textBlock(
        text,
        { width: inner, height: height * 0.14, max: 4.6 * unit, min: 3 * unit, lineHeight: 1.35 },
        { color: palette.soft, marginTop: 2 * unit },
      ),
    ]),
  ]);
}
