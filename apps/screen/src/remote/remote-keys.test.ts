import { expect, it } from 'vitest';
import { actionOfKey } from './remote-keys.ts';

const key = (key: string, keyCode = 0, modifiers: { altKey?: boolean; ctrlKey?: boolean } = {}) =>
  actionOfKey({ key, keyCode, altKey: false, ctrlKey: false, metaKey: false, ...modifiers });

it.each([
  ['Enter', 'fullscreen'],
  [' ', 'toggle'],
  ['MediaPlayPause', 'toggle'],
  ['MediaPlay', 'play'],
  ['MediaPause', 'pause'],
  ['MediaTrackNext', 'next'],
  ['ArrowRight', 'next'],
  ['MediaTrackPrevious', 'previous'],
  ['ArrowLeft', 'previous'],
  ['Escape', 'back'],
  ['GoBack', 'back'],
  ['XF86Back', 'back'],
])('maps the key named %j to %s', (name, action) => {
  expect(key(name)).toBe(action);
});

it.each([
  ['Samsung OK', 13, 'fullscreen'],
  ['Samsung Play/Pause', 10252, 'toggle'],
  ['Samsung next', 10233, 'next'],
  ['Samsung previous', 10232, 'previous'],
  ['Samsung Return', 10009, 'back'],
  ['LG Play', 415, 'play'],
  ['LG Pause', 19, 'pause'],
  ['LG fast forward', 417, 'next'],
  ['LG rewind', 412, 'previous'],
  ['LG Back', 461, 'back'],
])('maps %s by its code %i when the key has no name', (_name, code, action) => {
  expect(key('', code)).toBe(action);
  expect(key('Unidentified', code)).toBe(action);
});

it('ignores other keys and shortcuts of the browser', () => {
  expect(key('a', 65)).toBeNull();
  expect(key('Tab', 9)).toBeNull();
  expect(key('ArrowLeft', 37, { altKey: true })).toBeNull();
  expect(key('Enter', 13, { ctrlKey: true })).toBeNull();
});
