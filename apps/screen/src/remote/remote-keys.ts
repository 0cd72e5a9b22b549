/** Action of a key on a TV remote or a keyboard. */
export type KeyAction = 'fullscreen' | 'toggle' | 'play' | 'pause' | 'next' | 'previous' | 'back';

/** Actions by `KeyboardEvent.key`. */
const ACTIONS_BY_NAME: Record<string, KeyAction> = {
  Enter: 'fullscreen',
  Accept: 'fullscreen',
  ' ': 'toggle',
  MediaPlayPause: 'toggle',
  XF86PlayBack: 'toggle',
  MediaPlay: 'play',
  MediaPause: 'pause',
  MediaTrackNext: 'next',
  MediaFastForward: 'next',
  ArrowRight: 'next',
  MediaTrackPrevious: 'previous',
  MediaRewind: 'previous',
  ArrowLeft: 'previous',
  Escape: 'back',
  GoBack: 'back',
  BrowserBack: 'back',
  XF86Back: 'back',
};

/** Actions by `KeyboardEvent.keyCode`, because TVs often leave `key` empty. Five-digit codes are Samsung's. */
const ACTIONS_BY_CODE: Record<number, KeyAction> = {
  13: 'fullscreen',
  10252: 'toggle',
  179: 'toggle',
  415: 'play',
  19: 'pause',
  417: 'next',
  10233: 'next',
  176: 'next',
  39: 'next',
  412: 'previous',
  10232: 'previous',
  177: 'previous',
  37: 'previous',
  461: 'back',
  10009: 'back',
};

type Key = Pick<KeyboardEvent, 'key' | 'keyCode' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Returns the action of a key. Returns null for other keys and for browser shortcuts. */
export function actionOfKey({ key, keyCode, altKey, ctrlKey, metaKey }: Key): KeyAction | null {
  if (altKey || ctrlKey || metaKey) return null;
  return ACTIONS_BY_NAME[key] ?? ACTIONS_BY_CODE[keyCode] ?? null;
}
