import type { CalendarDocument } from '@vitrine/contract/sources';
import type { SourceSettingsOf } from '@vitrine/contract/widgets';
import { findNextChange, isDuring, listEvents, listScreenDays, type ScreenEvent } from './calendar-days.ts';
import { column, type Drawing, getUnit, isPortrait, type WidgetNode } from './node.ts';
import { getPalette, type Palette } from './palettes.ts';
import { describeAge, drawFooter, drawFrame, drawMessage, earliestOf, formatClock, type SourceContext } from './source-context.ts';
import { singleLine, textBlock } from './text-fit.ts';

/** A wrong sign sends people into a meeting, so its age matters soon. */
const AGE_MATTERS_MS = 600_000;

/** Draws the sign of a room: whether it is free or occupied, the time of the next change, and the next meeting of the day. */
export function drawRoom(settings: SourceSettingsOf<'room'>, document: CalendarDocument, context: SourceContext): Drawing {
  const [today] = listScreenDays(1, context);
  if (!today || today.date >= document.untilDate)
    return drawMessage(`${settings.name}: no data for today`, context, getPalette('freeRoom', settings.theme));
  const events = listEvents(document, context).filter((event) => event.isBusy && isDuring(event, today));
  const current = events.find(({ from, to }) => from <= context.now && to > context.now);
  const next = events.find(({ from }) => from > context.now);
  const freeAt = current ? findEnd(events, current) : null;
  const palette = getPalette(current ? 'occupiedRoom' : 'freeRoom', settings.theme);
  const age = describeAge(context, AGE_MATTERS_MS);
  const changesAt = freeAt ?? next?.from ?? today.to;
  const until = changesAt >= today.to ? 'for the rest of the day' : `until ${formatClock(changesAt, context)}`;
  const unit = getUnit(context);
  const isUpright = isPortrait(context);
  const { width, height } = context.size;
  const status = isUpright ? { width, height: height * 0.62 } : { width: width * 0.58, height };
  const side = isUpright ? { width, height: height - status.height } : { width: width - status.width, height };
  const tree = drawFrame(context, { background: palette.background, color: palette.text }, 0, [
    drawStatus(settings.name, current, until, status, palette, unit),
    drawNext(next, side, { context, palette, unit }),
    drawFooter('', age, context, palette),
  ]);
  return {
    tree: { ...tree, style: { ...tree.style, flexDirection: isUpright ? 'column' : 'row' } },
    until: earliestOf([age.until, findNextChange(events, context)]),
  };
}

/** Returns when the room is free again: meetings that follow each other are one. */
function findEnd(events: readonly ScreenEvent[], current: ScreenEvent): number {
  return events
    .filter(({ from }) => from >= current.from)
    .reduce((end, { from, to }) => (from <= end ? Math.max(end, to) : end), current.to);
}

function drawStatus(
  name: string,
  current: ScreenEvent | undefined,
  until: string,
  box: { width: number; height: number },
  palette: Palette,
  unit: number,
): WidgetNode {
  const inner = box.width - 14 * unit;
  return column(
    { ...box, flexShrink: 0, padding: 7 * unit, justifyContent: 'space-between', background: palette.accent, color: palette.onAccent },
    [
      textBlock(name, { width: inner, height: 16 * unit, max: 7 * unit, min: 4 * unit, lineHeight: 1.1, maxLines: 2 }, { fontWeight: 600 }),
      column({}, [
        textBlock(
          current ? 'Occupied' : 'Free',
          { width: inner, height: 26 * unit, max: current ? 19 * unit : 26 * unit, min: 8 * unit, lineHeight: 1.05, maxLines: 1 },
          { fontWeight: 700 },
        ),
        textBlock(
          until,
          { width: inner, height: 10 * unit, max: 7 * unit, min: 4 * unit, lineHeight: 1.2, maxLines: 1 },
          { fontWeight: 600 },
        ),
      ]),
      textBlock(
        current?.title ?? '',
        { width: inner, height: 14 * unit, max: 5 * unit, min: 3.4 * unit, lineHeight: 1.2, maxLines: 2 },
        { fontWeight: 500 },
      ) ?? column({ height: 2 * unit }, []),
    ],
  );
}

function drawNext(
  next: ScreenEvent | undefined,
  box: { width: number; height: number },
  { context, palette, unit }: { context: SourceContext; palette: Palette; unit: number },
): WidgetNode {
  const padding = (isPortrait(context) ? 7 : 6) * unit;
  const inner = box.width - 2 * padding;
  return column({ ...box, flexShrink: 0, padding, justifyContent: 'center' }, [
    singleLine('Next', 4 * unit, inner, { color: palette.accent, fontWeight: 700 }),
    ...(next
      ? [
          singleLine(next.isAllDay ? 'All day' : `${formatClock(next.from, context)} – ${formatClock(next.to, context)}`, 6 * unit, inner, {
            fontWeight: 700,
            marginTop: 2 * unit,
          }),
          textBlock(
            next.title,
            { width: inner, height: 22 * unit, max: 5 * unit, min: 3.4 * unit, lineHeight: 1.2, maxLines: 3 },
            { color: palette.soft, marginTop: 1.6 * unit, fontWeight: 500 },
          ),
        ]
      : [
          textBlock(
            'Nothing else is planned today',
            { width: inner, height: 20 * unit, max: 5 * unit, min: 3.4 * unit },
            { color: palette.soft, marginTop: 2 * unit },
          ),
        ]),
  ]);
}
