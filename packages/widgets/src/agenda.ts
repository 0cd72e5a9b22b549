import type { CalendarDocument } from '@vitrine/contract/sources';
import type { SourceSettingsOf } from '@vitrine/contract/widgets';
import { findNextChange, isDuring, listEvents, listScreenDays, type ScreenDay, type ScreenEvent } from './calendar-days.ts';
import { block, column, type Drawing, getUnit, isPortrait, row, type WidgetNode } from './node.ts';
import { findCurrentPage, paginate } from './pages.ts';
import { getPalette, type Palette } from './palettes.ts';
import {
  type DataAge,
  describeAge,
  drawFooter,
  drawFrame,
  earliestOf,
  formatClock,
  formatTime,
  type SourceContext,
} from './source-context.ts';
import { drawPageDots } from './table.ts';
import { fitText, singleLine, type TextBox, textBlock } from './text-fit.ts';

const AGE_MATTERS_MS = 1_800_000;

interface Agenda {
  settings: SourceSettingsOf<'agenda'>;
  document: CalendarDocument;
  events: ScreenEvent[];
  context: SourceContext;
  palette: Palette;
  unit: number;
  /** Within the margins, below the title. */
  width: number;
  height: number;
  age: DataAge;
}

/** Draws the events of a calendar: those of today, of seven days, or the next three. */
export function drawAgenda(settings: SourceSettingsOf<'agenda'>, document: CalendarDocument, context: SourceContext): Drawing {
  const unit = getUnit(context);
  const margin = 7 * unit;
  const agenda: Agenda = {
    settings,
    document,
    events: listEvents(document, context),
    context,
    palette: getPalette('agenda', settings.theme),
    unit,
    width: context.size.width - 2 * margin,
    height: context.size.height - 2 * margin - TITLE * unit - 1 * unit,
    age: describeAge(context, AGE_MATTERS_MS),
  };
  const { children, until } = settings.view === 'week' ? drawWeek(agenda) : drawList(agenda);
  const { palette, width, age } = agenda;
  const tree = drawFrame(context, { background: palette.background, color: palette.text }, margin, [
    row({ height: TITLE * unit, width, flexShrink: 0, justifyContent: 'space-between', alignItems: 'flex-start' }, [
      textBlock(
        settings.title || document.name || 'Agenda',
        { width: width * 0.56, height: 10 * unit, max: 7 * unit, min: 4 * unit, lineHeight: 1.1, maxLines: isPortrait(context) ? 2 : 1 },
        { fontWeight: 700 },
      ),
      singleLine(
        formatTime(context.now, context, {
          weekday: isPortrait(context) ? 'short' : 'long',
          day: 'numeric',
          month: isPortrait(context) ? 'short' : 'long',
        }),
        4 * unit,
        width * 0.42,
        { color: palette.accent, fontWeight: 600 },
      ),
    ]),
    ...children,
    drawFooter('', age, context, palette),
  ]);
  return { tree, until: earliestOf([until, age.until, findNextChange(agenda.events, context)]) };
}

/** Height of the title, in units. */
const TITLE = 13;

interface Part {
  children: (WidgetNode | null)[];
  until: number | null;
}

const isUnknown = (day: ScreenDay, { document }: Agenda): boolean => day.date >= document.untilDate;

function drawList(agenda: Agenda): Part {
  const { settings, events, context, palette, unit, width, height } = agenda;
  const [today] = listScreenDays(1, context);
  const isNext = settings.view === 'next';
  const perPage = isNext ? 3 : isPortrait(context) ? 8 : 5;
  const listed = isNext
    ? events.filter(({ to }) => to > context.now).slice(0, 3)
    : skipPast(
        events.filter((event) => today && isDuring(event, today)),
        perPage,
        context,
      );
  if (listed.length === 0) {
    const text =
      today && isUnknown(today, agenda) ? 'The calendar has no data for today' : isNext ? 'Nothing is planned' : 'Nothing is planned today';
    return {
      children: [
        column({ flexGrow: 1, justifyContent: 'center' }, [
          textBlock(text, { width, height, max: 7 * unit, min: 4 * unit }, { color: palette.soft }),
        ]),
      ],
      until: null,
    };
  }
  const maxHeight = isPortrait(context) ? { next: 40, day: 19 } : { next: 24, day: 15 };
  const rowHeight = Math.min((isNext ? maxHeight.next : maxHeight.day) * unit, height / perPage);
  const pages = paginate(listed, perPage, () => 1);
  const current = findCurrentPage(pages.length, context);
  const rows = (pages[current.index] ?? []).map((event) => drawEvent(event, rowHeight, isNext, agenda));
  return { children: [...rows, drawPageDots(current, unit, palette)], until: current.until };
}

