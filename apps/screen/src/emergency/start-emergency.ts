import { computeSha256 } from '../cache/sha256.ts';
import type { Database, Identity } from '../database/database.ts';
import { isSoundOn } from '../playback/sound.ts';
import type { Screen } from '../screen.ts';
import { buildElement } from '../view/elements.ts';
import { fetchEmergency, fetchPicture, raiseByKey } from './emergency-api.ts';
import { EmergencyKeys } from './emergency-keys.ts';
import { EmergencyMessages, type StoredEmergency } from './emergency-messages.ts';
import { createEmergencyOverlay, type EmergencyOverlay } from './emergency-overlay.ts';
import { EmergencySound } from './emergency-sound.ts';

/** The messages are stored next to the manifest, under keys that older versions of the page ignore. */
interface EmergencyStore {
  get(store: 'adopted', key: 'emergency'): Promise<StoredEmergency | undefined>;
  get(store: 'adopted', key: 'emergencyPictures'): Promise<Record<string, Blob> | undefined>;
  put(store: 'adopted', value: StoredEmergency | Record<string, Blob>, key: 'emergency' | 'emergencyPictures'): Promise<unknown>;
}

const logFailure = (cause: unknown): void => console.info('emergency messages:', cause);

/** Reads the stored messages and shows alerts above everything else. */
export async function startEmergency(screen: Screen): Promise<void> {
  const { database, clock } = screen.local;
  const store = database as unknown as EmergencyStore;
  const [stored, pictures] = await Promise.all([
    store.get('adopted', 'emergency').catch(() => undefined),
    store.get('adopted', 'emergencyPictures').catch(() => undefined),
  ]);
  const sound = createEmergencySound(screen, () => void Promise.resolve().then(() => messages.handleSoundChange()));
  const messages: EmergencyMessages = new EmergencyMessages({
    stored,
    pictures,
    store: (changed) => store.put('adopted', changed, 'emergency'),
    storePictures: (changed) => store.put('adopted', changed, 'emergencyPictures'),
    fetchEmergency: async () => fetchEmergency(await readIdentity(database)),
    fetchPicture: async (sha256) => fetchVerifiedPicture(await readIdentity(database), sha256),
    sendPainted: (...painted) => screen.emergency.sendPainted(...painted),
    overlay: createOverlay(screen),
    sound,
    now: clock.now,
    onError: logFailure,
  });
  const updateOwner = () => {
    const { nextManifest, manifest } = screen.situation;
    const newest = nextManifest ?? manifest;
    messages.setOwned(newest === null || newest.device !== null);
  };
  screen.late.onChange(updateOwner);
  updateOwner();
  screen.emergency.listen(messages);
  listenToInput(messages, sound, async (messageId) => raiseByKey(await readIdentity(database), messageId));
}

/** Mutes the playlist while a tone is played. Its own setting returns afterwards. */
function createEmergencySound({ local, late }: Screen, onBlockedChange: () => void): EmergencySound {
  return new EmergencySound({
    createContext: 'AudioContext' in globalThis ? () => new AudioContext() : undefined,
    isSoundOn,
    onPlayingChange: (isPlaying) => {
      if (isPlaying) local.wall.setMuted(true);
      else void late.sound.then((sound) => sound.restore());
    },
    onBlockedChange,
  });
}

function listenToInput(messages: EmergencyMessages, sound: EmergencySound, raise: (messageId: string) => Promise<void>): void {
  const notice = buildElement('p', '');
  notice.id = 'emergency-notice';
  notice.setAttribute('role', 'status');
  const keys = new EmergencyKeys({
    listKeys: () => messages.keys,
    getTitle: (messageId) => messages.getTitle(messageId),
    raise,
    showNotice: (text) => {
      notice.textContent = text ?? '';
      if (text === null) notice.remove();
      else document.body.prepend(notice);
    },
  });
  document.addEventListener('keydown', (event) => {
    sound.retry();
    keys.handleDown(event);
  });
  document.addEventListener('keyup', (event) => keys.handleUp(event));
  document.addEventListener('click', () => sound.retry());
  addEventListener('blur', () => {
    keys.cancel();
    // A web page in the playlist would receive the keys.
    if (messages.keys.length > 0 && document.activeElement instanceof HTMLIFrameElement) {
      document.activeElement.blur();
      focus();
    }
  });
}

/** Turns the panel on while a message is shown, also outside of the operating hours. */
function createOverlay({ late }: Screen): EmergencyOverlay {
  const overlay = createEmergencyOverlay(document.body);
  return {
    show(page, picture, onPainted) {
      late.operation?.setOverlayShown(page !== null);
      overlay.show(page, picture, onPainted);
    },
  };
}

async function readIdentity(database: Database): Promise<Identity> {
  const identity = await database.get('identity', 'me');
  if (!identity) throw new Error('the screen is not registered');
  return identity;
}

async function fetchVerifiedPicture(identity: Identity, sha256: string): Promise<Blob> {
  const picture = await fetchPicture(identity, sha256);
  if ((await computeSha256(picture)) !== sha256) throw new Error('a picture arrived damaged');
  return picture;
}
