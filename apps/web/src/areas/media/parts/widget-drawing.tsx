import type { WidgetSettings } from '@vitrine/contract/widgets';
import { type MountedWidget, mountSourceWidget, mountWidget, type SourceState } from '@vitrine/widgets';
import { useEffect, useRef } from 'react';
import { BROWSER_ENVIRONMENT } from '../widget-environment.ts';
import styles from './widget-drawing.module.css';

interface WidgetDrawingProps {
  settings: WidgetSettings;
  /** Address of the photo that it shows. */
  pictureUrl: string | null;
  /** Data of a widget that draws a source. */
  source?: SourceState | null;
  /** Instant at which it is drawn, in epoch milliseconds. Default: the current time. */
  at?: number | undefined;
  /** Description for screen readers, which ignore the widget when it is empty. */
  label: string;
  isPortrait?: boolean;
}

/** A widget as a screen shows it, by the clock and the time zone of this browser. It fills the width of its container. */
export function WidgetDrawing({ settings, pictureUrl, source = null, at, label, isPortrait = false }: WidgetDrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!frame.current) return;
    const widget = mountSafely(frame.current, { settings, pictureUrl, source, at });
    // A photo that cannot be loaded leaves its place empty.
    widget?.ready.catch(() => undefined);
    return () => widget?.destroy();
  }, [settings, pictureUrl, source, at]);
  return (
    <figure className={styles.frame} data-portrait={isPortrait ? '' : undefined} aria-label={label || undefined} aria-hidden={label === ''}>
      <div ref={frame} className={styles.drawing} />
    </figure>
  );
}

/** A widget that cannot be drawn leaves its place empty, and the page around it works. */
function mountSafely(
  element: HTMLElement,
  { settings, pictureUrl, source, at }: Pick<WidgetDrawingProps, 'settings' | 'pictureUrl' | 'source' | 'at'>,
): MountedWidget | null {
  const environment = at === undefined ? BROWSER_ENVIRONMENT : { ...BROWSER_ENVIRONMENT, now: () => at };
  try {
    if ('sourceId' in settings) {
      const state = source ?? { document: null, currentUntil: null };
      return mountSourceWidget(element, { settings, getState: () => state, ...environment });
    }
    return mountWidget(element, {
      settings,
      getPictureUrl: () => pictureUrl,
      ...environment,
    });
  } catch (cause) {
    console.error(cause);
    return null;
  }
}
