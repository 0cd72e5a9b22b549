import type { ScreenEmergency, StoredEmergencyMessage } from '@vitrine/contract/emergency';
import type { EmergencyAlertState, EmergencyUpdate } from '@vitrine/contract/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EmergencyMessages, type StoredEmergency } from './emergency-messages.ts';
import type { EmergencyPage } from './emergency-pages.ts';

const HOUR_MS = 3_600_000;
const message: StoredEmergencyMessage = {
  messageId: 'fire',
  digest: 'f1',
  texts: [{ language: 'en', title: 'Leave the building', text: '' }],
  color: 'red',
  picture: null,
};
const alertOf = (alertId: string, change: Partial<EmergencyAlertState> = {}): EmergencyAlertState => ({
  alertId,
  messageId: 'fire',
  digest: 'f1',
  endsAt: Date.now() + HOUR_MS,
  drill: false,
  ...change,
});
const update = (revision: number, alerts: EmergencyAlertState[], isComplete = false): EmergencyUpdate => ({
  revision,
  document: 'd1',
  alerts,
  isComplete,
  withinMs: 0,
});

/** The server and the disk of the screen. */
let server: ScreenEmergency;
let disk: StoredEmergency | undefined;
let pictures: Record<string, Blob> | undefined;
let isDiskFull = false;
/** Page of the overlay, and the callback of its next frame. */
let shown: EmergencyPage | null;
let paint: () => void;
let shownPicture: Blob | null;
const painted = vi.fn<(alertIds: string[], silentIds: string[]) => void>();
let sound: { isBlocked: boolean; isOn: boolean; played: string[] };
const fetchEmergency = vi.fn(async () => server);
const fetchPicture = vi.fn(async (sha256: string) => new Blob([sha256]));
const onError = vi.fn();

const put = async (write: () => void): Promise<void> => {
  if (isDiskFull) throw new DOMException('full', 'QuotaExceededError');
  write();
};
const open = () =>
  new EmergencyMessages({
    stored: structuredClone(disk),
    pictures,
    store: (stored) => put(() => (disk = structuredClone(stored))),
    storePictures: (stored) => put(() => (pictures = stored)),
    fetchEmergency,
    fetchPicture,
    sendPainted: painted,
    overlay: {
      show: (page, picture, onPainted) => {
        if (page?.key !== shown?.key) paint = onPainted;
        [shown, shownPicture] = [page, picture];
      },
    },
    sound: {
      isWanted: (given) => given !== null && given !== undefined && (given.isForced || sound.isOn),
      play: (given) => {
        const tone = given?.tone ?? 'silence';
        if (sound.played.at(-1) !== tone) sound.played.push(tone);
      },
      get isBlocked() {
        return sound.isBlocked;
      },
    },
    now: () => Date.now(),
    onError,
  });
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Starts the page again, with what is on the disk. */
function restart() {
  const now = Date.now();
  vi.clearAllTimers();
  // Clearing the timers resets the clock.
  vi.setSystemTime(now);
  shown = null;
  return open();
}

