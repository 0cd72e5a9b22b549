import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Gesture, type GestureContext, handlePointerStep, IDLE_GESTURE, type PointerStep } from './gesture.ts';
import type { SwipeResult } from './swipe.ts';
import { FIT_VIEW, isZoomed, type Point, panBy, type StageLayout, type ZoomState, zoomByKey, zoomByWheel } from './zoom.ts';

/** Distance of one arrow press when panning, in CSS pixels. */
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

/** Gap between two photos in CSS pixels; the style sheet has the same value. */
const GAP = 24;
/** Pixels per line for browsers that report wheel movements in lines. */
const LINE = 16;
/** Near the edge of the window, some browsers navigate back on a swipe. */
const EDGE = 24;
/** At the foot of a film its player has its controls. */
const PLAYER_CONTROLS = 72;

interface SurfaceOptions {
  surroundings: () => Omit<GestureContext, 'field'>;
  /** A swipe counted. */
  onEnd: (end: Exclude<SwipeResult, 'stay'>) => void;
  onZoomed: (isZoomed: boolean) => void;
}

interface GestureSurface {
  /** Another picture is shown: it starts whole, and comes the rest of the way when a swipe led to it. */
  show: (index: number) => void;
  setView: (change: (view: ZoomState, field: StageLayout) => ZoomState) => void;
  detach: () => void;
}

/**
 * Handles touch, mouse and wheel on the stage. Each step sets custom properties of the stage without React, because a photo must follow the finger in the
 * same frame.
 */
function attachGestures(stage: HTMLElement, { surroundings, onEnd, onZoomed }: SurfaceOptions): GestureSurface {
  let gesture = IDLE_GESTURE;
  let shownIndex: number | null = null;
  /** How far the picture had gone when a swipe led on from it. */
  let swiped: number | null = null;
  const apply = (next: Gesture) => {
    if (isZoomed(next.view) !== isZoomed(gesture.view)) onZoomed(isZoomed(next.view));
    gesture = next;
    applyTransform(stage, next);
  };
  const step = (what: PointerStep) => {
    const before = gesture;
    const { gesture: next, end } = handlePointerStep(before, what, { ...surroundings(), field: measureField(stage) });
    if (!end || end === 'stay') return apply(next);
    // The photo stays where it was released until the next one is ready, or the preview is closed.
    gesture = next;
    swiped = end === 'close' ? null : before.offset.x;
    onEnd(end);
  };
  const setView = (change: (view: ZoomState, field: StageLayout) => ZoomState) => {
    if (surroundings().canZoom) apply({ ...gesture, view: change(gesture.view, measureField(stage)) });
  };
  const detach = addListeners(stage, {
    ...pointerListeners(stage, () => gesture, step),
    wheel: (event) => {
      // Or the browser would zoom the page.
      event.preventDefault();
      const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
      const at = toStagePoint(event, stage);
      setView((view, field) => zoomByWheel(view, turned, event.ctrlKey, at, field));
    },
    touchstart: preventBrowserTouch,
  });
  return {
    show(index) {
      const from = swiped;
      const isForward = shownIndex !== null && index > shownIndex;
      const isOther = index !== shownIndex;
      shownIndex = index;
      swiped = null;
      const mode = gesture.fingers.length > 0 && gesture.mode !== 'press' ? 'spent' : gesture.mode;
      apply({ ...gesture, mode, view: FIT_VIEW, fromView: FIT_VIEW, tap: null });
      if (from !== null && isOther) animateToRest(stage, from + (isForward ? 1 : -1) * (stage.clientWidth + GAP));
    },
    setView,
    detach,
  };
}

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** Native listeners, because React's run too late to prevent the browser's default. */
function addListeners(stage: HTMLElement, listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) stage.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of all) stage.removeEventListener(name, listener);
  };
}

function pointerListeners(stage: HTMLElement, now: () => Gesture, step: (what: PointerStep) => void): Listeners {
  const placed = (type: 'down' | 'move', event: PointerEvent): PointerStep => ({
    type,
    id: event.pointerId,
    at: toStagePoint(event, stage),
    time: event.timeStamp,
    isMouse: event.pointerType === 'mouse',
  });
  const letGo = (event: PointerEvent) => step({ type: 'up', id: event.pointerId, time: event.timeStamp });
  return {
    pointerdown: (event) => {
      if (event.button === 0 && !hasOwnGestures(event)) step(placed('down', event));
    },
    pointermove: (event) => {
      if (!now().fingers.some(({ id }) => id === event.pointerId)) return;
      // The mouse button was released outside the window.
      if (event.pointerType === 'mouse' && event.buttons === 0) return letGo(event);
      step(placed('move', event));
      if (now().mode !== 'press') stage.setPointerCapture(event.pointerId);
    },
    pointerup: letGo,
    pointercancel: (event) => step({ type: 'cancel', id: event.pointerId, time: event.timeStamp }),
  };
}

/**
 * Prevents the browser's own gestures on photos. Some browsers ignore `touch-action` and navigate back on a swipe from the edge, and some treat a touch soon
 * after a swipe as the end of a fling. Videos need touches, except at the edge.
 */
function preventBrowserTouch(event: TouchEvent): void {
  const x = event.touches[0]?.clientX ?? EDGE;
  const isAtEdge = x < EDGE || x > window.innerWidth - EDGE;
  const isOnFilm = event.target instanceof HTMLVideoElement;
  if ((isAtEdge || !isOnFilm) && event.cancelable) event.preventDefault();
}

function hasOwnGestures({ target, clientY }: PointerEvent): boolean {
  return target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - PLAYER_CONTROLS;
}

/** From there to its place. */
function animateToRest(stage: HTMLElement, from: number): void {
  stage.dataset['held'] = '';
  stage.style.setProperty('--swipe', `${from}px`);
  // The browser has to have seen it there, or it would not be seen to move.
  stage.getBoundingClientRect();
  delete stage.dataset['held'];
  stage.style.setProperty('--swipe', '0px');
}

function applyTransform({ style, dataset }: HTMLElement, { fingers, view, offset }: Gesture): void {
  if (fingers.length > 0) dataset['held'] = '';
  else delete dataset['held'];
  if (isZoomed(view)) dataset['zoomed'] = '';
  else delete dataset['zoomed'];
  style.setProperty('--swipe', `${offset.x}px`);
  style.setProperty('--pull', `${offset.y}px`);
  style.setProperty('--pulled', String(Math.min(1, offset.y / window.innerHeight)));
  style.setProperty('--zoom', String(view.scale));
  style.setProperty('--pan-x', `${view.x}px`);
  style.setProperty('--pan-y', `${view.y}px`);
}

/** Measured without what it is moved and zoomed by, which may be on its way. */
function measureField(stage: HTMLElement): StageLayout {
  const frame = stage.querySelector<HTMLElement>('[data-current] [data-frame]');
  const [width, height] = [frame?.offsetWidth ?? 0, frame?.offsetHeight ?? 0];
  const isLying = frame?.dataset['frame'] === 'lying';
  return {
    stage: { width: stage.clientWidth, height: stage.clientHeight },
    picture: isLying ? { width: height, height: width } : { width, height },
  };
}

function toStagePoint({ clientX, clientY }: { clientX: number; clientY: number }, stage: Element): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
