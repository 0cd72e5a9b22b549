import type { SlideTemplate } from '@vitrine/contract/widgets';
import { drawCelebration } from './celebration-template.ts';
import { drawHours, drawList } from './line-templates.ts';
import { block, column, row, type WidgetNode } from './node.ts';
import { centred, page, type SlideLayout, type SlideSettings, type SlideTemplateFunction } from './slide-layout.ts';
import { singleLine, textBlock } from './text-fit.ts';

type TextTemplate = Exclude<SlideTemplate, 'pictureBeside' | 'pictureBehind'>;

export const TEXT_TEMPLATES: Record<TextTemplate, SlideTemplateFunction> = {
  announcement: drawAnnouncement,
  welcome: drawWelcome,
  quote: drawQuote,
  event: drawEvent,
  offer: drawOffer,
  notice: drawNotice,
  hours: drawHours,
  list: drawList,
  number: drawNumber,
  celebration: drawCelebration,
};

/** Figures and prices are not broken where their author did not break them. */
const countLines = (text: string): number => text.split('\n').length;

/** A large headline from the left, a short bar, then the text. */
function drawAnnouncement({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, innerWidth, innerHeight, palette } = layout;
  return page(layout, { justifyContent: 'center' }, [
    detail === '' ? null : singleLine(detail, 4.2 * unit, innerWidth, { color: palette.accent, fontWeight: 600, marginBottom: 3 * unit }),
    textBlock(
      title,
      { width: innerWidth, height: innerHeight * 0.5, max: 17 * unit, min: 6 * unit, lineHeight: 1.06 },
      { fontWeight: 700 },
    ),
    block({
      width: 14 * unit,
      height: 1.2 * unit,
      background: palette.accent,
      marginTop: 5 * unit,
      marginBottom: text === '' ? 0 : 5 * unit,
    }),
    textBlock(
      text,
      { width: innerWidth, height: innerHeight * 0.28, max: 6 * unit, min: 3.2 * unit, lineHeight: 1.35 },
      { color: palette.soft },
    ),
  ]);
}

/** A greeting in the middle of a frame. */
function drawWelcome({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, margin, width, height, palette } = layout;
  const inset = margin / 2;
  const innerWidth = width - 2 * inset - 14 * unit;
  return page(layout, { ...centred, padding: inset }, [
    column(
      { ...centred, flexGrow: 1, width: width - 2 * inset, border: `${0.5 * unit}px solid ${palette.accent}`, borderRadius: 3 * unit },
      [
        textBlock(
          detail,
          { width: innerWidth, height: height * 0.12, max: 5 * unit, min: 3 * unit },
          { color: palette.accent, fontWeight: 600, alignItems: 'center', marginBottom: 3 * unit },
        ),
        textBlock(
          title,
          { width: innerWidth, height: height * 0.42, max: 16 * unit, min: 6 * unit, lineHeight: 1.08 },
          { fontWeight: 700, alignItems: 'center' },
        ),
        textBlock(
          text,
          { width: innerWidth, height: height * 0.22, max: 6 * unit, min: 3.2 * unit, lineHeight: 1.35 },
          { color: palette.soft, alignItems: 'center', marginTop: 4 * unit },
        ),
      ],
    ),
  ]);
}

/** A quotation under a large quotation mark, with its author. */
function drawQuote({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, innerWidth, innerHeight, palette } = layout;
  const author = [detail, text].filter((part) => part !== '').join('\n');
  return page(layout, { justifyContent: 'center' }, [
    {
      style: {
        display: 'flex',
        height: 17 * unit,
        fontSize: 36 * unit,
        lineHeight: 1,
        fontWeight: 700,
        color: palette.accent,
        flexShrink: 0,
      },
      text: '“',
    },
    textBlock(
      title,
      { width: innerWidth, height: innerHeight * 0.5, max: 11 * unit, min: 4.5 * unit, lineHeight: 1.2 },
      { fontWeight: 500 },
    ),
    author === ''
      ? null
      : row({ marginTop: 6 * unit, alignItems: 'center' }, [
          block({ width: 8 * unit, height: 0.6 * unit, background: palette.accent, marginRight: 3 * unit }),
          textBlock(
            author,
            { width: innerWidth - 11 * unit, height: innerHeight * 0.2, max: 4.6 * unit, min: 3 * unit, lineHeight: 1.35 },
            { color: palette.soft },
          ),
        ]),
  ]);
}

