import type { Device } from '@vitrine/contract/devices';
import type { Playlist } from '@vitrine/contract/playlists';
import { ANA } from './signed-in.ts';

/** Creates an empty playlist of the signed-in user. */
export const aPlaylist = (values: Partial<Playlist> = {}): Playlist => ({
  _id: '00000000-0000-7000-8000-0000000000e1',
  name: 'Evenings',
  caption: '',
  thumbnail: null,
  userId: ANA._id,
  ownerName: ANA.name,
  orgId: null,
  albumArr: [],
  layout: null,
  synchronized: false,
  revokedAlbums: 0,
  privateAlbums: 0,
  itemCount: 0,
  sizeBytes: 0,
  durationMs: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  abilities: { edit: true, delete: true, publish: true },
  ...values,
});

/** Creates an offline device of the signed-in user, without playlists. */
export const aDevice = (values: Partial<Device> = {}): Device => ({
  _id: '00000000-0000-7000-8000-0000000000f1',
  name: 'Kitchen',
  deviceId: 'A12345',
  timeZone: 'UTC',
  status: 0,
  showInfo: 0,
  fit: 'fit',
  rotation: null,
  volume: 100,
  userId: ANA._id,
  orgId: null,
  tags: [],
  seenAt: '2026-01-01T00:00:00.000Z',
  versionCode: null,
  ip: null,
  temperature: null,
  underVoltage: null,
  mute: 0,
  action: null,
  revision: 0,
  screen: null,
  forecast: { now: null, reason: 'idle', until: null, next: null },
  hasActivePlaylist: false,
  deployedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...values,
});
