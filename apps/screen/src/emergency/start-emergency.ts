import { computeSha256 } from '../cache/sha256.ts';
import type { Database, Identity } from '../database/database.ts';
import type { Screen } from '../screen.ts';
import { fetchEmergency, fetchPicture } from './emergency-api.ts';
import { EmergencyMessages, type StoredEmergency } from './emergency-messages.ts';
import { createEmergencyOverlay, type EmergencyOverlay } from './emergency-overlay.ts';

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
  const messages = new EmergencyMessages({
    stored,
    pictures,
    store: (changed) => store.put('adopted', changed, 'emergency'),
    storePictures: (changed) => store.put('adopted', changed, 'emergencyPictures'),
    fetchEmergency: async () => fetchEmergency(await readIdentity(database)),
    fetchPicture: async (sha256) => fetchVerifiedPicture(await readIdentity(database), sha256),
    sendPainted: (alertIds) => screen.emergency.sendPainted(alertIds),
    overlay: createOverlay(screen),
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