/** Date and time as a label, to the left of the event's title or above it. */
function drawEvent({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, isPortrait, margin, innerWidth, innerHeight, palette } = layout;
  const side = { width: isPortrait ? innerWidth : innerWidth * 0.3, height: isPortrait ? innerHeight * 0.24 : innerHeight };
  const labelBox = { width: side.width - 8 * unit, height: side.height - 8 * unit, max: 12 * unit, min: 4 * unit, lineHeight: 1.1 };
  const label =
    detail === ''
      ? null
      : column(
          {
            ...centred,
            ...side,
            flexShrink: 0,
            background: palette.accent,
            color: palette.onAccent,
            borderRadius: 3 * unit,
            [isPortrait ? 'marginBottom' : 'marginRight']: margin,
          },
          [textBlock(detail, labelBox, { fontWeight: 700, alignItems: 'center' })],
        );
  const width = isPortrait || !label ? innerWidth : innerWidth - side.width - margin;
  const height = isPortrait && label ? innerHeight - side.height - margin : innerHeight;
  return page(layout, { flexDirection: isPortrait ? 'column' : 'row' }, [
    label,
    column({ justifyContent: 'center', width, height }, [
      textBlock(title, { width, height: height * 0.55, max: 14 * unit, min: 5 * unit, lineHeight: 1.08 }, { fontWeight: 700 }),
      textBlock(
        text,
        { width, height: height * 0.36, max: 5.6 * unit, min: 3.2 * unit, lineHeight: 1.4 },
        { color: palette.soft, marginTop: 4 * unit },
      ),
    ]),
  ]);
}

/** A price or a discount that is read first. */
function drawOffer({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, innerWidth, innerHeight, palette } = layout;
  return page(layout, { ...centred }, [
    textBlock(
      title,
      { width: innerWidth, height: innerHeight * 0.26, max: 9 * unit, min: 4.5 * unit, lineHeight: 1.1 },
      { fontWeight: 600, alignItems: 'center' },
    ),
    detail === ''
      ? null
      : column(
          {
            marginTop: 4 * unit,
            marginBottom: 4 * unit,
            padding: `${2 * unit}px ${6 * unit}px`,
            background: palette.accent,
            color: palette.onAccent,
            borderRadius: 4 * unit,
          },
          [
            textBlock(
              detail,
              {
                width: innerWidth - 12 * unit,
                height: innerHeight * 0.4,
                max: 28 * unit,
                min: 6 * unit,
                lineHeight: 1.08,
                maxLines: countLines(detail),
              },
              { fontWeight: 700, alignItems: 'center' },
            ),
          ],
        ),
    textBlock(
      text,
      { width: innerWidth, height: innerHeight * 0.2, max: 5 * unit, min: 3.2 * unit, lineHeight: 1.35 },
      { color: palette.soft, alignItems: 'center' },
    ),
  ]);
}

/** A message that must be noticed: a mark in a circle, then the text on its own surface. */
function drawNotice({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, isPortrait, innerWidth, innerHeight, palette } = layout;
  const mark = 20 * unit;
  const width = innerWidth - 12 * unit - (isPortrait ? 0 : mark + 7 * unit);
  const height = innerHeight - 12 * unit - (isPortrait ? mark + 5 * unit : 0);
  return page(layout, {}, [
    column(
      {
        flexGrow: 1,
        flexDirection: isPortrait ? 'column' : 'row',
        alignItems: isPortrait ? 'flex-start' : 'center',
        justifyContent: isPortrait ? 'center' : 'flex-start',
        padding: 6 * unit,
        background: palette.surface,
        borderRadius: 4 * unit,
      },
      [
        column(
          {
            ...centred,
            width: mark,
            height: mark,
            flexShrink: 0,
            borderRadius: mark / 2,
            background: palette.accent,
            color: palette.onAccent,
            [isPortrait ? 'marginBottom' : 'marginRight']: isPortrait ? 5 * unit : 7 * unit,
          },
          [{ style: { display: 'flex', fontSize: 14 * unit, fontWeight: 700, lineHeight: 1 }, text: '!' }],
        ),
        column({ justifyContent: 'center', width }, [
          textBlock(title, { width, height: height * 0.42, max: 11 * unit, min: 5 * unit, lineHeight: 1.1 }, { fontWeight: 700 }),
          textBlock(text, { width, height: height * 0.38, max: 5.6 * unit, min: 3.2 * unit, lineHeight: 1.4 }, { marginTop: 3 * unit }),
          textBlock(detail, { width, height: height * 0.12, max: 4.4 * unit, min: 3 * unit }, { color: palette.soft, marginTop: 3 * unit }),
        ]),
      ],
    ),
  ]);
}

/** A figure that is read from across the room, and what it counts. */
function drawNumber({ title, text, detail }: SlideSettings, layout: SlideLayout): WidgetNode {
  const { unit, isPortrait, innerWidth, innerHeight, palette } = layout;
  return page(layout, { justifyContent: 'center' }, [
    textBlock(
      detail,
      { width: innerWidth, height: innerHeight * 0.12, max: 5 * unit, min: 3.2 * unit },
      { color: palette.soft, marginBottom: 1 * unit },
    ),
    textBlock(
      title,
      {
        width: innerWidth,
        height: innerHeight * 0.55,
        max: (isPortrait ? 40 : 48) * unit,
        min: 8 * unit,
        lineHeight: 1.02,
        maxLines: countLines(title),
      },
      { fontWeight: 700, color: palette.accent },
    ),
    textBlock(
      text,
      { width: innerWidth, height: innerHeight * 0.26, max: 7 * unit, min: 3.4 * unit, lineHeight: 1.3 },
      { fontWeight: 500, marginTop: 2 * unit },
    ),
  ]);
}
