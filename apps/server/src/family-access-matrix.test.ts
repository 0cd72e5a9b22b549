/** Access to albums, media, playlists and devices of a family, by members, former members, other accounts and staff. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type AccessMatrix, createAccessMatrix, createCaseObjects } from './testing/access-matrix.ts';
import {
  ACTORS,
  type ActorName,
  caseNames,
  getCase,
  getFamilyRow,
  KINDS,
  OBJECT_PLACEHOLDER,
  type Row,
  usesFamilyId,
} from './testing/access-matrix-rows.ts';

/** Requests that name a family in `orgId`. Only its members may send them. */
const BY_ORGANISATION: [method: string, url: string, kind: 'read' | 'write', body?: object][] = [
  ['GET', '/albums?orgId={orgId}', 'read'],
  ['GET', '/albums/all/search?string=Summer&orgId={orgId}', 'read'],
  ['GET', '/medias/search?string=photo&orgId={orgId}', 'read'],
  ['GET', '/albums/users/storages/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/bin/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/playlists/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/playlists/search/Evenings?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}/ids?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}/starting?orgId={orgId}', 'read'],
  ['GET', '/devices/users/{selfId}/tags?orgId={orgId}', 'read'],
  ['GET', '/devices/search/kitchen?orgId={orgId}', 'read'],
  ['GET', '/devices/data/search?string=kitchen&orgId={orgId}', 'read'],
  ['POST', '/albums', 'write', { name: 'Planted', orgId: '{orgId}' }],
  ['POST', '/playlists', 'write', { name: 'Planted', orgId: '{orgId}' }],
  ['POST', '/devices', 'write', { name: 'Planted', deviceId: '{spareCode}', timeZone: 'UTC', orgId: '{orgId}' }],
  ['DELETE', '/bin/{selfId}', 'write', { all: true, orgId: '{orgId}' }],
];
/** Actors whose access depends on the family. The access matrix tests the other actors with objects of one person. */
const FAMILY_ACTORS = ['user', 'member', 'formerMember', 'otherOwner', 'otherMember', 'adminViewing'] satisfies ActorName[];

const BY_ORGANISATION_ROWS = {
  read: { ...KINDS.read, member: 'allowed' },
  // Administrators cannot create objects in their own name for a family to which they do not belong.
  write: { ...KINDS.ownOnly, member: 'allowed' },
} satisfies Record<string, Row>;

let matrix: AccessMatrix;
beforeAll(async () => {
  matrix = await createAccessMatrix();
});
afterAll(() => matrix.close());

describe('routes with objects of a family', () => {
  it.each(caseNames.filter((name) => usesFamilyId(getCase(name)) || OBJECT_PLACEHOLDER.test(JSON.stringify(getCase(name)))))(
    '%s',
    { timeout: 60_000 },
    async (name) => {
      const entry = getCase(name);
      const objects = createCaseObjects(async () => {
        if (usesFamilyId(entry) && entry.kind === 'write') await matrix.createFamily();
        return matrix.getObjects(name, entry, matrix.owner(), { orgId: matrix.family()['orgId'] });
      });
      const actors = usesFamilyId(entry) ? ACTORS : FAMILY_ACTORS;
      await matrix.expectRow(name, { entry, actors, expectedRow: getFamilyRow(name, entry, matrix.test.routes()), objects });
    },
  );

  it.each(BY_ORGANISATION)('%s %s', { timeout: 60_000 }, async (method, url, kind, body) => {
    const entry = { url, body, kind };
    const objects = createCaseObjects(() => matrix.getObjects(method, entry, matrix.owner(), { orgId: matrix.family()['orgId'] }));
    await matrix.expectRow(method, { entry, expectedRow: BY_ORGANISATION_ROWS[kind], objects });
  });
});