/** Leaves out events that have ended when a day has more events than fit on one page. */
function skipPast(events: readonly ScreenEvent[], perPage: number, { now }: SourceContext): readonly ScreenEvent[] {
  if (events.length <= perPage) return events;
  const coming = events.filter(({ from, to }) => Math.max(to, from + 1) > now);
  return coming.length > 0 ? coming : events.slice(-perPage);
}

function drawEvent(event: ScreenEvent, height: number, hasDay: boolean, { context, palette, unit, width }: Agenda): WidgetNode {
  const isNow = event.from <= context.now && event.to > context.now && !event.isAllDay;
  const isPast = Math.max(event.to, event.from + 1) <= context.now;
  const timeWidth = (isPortrait(context) ? 22 : 30) * unit;
  const textWidth = width - timeWidth - 4 * unit;
  const day = hasDay ? describeDay(event, context) : '';
  const time = event.isAllDay ? 'All day' : formatClock(event.from, context);
  const look = { fontWeight: isPast ? 500 : 600, color: isPast ? palette.soft : palette.text };
  const end = event.isAllDay || event.to <= event.from ? '' : `to ${formatClock(event.to, context)}`;
  return row(
    {
      height,
      alignItems: 'center',
      flexShrink: 0,
      borderTop: `${Math.max(1, 0.2 * unit)}px solid ${palette.line}`,
    },
    [
      block({
        width: 1 * unit,
        height: height * 0.66,
        borderRadius: 0.5 * unit,
        marginRight: 3 * unit,
        background: isNow ? palette.accent : palette.line,
      }),
      column({ width: timeWidth, flexShrink: 0 }, [
        day === '' ? null : singleLine(day, 3.4 * unit, timeWidth - unit, { color: palette.accent, fontWeight: 600 }),
        singleLine(time, 5 * unit, timeWidth - unit, look),
        end === '' ? null : singleLine(end, 3.4 * unit, timeWidth - unit, { color: palette.soft }),
      ]),
      column({ width: textWidth }, [
        textBlock(
          event.title,
          {
            width: textWidth,
            height: height * (event.place === '' ? 0.8 : 0.56),
            max: (hasDay ? 6.4 : 5) * unit,
            min: 3.4 * unit,
            lineHeight: 1.15,
            maxLines: 2,
          },
          look,
        ),
        event.place === '' ? null : singleLine(event.place, (hasDay ? 3.8 : 3.4) * unit, textWidth, { color: palette.soft }),
      ]),
    ],
  );
}

