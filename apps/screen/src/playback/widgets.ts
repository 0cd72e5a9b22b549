import type { Manifest } from '@vitrine/contract/screens';
import type { ScreenWidget, SettingsOf, SourceWidgetSettings } from '@vitrine/contract/widgets';
import { createPageSurface, createWidgetSurface, type DrawnWidget, type LoadWidget, type Surface } from '@vitrine/stage';
import { type MountedWidget, type MountOptions, type MountSourceOptions, mountSourceWidget, mountWidget } from '@vitrine/widgets';
import type { ServerClock } from '../clock/server-clock.ts';
import { getSourceData } from './start-source-data.ts';

type Environment = Pick<MountOptions, 'getZone' | 'language' | 'now' | 'onError'>;

/**
 * Loads the widget, the web page or the live stream of a stored file into a layer, with the server's time and the time zone of the manifest. A separate
 * chunk, so that screens without widgets do not load it.
 */
export async function loadWidget(
  [layer, { bytes }, limits, host]: Parameters<LoadWidget>,
  clock: Pick<ServerClock, 'now'>,
  getManifest: () => Manifest | null,
): Promise<Surface> {
  // Older browsers cannot read a Blob as text, except as a response.
  const { settings, pictures } = (await new Response(bytes).json()) as ScreenWidget;
  const environment: Environment = {
    getZone: () => getManifest()?.device ?? 'UTC',
    language: navigator.language,
    now: () => clock.now(),
    onError: (reason: string) => console.info('the widget could not be drawn again:', reason),
  };
  if (settings.type === 'web' || settings.type === 'live') {
    const drawFallback = settings.fallbackText === '' ? undefined : (element: HTMLElement) => drawText(element, settings, environment);
    if (settings.type === 'web') return createPageSurface(layer, limits, settings, { drawFallback });
    return (await import('./live-streams.ts')).loadLiveStream(settings, drawFallback, { layer, limits, host });
  }
  return createWidgetSurface(layer, limits, (element) =>
    'sourceId' in settings
      ? mountWithSource(element, settings, environment)
      : mountWidget(element, { ...environment, settings, getPictureUrl: (id) => pictures[id] ?? null }),
  );
}

/** Draws the text that is shown while a page can't be reached or a stream can't be played. */
const drawText = (element: HTMLElement, { theme, fallbackText }: SettingsOf<'web' | 'live'>, environment: Environment): DrawnWidget =>
  mountWidget(element, {
    ...environment,
    settings: { type: 'slide', theme, template: 'announcement', title: fallbackText, text: '', detail: '', pictureId: null },
    getPictureUrl: () => null,
  });

/** Draws a widget again whenever the data of its source changes. */
async function mountWithSource(
  element: HTMLElement,
  settings: SourceWidgetSettings,
  environment: Omit<MountSourceOptions, 'settings' | 'getState'>,
): Promise<MountedWidget> {
  const data = await getSourceData();
  const widget = mountSourceWidget(element, { ...environment, settings, getState: () => data.getState(settings.sourceId) });
  const unsubscribe = data.subscribe(() => widget.redraw());
  return {
    ready: widget.ready,
    destroy: () => {
      unsubscribe();
      widget.destroy();
    },
  };
}
