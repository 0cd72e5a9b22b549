import { MEDIA_STATUS } from '@vitrine/contract';
import { WIDGET_LIMITS } from '@vitrine/contract/widgets';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';

const WIDGETS = 100;
const OTHER_WIDGET_LIMIT_MS = 20_000;

const row = (text: string) => Array.from({ length: WIDGET_LIMITS.columns }, () => text);
const table = (rows: string[][]) => ({ type: 'table', theme: 'light', title: 'T', columns: row('c'), rows });
/** 200 rows without a place at which a line could break, of 60 kB in all. */
const LARGE_TABLE = table(Array.from({ length: WIDGET_LIMITS.rows }, () => row('w'.repeat(48))));
const INVALID = [
  table(Array.from({ length: 100_000 }, () => ['x'])),
  table([row('w'.repeat(4096))]),
  { type: 'slide', theme: 'light', template: '__proto__', title: 'x' },
  { type: 'slide', theme: 'light', template: 'pictureBeside', title: 'x', pictureId: '00000000-0000-4000-8000-000000000000' },
  { ...LARGE_TABLE, __proto__: null, more: 'x' },
];

/** Saves a hundred of the largest widgets at once, and invalid ones. The widget of another user must still be drawn soon. */
export const floodWidgets: Attack = {
  name: 'a hundred of the largest widgets at once',
  memoryGrowthLimitMb: 400,
  async run(attacker, other) {
    const album = await attacker.album('Tables');
    const save = (settings: object) => attacker.call('POST', '/widgets', { albumId: album._id, name: 'Table', settings });
    const [saved, refused] = await Promise.all([
      Promise.all(Array.from({ length: WIDGETS }, () => save(LARGE_TABLE))),
      Promise.all(INVALID.map(save)),
    ]);
    const failed = [...saved, ...refused].filter(({ status }) => status >= 500);
    if (failed.length > 0) throw new Error(`${failed.length} requests failed: ${failed[0]?.body.message}`);
    if (!saved.some(({ status }) => status === 201)) throw new Error(`no widget was saved: ${saved[0]?.body.message}`);
    const accepted = refused.filter(({ status }) => status < 400);
    if (accepted.length > 0) throw new Error(`${accepted.length} invalid widgets were accepted`);
    const albumOfOther = await other.album('A clock');
    await other.request('POST', '/widgets', {
      albumId: albumOfOther._id,
      name: 'Clock',
      settings: { type: 'clock', theme: 'dark', face: 'digital' },
    });
    await until(
      'the widget of the other user is drawn',
      async () => (await other.media(albumOfOther._id))[0]?.status === MEDIA_STATUS.complete,
      OTHER_WIDGET_LIMIT_MS,
    );
    await attacker.request('DELETE', `/albums/${album._id}`);
  },
};