function describeDay({ from }: ScreenEvent, context: SourceContext): string {
  const [today, tomorrow] = listScreenDays(2, context);
  if (today && from < today.to) return 'Today';
  if (tomorrow && from < tomorrow.to) return 'Tomorrow';
  return formatTime(from, context, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** Seven columns, or seven rows on upright screens. */
function drawWeek(agenda: Agenda): Part {
  const { context, unit, width, height } = agenda;
  const days = listScreenDays(7, context);
  const isUpright = isPortrait(context);
  const gap = 1.6 * unit;
  const bodyHeight = height - 2 * unit;
  const box = isUpright ? { width, height: (bodyHeight - 6 * gap) / 7 } : { width: (width - 6 * gap) / 7, height: bodyHeight };
  const children = days.map((day, index) => drawDay(day, index, box, agenda));
  const spaced = children.map((child, index) => ({
    ...child,
    style: { ...child.style, [isUpright ? 'marginTop' : 'marginLeft']: index === 0 ? 0 : gap },
  }));
  return { children: [row({ flexDirection: isUpright ? 'column' : 'row', height: bodyHeight }, spaced)], until: null };
}

function drawDay(day: ScreenDay, index: number, box: { width: number; height: number }, agenda: Agenda): WidgetNode {
  const { context, palette, unit, events } = agenda;
  const isUpright = isPortrait(context);
  const isToday = index === 0;
  const padding = 1.8 * unit;
  const headWidth = isUpright ? 15 * unit : box.width - 2 * padding;
  const head = column({ width: headWidth, flexShrink: 0, marginBottom: isUpright ? 0 : 1.6 * unit }, [
    singleLine(formatTime(day.from, context, { weekday: 'short' }), 3.2 * unit, headWidth, {
      fontWeight: 600,
      color: isToday ? palette.accent : palette.soft,
    }),
    singleLine(formatTime(day.from, context, { day: 'numeric' }), 5.4 * unit, headWidth, {
      fontWeight: 700,
      color: isToday ? palette.accent : palette.text,
    }),
  ]);
  const bodyWidth = isUpright ? box.width - 2 * padding - headWidth : box.width - 2 * padding;
  const bodyHeight = box.height - 2 * padding - (isUpright ? 0 : 12 * unit);
  const listed = events.filter((event) => isDuring(event, day) && Math.max(event.to, event.from + 1) > context.now);
  const entries = listed.map((event) => drawWeekEntry(event, bodyWidth, agenda));
  const shown = takeFitting(entries, bodyHeight, NOTE * 1.2 * unit);
  const more = listed.length - shown.length;
  const note = more > 0 ? `${more} more` : listed.length === 0 && isUnknown(day, agenda) ? 'No data' : '';
  return column(
    {
      ...box,
      flexShrink: 0,
      flexDirection: isUpright ? 'row' : 'column',
      alignItems: isUpright ? 'center' : 'stretch',
      padding,
      background: palette.surface,
      borderRadius: 2 * unit,
      overflow: 'hidden',
    },
    [
      head,
      column({ width: bodyWidth }, [
        ...shown,
        note === '' ? null : singleLine(note, NOTE * unit, bodyWidth, { color: palette.soft, fontWeight: 600 }),
      ]),
    ],
  );
}

/** Size of the small texts of the week, in units. */
const NOTE = 3.4;

interface Entry extends WidgetNode {
  style: WidgetNode['style'] & { height: number };
}

/** Returns the first entries that fit, and always one. When some are left out, a note below the others needs room as well. */
function takeFitting(entries: readonly Entry[], height: number, noteHeight: number): readonly Entry[] {
  const total = entries.reduce((sum, { style }) => sum + style.height, 0);
  if (total <= height) return entries;
  let left = height - noteHeight;
  const count = entries.findIndex(({ style }) => (left -= style.height) < 0);
  return entries.slice(0, Math.max(1, count));
}

function drawWeekEntry(event: ScreenEvent, width: number, { context, palette, unit }: Agenda): Entry {
  const time = event.isAllDay ? '' : formatClock(event.from, context);
  if (isPortrait(context)) {
    const timeWidth = 13 * unit;
    const line = row({ height: 5 * unit, alignItems: 'center', flexShrink: 0 }, [
      row({ width: timeWidth, flexShrink: 0 }, [
        singleLine(time || 'All day', NOTE * unit, timeWidth - unit, { color: palette.soft, fontWeight: 600 }),
      ]),
      singleLine(event.title, 3.6 * unit, width - timeWidth, { fontWeight: 600 }),
    ]);
    return { ...line, style: { ...line.style, height: 5 * unit } };
  }
  const box: TextBox = { width, height: 16 * unit, max: 3.6 * unit, min: 3.4 * unit, lineHeight: 1.12, maxLines: 3 };
  const height = (time === '' ? 0 : NOTE * 1.2 * unit) + fitText(event.title, box).height + 2 * unit;
  const entry = column({ height, flexShrink: 0 }, [
    time === '' ? null : singleLine(time, NOTE * unit, width, { color: palette.soft, fontWeight: 600 }),
    textBlock(event.title, box, { fontWeight: 600 }),
  ]);
  return { ...entry, style: { ...entry.style, height } };
}