/** A screen that has stored the message of the server. */
async function openWithMessage() {
  const screen = open();
  screen.handleConnection(true);
  screen.handleUpdate(update(1, [], true));
  await wait(1);
  return screen;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 4, 10) });
  server = { revision: 1, document: 'd1', isComplete: true, alerts: [], messages: [message] };
  [disk, pictures, shown, shownPicture, isDiskFull] = [undefined, undefined, null, null, false];
  paint = () => undefined;
  sound = { isBlocked: false, isOn: false, played: [] };
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('EmergencyMessages', () => {
  it('stores the messages in advance and shows one without another request', async () => {
    const screen = await openWithMessage();
    expect(disk?.messages).toEqual([message]);
    fetchEmergency.mockClear();
    screen.handleUpdate(update(2, [alertOf('a')]));
    expect(shown?.texts[0]?.title).toBe('Leave the building');
    await wait(60_000);
    expect(fetchEmergency).not.toHaveBeenCalled();
  });

  it('confirms an alert once it is painted, and again with each connection', async () => {
    const screen = await openWithMessage();
    screen.handleUpdate(update(2, [alertOf('a')]));
    expect(painted).not.toHaveBeenCalled();
    paint();
    expect(painted.mock.calls).toEqual([[['a'], []]]);
    screen.handleConnection(false);
    screen.handleConnection(true);
    expect(painted.mock.calls).toEqual([
      [['a'], []],
      [['a'], []],
    ]);
  });

  it('ends an alert by its clock, also without a connection', async () => {
    const screen = await openWithMessage();
    screen.handleUpdate(update(2, [alertOf('a')]));
    screen.handleConnection(false);
    await wait(HOUR_MS - 1000);
    expect(shown).not.toBeNull();
    await wait(2000);
    expect(shown).toBeNull();
  });

  it('shows a stored alert after a restart, only while it is valid', async () => {
    (await openWithMessage()).handleUpdate(update(2, [alertOf('a')]));
    restart();
    expect(shown).not.toBeNull();
    await wait(2 * HOUR_MS);
    restart();
    expect(shown).toBeNull();
  });

  it('shows an alert although the disk is full', async () => {
    isDiskFull = true;
    const screen = await openWithMessage();
    screen.handleUpdate(update(2, [alertOf('a')]));
    await wait(1);
    expect(shown).not.toBeNull();
    expect(disk).toBeUndefined();
    expect(onError).toHaveBeenCalled();
  });

  it('requests a message that it does not have, until the server answers', async () => {
    const screen = open();
    screen.handleConnection(true);
    fetchEmergency.mockRejectedValueOnce(new Error('the server is restarting'));
    server = { ...server, revision: 5, alerts: [alertOf('a')] };
    screen.handleUpdate({ ...update(5, [alertOf('a')]), document: 'd1' });
    expect(shown).toBeNull();
    await wait(300);
    expect(fetchEmergency).toHaveBeenCalledTimes(1);
    await wait(2000);
    expect(shown?.alertId).toBe('a');
  });

  it('applies messages that arrive during a request', async () => {
    let respond: (emergency: ScreenEmergency) => void = () => undefined;
    fetchEmergency.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
    const screen = open();
    screen.handleConnection(true);
    screen.handleUpdate(update(1, [], true));
    await wait(1);
    screen.handleUpdate(update(3, [alertOf('a')]));
    respond({ ...server, revision: 2 });
    await wait(1);
    expect(shown?.alertId).toBe('a');
  });

  it('hides alerts while the screen has no owner', async () => {
    const screen = await openWithMessage();
    screen.handleUpdate(update(2, [alertOf('a')]));
    screen.setOwned(false);
    expect(shown).toBeNull();
    screen.setOwned(true);
    expect(shown).not.toBeNull();
  });

  it('asks the server after a connection when it knows messages that the server does not announce', async () => {
    (await openWithMessage()).handleUpdate(update(2, [alertOf('a')]));
    fetchEmergency.mockClear();
    server = { revision: 0, document: '', isComplete: true, alerts: [], messages: [] };
    const screen = restart();
    expect(shown).not.toBeNull();
    screen.handleConnection(true);
    await wait(12_000);
    expect(fetchEmergency).toHaveBeenCalledTimes(1);
    expect(shown).toBeNull();
    expect(disk?.messages).toEqual([]);
  });

  it('stores pictures and removes them with their message', async () => {
    server = { ...server, messages: [{ ...message, picture: 'sha' }] };
    const screen = await openWithMessage();
    expect(Object.keys(pictures ?? {})).toEqual(['sha']);
    screen.handleUpdate(update(2, [alertOf('a')]));
    expect(await shownPicture?.text()).toBe('sha');
    server = { ...server, revision: 3, document: 'd2' };
    server.messages = [message];
    screen.handleUpdate({ ...update(3, []), document: 'd2' });
    await wait(1);
    expect(pictures).toEqual({});
  });

  it('stores the other pictures when one cannot be downloaded, and requests only that one again', async () => {
    fetchPicture.mockRejectedValueOnce(new Error('the server answered 404'));
    server = {
      ...server,
      messages: [
        { ...message, picture: 'lost' },
        { ...message, messageId: 'flood', picture: 'sha' },
      ],
    };
    await openWithMessage();
    expect(Object.keys(pictures ?? {})).toEqual(['sha']);
    fetchPicture.mockClear();
    await wait(60_000);
    expect(fetchPicture.mock.calls).toEqual([['lost']]);
    expect(Object.keys(pictures ?? {})).toEqual(['sha', 'lost']);
  });

  it('keeps a picture that arrives while an earlier download is running', async () => {
    let respond: (picture: Blob) => void = () => undefined;
    fetchPicture.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
    server = { ...server, messages: [{ ...message, picture: 'slow' }] };
    const screen = await openWithMessage();
    server = { ...server, revision: 2, document: 'd2', messages: [{ ...message, picture: 'new' }] };
    screen.handleUpdate({ ...update(2, []), document: 'd2' });
    await wait(1);
    respond(new Blob(['slow']));
    await wait(1);
    expect(Object.keys(pictures ?? {})).toEqual(['new']);
  });

  it('plays the sound of the message until the alert ends, and reports a blocked one', async () => {
    server = { ...server, messages: [{ ...message, sound: { tone: 'siren', isForced: true } }] };
    const screen = await openWithMessage();
    screen.handleUpdate(update(2, [alertOf('a')]));
    expect(sound.played.at(-1)).toBe('siren');
    paint();
    sound.isBlocked = true;
    screen.handleSoundChange();
    screen.handleConnection(true);
    sound.isBlocked = false;
    screen.handleSoundChange();
    expect(painted.mock.calls).toEqual([
      [['a'], []],
      [['a'], ['a']],
      [['a'], ['a']],
      [['a'], []],
    ]);
    screen.handleUpdate(update(3, [alertOf('a', { endsAt: 0 })]));
    expect(sound.played.at(-1)).toBe('silence');
  });

  it('plays no sound that is not wanted on a screen whose sound is off', async () => {
    server = { ...server, messages: [{ ...message, sound: { tone: 'chime', isForced: false } }] };
    const screen = await openWithMessage();
    sound.isBlocked = true;
    screen.handleUpdate(update(2, [alertOf('a')]));
    paint();
    expect(sound.played).toEqual(['silence']);
    expect(painted.mock.calls).toEqual([[['a'], []]]);
  });

  it('stores its keys, and has none while it has no owner', async () => {
    server = { ...server, keys: [{ digit: 1, messageId: 'fire' }] };
    const screen = await openWithMessage();
    expect([screen.keys, screen.getTitle('fire')]).toEqual([[{ digit: 1, messageId: 'fire' }], 'Leave the building']);
    expect(restart().keys).toHaveLength(1);
    screen.setOwned(false);
    expect(screen.keys).toEqual([]);
  });
});
