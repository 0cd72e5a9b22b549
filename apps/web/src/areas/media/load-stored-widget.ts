import type { ScreenWidget } from '@vitrine/contract/widgets';
import { readWidget } from '@vitrine/contract/widgets.endpoints';
import { createWidgetSurface, type LoadWidget } from '@vitrine/stage';
import { mountSourceWidget, mountWidget, type SourceState } from '@vitrine/widgets';
import { call } from '../../lib/api-client.ts';
import { AppError } from '../../lib/app-error.ts';
import { BROWSER_ENVIRONMENT } from './widget-environment.ts';

/** Loads the widget whose file for screens is at the source's address, with the current data if it has a data source. */
export const loadStoredWidget = (
  mediaId: string | undefined,
  ...[layer, { url }, limits]: Parameters<LoadWidget>
): ReturnType<LoadWidget> =>
  createWidgetSurface(layer, limits, async (element) => {
    const response = await fetch(url, { signal: limits.signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { settings, pictures } = (await response.json()) as ScreenWidget;
    if (!('sourceId' in settings)) {
      return mountWidget(element, { settings, getPictureUrl: (id) => pictures[id] ?? null, ...BROWSER_ENVIRONMENT });
    }
    const state = await readSourceState(mediaId, limits.signal);
    return mountSourceWidget(element, { settings, getState: () => state, ...BROWSER_ENVIRONMENT });
  });

const NO_DATA: SourceState = { document: null, currentUntil: null };

/** Returns no data for a widget that the user may not open, such as one of a playlist of another person. */
async function readSourceState(mediaId: string | undefined, signal: AbortSignal | undefined): Promise<SourceState> {
  if (mediaId === undefined) return NO_DATA;
  try {
    const { source } = await call(readWidget, { params: { mediaId }, signal });
    return source ?? NO_DATA;
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'NOT_FOUND') return NO_DATA;
    throw cause;
  }
}
