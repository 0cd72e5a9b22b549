import type { PlainWidgetSettings } from '@vitrine/contract/widgets';
import { drawClock } from './clock.ts';
import { drawCountdown } from './countdown.ts';
import { drawLiveCard } from './live-card.ts';
import { drawMenu } from './menu.ts';
import type { DrawContext, Drawing } from './node.ts';
import { drawQrCode } from './qr-code.ts';
import { drawSlide } from './slide.ts';
import { drawTable } from './table.ts';
import { drawWebCard } from './web-card.ts';

/** Draws a widget without a data source as it looks at one moment. The same arguments always give the same drawing. */
export function drawWidget(settings: PlainWidgetSettings, context: DrawContext): Drawing {
  switch (settings.type) {
    case 'slide':
      return drawSlide(settings, context);
    case 'clock':
      return drawClock(settings, context);
    case 'countdown':
      return drawCountdown(settings, context);
    case 'qrCode':
      return drawQrCode(settings, context);
    case 'table':
      return drawTable(settings, context);
    case 'menu':
      return drawMenu(settings, context);
    case 'web':
      return drawWebCard(settings, context);
    case 'live':
      return drawLiveCard(settings, context);
  }
}
