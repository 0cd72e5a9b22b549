import type { SourceDocument } from '@vitrine/contract/sources';
import type { SourceWidgetSettings, SourceWidgetType } from '@vitrine/contract/widgets';
import { drawAgenda } from './agenda.ts';
import { drawDataTable } from './data-table.ts';
import { drawHeadlines } from './headlines.ts';
import type { DrawContext, Drawing } from './node.ts';
import { getPalette } from './palettes.ts';
import { drawRoom } from './room.ts';
import { drawMessage, type SourceContext, type SourceState } from './source-context.ts';
import { drawTicker } from './ticker.ts';
import { drawWeather } from './weather.ts';

/** Draws a widget with the data of its source as it looks at one moment. The same arguments always give the same drawing. */
export function drawSourceWidget(
  settings: SourceWidgetSettings,
  { document, currentUntil }: SourceState,
  context: DrawContext,
  { reducedMotion = false } = {},
): Drawing {
  const complete: SourceContext = { ...context, currentUntil, reducedMotion };
  return (
    (document && drawDocument(settings, document, complete)) ??
    drawMessage('No data yet', complete, getPalette(PALETTES[settings.type], settings.theme))
  );
}

/** Returns null for a document of another kind. */
function drawDocument(settings: SourceWidgetSettings, document: SourceDocument, context: SourceContext): Drawing | null {
  switch (settings.type) {
    case 'headlines':
      return document.kind === 'feed' ? drawHeadlines(settings, document, context) : null;
    case 'ticker':
      return document.kind === 'feed' ? drawTicker(settings, document, context) : null;
    case 'agenda':
      return document.kind === 'calendar' ? drawAgenda(settings, document, context) : null;
    case 'room':
      return document.kind === 'calendar' ? drawRoom(settings, document, context) : null;
    case 'weather':
      return document.kind === 'weather' ? drawWeather(settings, document, context) : null;
    case 'dataTable':
      return document.kind === 'table' ? drawDataTable(settings, document, context) : null;
  }
}

const PALETTES = {
  headlines: 'headlines',
  ticker: 'ticker',
  agenda: 'agenda',
  room: 'freeRoom',
  weather: 'weather',
  dataTable: 'table',
} as const satisfies Record<SourceWidgetType, string>;
