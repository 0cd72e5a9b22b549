import { randomUUID } from 'node:crypto';
import type { AccessCases, ConsoleCallContext } from '../access/index.ts';

const form = (versionCode: string) => ({ name: 'Planted', versionCode, url: 'https://planted.example', platform: 'WV' });
/** No such object exists, so permitted callers get 404 as well. */
const absent = { kind: 'console', isAbsent: true } as const;

interface CreatedVersion {
  _id: string;
  updatedAt: string;
}
const aVersion = ({ call }: ConsoleCallContext) => call<CreatedVersion>('POST', '/versions', form(randomUUID().slice(0, 8)));
/** As if files had been uploaded, which a staged update needs. */
async function aVersionWithFiles(trial: ConsoleCallContext): Promise<CreatedVersion> {
  const version = await aVersion(trial);
  await trial.db
    .updateTable('versions')
    .set({ shell: '0'.repeat(16), storage_key: 'none' })
    .where('id', '=', version._id)
    .execute();
  return version;
}
const aRollout = async (trial: ConsoleCallContext) =>
  trial.call<CreatedVersion>('POST', '/rollouts', { versionId: (await aVersionWithFiles(trial))._id, environment: 'dev', percent: 1 });

export const cases: AccessCases = {
  'GET /api/versions': { kind: 'self', url: '/versions' },
  'GET /api/versions/export/csv': { kind: 'console', url: '/versions/export/csv' },
  'POST /api/versions': {
    kind: 'console',
    url: '/versions',
    body: form('planted'),
    change: async () => ({ url: '/versions', body: form('traced') }),
  },
  'PUT /api/versions/:id': {
    ...absent,
    url: '/versions/{nothing}',
    body: { isVisible: false },
    change: async (trial) => ({ url: `/versions/${(await aVersion(trial))._id}`, body: { isVisible: false } }),
  },
  'DELETE /api/versions/:id': {
    ...absent,
    url: '/versions/{nothing}',
    change: async (trial) => {
      // The first one there is becomes the base, which stays.
      await aVersion(trial);
      return { url: `/versions/${(await aVersion(trial))._id}` };
    },
  },
  'POST /api/versions/:id/files': {
    ...absent,
    url: '/versions/{nothing}/files',
    body: {},
    skipsAuditTrail: 'It takes a form with files; its own test looks at the trail.',
  },
  'GET /api/rollouts': { kind: 'console', url: '/rollouts' },
  'POST /api/rollouts': {
    ...absent,
    url: '/rollouts',
    body: { versionId: '{nothing}', environment: 'live', percent: 1 },
    change: async (trial) => ({
      url: '/rollouts',
      body: { versionId: (await aVersionWithFiles(trial))._id, environment: 'test', percent: 1 },
    }),
  },
  'PUT /api/rollouts/:id': {
    ...absent,
    url: '/rollouts/{nothing}',
    body: { updatedAt: '2026-01-01T00:00:00.000Z' },
    change: async (trial) => {
      const { _id, updatedAt } = await aRollout(trial);
      return { url: `/rollouts/${_id}`, body: { state: 'ended', updatedAt } };
    },
  },
  'GET /api/screens/versions/:id': { kind: 'screen', url: '/screens/versions/{nothing}' },
  'GET /api/screens/versions/:id/files': { kind: 'screen', url: '/screens/versions/{nothing}/files?path=index.html' },
  'PUT /api/devices/version/update/:deviceId': {
    kind: 'write',
    url: '/devices/version/update/{deviceId}',
    body: { url: '/screen', version: '1', versionCode: '1' },
  },
};
