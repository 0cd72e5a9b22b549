import type { AccessCases } from '../access/index.ts';

const settings = { type: 'slide', theme: 'light', template: 'quote', title: 'Hello' };

export const cases: AccessCases = {
  'POST /api/widgets': { kind: 'write', url: '/widgets', body: { albumId: '{albumId}', name: 'Hello', settings } },
  // The media of the matrix is a photo.
  'GET /api/widgets/:mediaId': { kind: 'read', url: '/widgets/{mediaId}', isAbsent: true },
  'GET /api/shared/:token/widgets/:mediaId': { kind: 'public', url: '/shared/unknown/widgets/{nothing}', isAbsent: true },
  'PUT /api/widgets/:mediaId': { kind: 'write', url: '/widgets/{mediaId}', body: { settings }, isAbsent: true },
};
