import { setTimeout as sleep } from 'node:timers/promises';
import { aFilm, aHugePng } from '../../apps/server/src/testing/media-files.ts';
import type { Attack } from './hostile.ts';
import { until } from './round.ts';

const LARGE = { width: 16_300, height: 16_300 };
const RENDITIONS = 60;
const FILMS = 6;
const WATCHED_MS = 15_000;

/** Sixty sizes of a picture as large as we take, all at once. */
export const askForRenditions: Attack = {
  name: 'sixty renditions of a huge picture',
  async run(attacker) {
    const album = await attacker.album('Huge');
    const { key } = await attacker.upload('huge.png', aHugePng(LARGE));
    await attacker.attach(album._id, [key]);
    await until('it is prepared', async () => ((await attacker.media(album._id))[0]?.status ?? 0) > 1, 120_000);
    const giveUp = AbortSignal.timeout(WATCHED_MS);
    const asked = Array.from({ length: RENDITIONS }, (_, at) =>
      fetch(`${attacker.product.origin}/api/uploads?key=${key}&width=${1000 + at * 8}&height=${1000 + at * 8}`, {
        headers: { authorization: attacker.token },
        signal: giveUp,
      }).then((answer) => answer.arrayBuffer()),
    );
    await Promise.allSettled(asked);
    await attacker.must('DELETE', `/albums/${album._id}`);
  },
};

/** Films that take long, one after the other, while others use the product; deleted with their album, they cost nothing more. */
export const bombVideos: Attack = {
  name: 'films that take long',
  async run(attacker) {
    const album = await attacker.album('Films');
    const film = await aFilm({ seconds: 20, width: 1280, height: 720 });
    const keys: string[] = [];
    for (let at = 0; at < FILMS; at++) keys.push((await attacker.upload(`film-${at}.mp4`, film)).key);
    await attacker.attach(album._id, keys);
    await sleep(WATCHED_MS);
    await attacker.must('DELETE', `/albums/${album._id}`);
  },
};
