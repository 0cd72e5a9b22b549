import type { SourceWidgetSettings } from '@vitrine/contract/widgets';
import { drawSourceWidget } from './draw-source-widget.ts';
import { type MountDrawingOptions, type MountedDrawing, mountDrawing } from './mount-widget.ts';
import type { SourceState } from './source-context.ts';

export interface MountSourceOptions extends Omit<MountDrawingOptions, 'draw' | 'getPictureUrl'> {
  settings: SourceWidgetSettings;
  /** Returns the data as it is now. Call `redraw` when it has changed. */
  getState: () => SourceState;
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Draws a widget with a data source into an element and keeps it up to date. Throws when it can't be drawn at all. */
export function mountSourceWidget(element: HTMLElement, { settings, getState, ...options }: MountSourceOptions): MountedDrawing {
  const draw: MountDrawingOptions['draw'] = (context) =>
    drawSourceWidget(settings, getState(), context, { reducedMotion: matchMedia(REDUCED_MOTION).matches });
  return mountDrawing(element, { ...options, getPictureUrl: () => null, draw });
}
