import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/uploads': { kind: 'read', url: '/uploads?key={fileKey}' },
  'GET /api/uploads/media/download': { kind: 'read', url: '/uploads/media/download?key={fileKey}' },
  'GET /api/streams/:key': { kind: 'ownOnly', url: '/streams/{nothing}', isAbsent: true },
  'GET /api/streams/:key/:part': { kind: 'ownOnly', url: '/streams/{nothing}/main.m3u8', isAbsent: true },
};
