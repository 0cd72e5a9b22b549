import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { GestureContext } from './gesture.ts';
import { attachGestures, type GestureSurface } from './gesture-surface.ts';
import type { SwipeResult } from './swipe.ts';
import { FIT_VIEW, panBy, zoomByKey } from './zoom.ts';

/** What one press of an arrow pans by, in CSS pixels. */
const ARROW_PAN = 80;

interface GestureOptions extends Omit<GestureContext, 'field'> {
  stage: RefObject<HTMLElement | null>;
  /** Which picture it is: another starts whole. */
  picture: string;
  index: number;
  onEnd: (end: Exclude<SwipeResult, 'stay'>) => void;
}

/** The gestures of the stage, and the same by keys. */
export function useGesture({ stage, picture, index, onEnd, ...surroundings }: GestureOptions) {
  const surface = useRef<GestureSurface>(null);
  const [zoomedPicture, setZoomedPicture] = useState<string | null>(null);
  const around = useEffectEvent(() => surroundings);
  const end = useEffectEvent(onEnd);
  const setZoomed = useEffectEvent((isZoomed: boolean) => setZoomedPicture(isZoomed ? picture : null));
  useLayoutEffect(() => {
    if (!stage.current) return;
    const attached = attachGestures(stage.current, {
      surroundings: () => around(),
      onEnd: (what) => end(what),
      onZoomed: (isZoomed) => setZoomed(isZoomed),
    });
    surface.current = attached;
    return attached.detach;
  }, [stage]);
  useLayoutEffect(() => surface.current?.show(index), [index, picture]);
  return {
    isZoomed: zoomedPicture === picture,
    zoom: (isIn: boolean) => surface.current?.setView((view, field) => zoomByKey(view, isIn, field)),
    whole: () => surface.current?.setView(() => FIT_VIEW),
    /** One step that way: -1, 0 or 1 for each. */
    pan: (x: number, y: number) => surface.current?.setView((view, field) => panBy(view, { x: -x * ARROW_PAN, y: -y * ARROW_PAN }, field)),
  };
}
