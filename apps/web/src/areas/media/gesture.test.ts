import { describe, expect, it } from 'vitest';
import { type Gesture, type GestureResult, handlePointerStep, IDLE_GESTURE, type PointerStep } from './gesture.ts';
import { FIT_VIEW } from './zoom.ts';

const size = { width: 400, height: 800 };
const context = { field: { stage: size, picture: size }, canZoom: true, hasPrevious: true, hasNext: true };

const at = (type: 'down' | 'move', x: number, y: number, time: number, { id = 1, isMouse = false } = {}): PointerStep => ({
  type,
  id,
  at: { x, y },
  time,
  isMouse,
});
const up = (time: number, id = 1): PointerStep => ({ type: 'up', id, time });

function play(steps: PointerStep[], from: Gesture = IDLE_GESTURE, given = context): GestureResult {
  return steps.reduce<GestureResult>(({ gesture }, step) => handlePointerStep(gesture, step, given), { gesture: from });
}
const tap = (time: number, x = 0): PointerStep[] => [at('down', x, 0, time), up(time + 60)];
const zoomed: Gesture = { ...IDLE_GESTURE, view: { scale: 2, x: 0, y: 0 } };

describe('a gesture with one finger', () => {
  it('drags the picture and continues to the next one', () => {
    const dragging = play([at('down', 100, 0, 0), at('move', 0, 10, 200), at('move', -100, 10, 400)]);
    expect(dragging.gesture).toMatchObject({ mode: 'swipe', way: 'across', offset: { x: -200, y: 0 } });
    expect(handlePointerStep(dragging.gesture, up(900), context)).toMatchObject({
      end: 'next',
      gesture: { mode: 'rest', offset: { x: 0, y: 0 } },
    });
  });

  it('keeps the axis of its first movement', () => {
    const steps = [at('down', 0, 0, 0), at('move', 0, 30, 100), at('move', -300, 40, 200)];
    expect(play(steps).gesture).toMatchObject({ way: 'down', offset: { x: 0, y: 40 } });
    expect(play([...steps, up(900)]).end).toBe('stay');
  });

  it('closes the preview when dragged down', () => {
    expect(play([at('down', 0, 0, 0), at('move', 0, 100, 100), at('move', 0, 300, 300), up(900)]).end).toBe('close');
  });

  it('uses the speed before the release, so a resting finger does not flick', () => {
    const steps = [at('down', 0, 0, 0), at('move', -20, 0, 20), at('move', -60, 0, 60)];
    expect(play([...steps, up(70)]).end).toBe('next');
    expect(play([...steps, up(700)]).end).toBe('stay');
  });

  it('pans a zoomed picture without leaving it', () => {
    const { gesture, end } = play([at('down', 0, 0, 0), at('move', -50, 20, 50), up(60)], zoomed);
    expect(end).toBeUndefined();
    expect(gesture.view).toEqual({ scale: 2, x: -50, y: 20 });
  });

  it('zooms on a double tap, but not on two separate taps', () => {
    expect(play([...tap(0), ...tap(150)]).gesture.view.scale).toBe(2.5);
    expect(play([...tap(0), ...tap(900)]).gesture.view).toEqual(FIT_VIEW);
    expect(play([...tap(0), ...tap(150, 200)]).gesture.view).toEqual(FIT_VIEW);
    expect(play([...tap(0), ...tap(150)], zoomed).gesture.view).toEqual(FIT_VIEW);
  });

  it('does not zoom videos', () => {
    const video = { ...context, canZoom: false };
    expect(play([...tap(0), ...tap(150)], IDLE_GESTURE, video).gesture.view).toEqual(FIT_VIEW);
    const two = [at('down', 0, 0, 0), at('down', 50, 0, 10, { id: 2 }), at('move', 200, 0, 90, { id: 2 })];
    expect(play(two, IDLE_GESTURE, video).gesture).toMatchObject({ mode: 'spent', view: FIT_VIEW });
  });

  it('ends when the browser takes over the gesture', () => {
    const { gesture, end } = play([at('down', 0, 0, 0), at('move', -300, 0, 90), { type: 'cancel', id: 1, time: 100 }]);
    expect(end).toBeUndefined();
    expect(gesture).toMatchObject({ mode: 'rest', fingers: [], offset: { x: 0, y: 0 } });
  });
});

describe('a gesture with two fingers', () => {
  const pinch = [at('down', -50, 0, 0), at('down', 50, 0, 10, { id: 2 }), at('move', -100, 0, 50), at('move', 100, 0, 60, { id: 2 })];

  it('zooms, and the remaining finger pans on from its position', () => {
    const { gesture } = play(pinch);
    expect(gesture.view.scale).toBe(2);
    const afterLift = play([up(100, 2), at('move', -90, 0, 200)], gesture).gesture;
    expect(afterLift).toMatchObject({ mode: 'pan', view: { scale: 2, x: 10 } });
    expect(play([up(300)], afterLift)).toMatchObject({ gesture: { mode: 'rest' } });
  });

  it('does not swipe with the remaining finger of a pinch that did not zoom', () => {
    const steps = [at('down', -50, 0, 0), at('down', 50, 0, 10, { id: 2 }), up(50, 2), at('move', -300, 0, 100), up(120)];
    expect(play(steps)).toMatchObject({ gesture: { mode: 'rest', view: FIT_VIEW } });
    expect(play(steps).end).toBeUndefined();
  });

  it('cancels a swipe in progress', () => {
    const { gesture } = play([at('down', 0, 0, 0), at('move', -100, 0, 50), at('down', 100, 0, 60, { id: 2 })]);
    expect(gesture).toMatchObject({ mode: 'pinch', offset: { x: 0, y: 0 } });
  });
});

describe('a gesture with a mouse', () => {
  const mouse = { isMouse: true };
  it('drags only zoomed pictures', () => {
    const drag = [at('down', 0, 0, 0, mouse), at('move', -100, 0, 50, mouse)];
    expect(play(drag).gesture).toMatchObject({ mode: 'spent', offset: { x: 0, y: 0 } });
    expect(play(drag, zoomed).gesture.view.x).toBe(-100);
  });

  it('ignores movement without a pressed button', () => {
    expect(play([at('move', 9, 9, 0, mouse)]).gesture).toBe(IDLE_GESTURE);
  });
});
