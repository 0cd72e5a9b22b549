import type { AccessCases } from '../access/index.ts';

const message = { texts: [{ language: 'en', title: 'Leave the building' }], color: 'red', isForAll: true, minutes: 30 };
const feed = { name: 'Weather service', intervalMinutes: 5, hasDrills: false, trustedKeys: null };
const address = 'https://warnings.example/cap.atom';
const NO_HASH = 'f'.repeat(64);

export const cases: AccessCases = {
  'GET /api/emergency/messages': { kind: 'read', url: '/emergency/messages?userId={userId}' },
  'POST /api/emergency/messages': { kind: 'write', url: '/emergency/messages', body: { ...message, userId: '{userId}' } },
  'PUT /api/emergency/messages/:messageId': { kind: 'write', url: '/emergency/messages/{emergencyMessageId}', body: message },
  'DELETE /api/emergency/messages/:messageId': { kind: 'write', url: '/emergency/messages/{emergencyMessageId}' },
  'POST /api/emergency/messages/:messageId/raise': {
    kind: 'write',
    url: '/emergency/messages/{emergencyMessageId}/raise',
    body: { drill: true },
  },
  'GET /api/emergency/alerts': { kind: 'read', url: '/emergency/alerts?userId={userId}' },
  'GET /api/emergency/alerts/:alertId': { kind: 'read', url: '/emergency/alerts/{emergencyAlertId}' },
  'PUT /api/emergency/alerts/:alertId': { kind: 'write', url: '/emergency/alerts/{emergencyAlertId}', body: { minutes: 10 } },
  'POST /api/emergency/alerts/:alertId/end': { kind: 'write', url: '/emergency/alerts/{emergencyAlertId}/end' },
  'POST /api/emergency/cap': { kind: 'write', url: '/emergency/cap?userId={userId}' },
  'GET /api/emergency/feeds': { kind: 'read', url: '/emergency/feeds?userId={userId}' },
  'POST /api/emergency/feeds': { kind: 'write', url: '/emergency/feeds', body: { ...feed, address, userId: '{userId}' } },
  'PUT /api/emergency/feeds/:feedId': { kind: 'write', url: '/emergency/feeds/{capFeedId}', body: feed },
  'DELETE /api/emergency/feeds/:feedId': { kind: 'write', url: '/emergency/feeds/{capFeedId}' },
  'PUT /api/emergency/cap/keys': { kind: 'write', url: '/emergency/cap/keys', body: { trustedKeys: null, userId: '{userId}' } },
  'POST /api/screens/emergency/raise': { kind: 'screen', url: '/screens/emergency/raise', body: { messageId: '{nothing}' } },
  'GET /api/screens/emergency': { kind: 'screen', url: '/screens/emergency' },
  'GET /api/screens/emergency/files/:sha256': { kind: 'screen', url: `/screens/emergency/files/${NO_HASH}` },
};
