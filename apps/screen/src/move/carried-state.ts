import type { CarriedState } from '@vitrine/contract/server-move';
import type { Database } from '../database/database.ts';
import { readValue, writeValue } from '../database/local-values.ts';
import { SOUND_KEY } from '../playback/sound.ts';
import { createPlayLog } from '../plays/play-log.ts';
import { applyRotation, ROTATION_KEY } from '../view/rotation.ts';

/** Reads the state that moves with the screen. Plays are sealed, so that neither server counts them twice. */
export async function readCarriedState(database: Database): Promise<CarriedState> {
  const log = createPlayLog(database);
  const sealed = await log.seal();
  return { rotation: readValue(ROTATION_KEY), sound: readValue(SOUND_KEY), plays: await log.totals(), sealed };
}

/** Stores the state of a screen that arrived. Its plays are not stored when this page has higher numbers. */
export async function storeCarriedState(database: Database, { rotation, sound, plays, sealed }: CarriedState): Promise<void> {
  if (rotation !== null) writeValue(ROTATION_KEY, rotation);
  if (sound !== null) writeValue(SOUND_KEY, sound);
  applyRotation(null);
  const before = await database.get('told', 'plays');
  // A screen that returns to this address may have higher numbers stored here.
  if (before && before.sequence >= plays.sequence) return;
  await database.put('told', plays, 'plays');
  for (const { sequence, ...tally } of sealed) await database.put('sealed', tally, sequence);
}
