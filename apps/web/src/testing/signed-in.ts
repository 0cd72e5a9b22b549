import type { User } from '@vitrine/contract/accounts';
import { readUser } from '@vitrine/contract/accounts.endpoints';
import type { Album } from '@vitrine/contract/albums';
import { readStorage } from '@vitrine/contract/albums.endpoints';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { readCompanyIdentity } from '@vitrine/contract/company-sign-in.endpoints';
import { readAcceptedFiles } from '@vitrine/contract/files.endpoints';
import { listNotifications } from '@vitrine/contract/notifications.endpoints';
import { listAddresses, listSessions, listSignInEvents } from '@vitrine/contract/profile.endpoints';
import { previewSchedule } from '@vitrine/contract/publishing.endpoints';
import type { SchedulePreview } from '@vitrine/contract/schedule-preview';
import { listScreenshots } from '@vitrine/contract/screenshots.endpoints';
import { readSecondFactor } from '@vitrine/contract/second-factor.endpoints';
import { listActivity, listStaffGrants } from '@vitrine/contract/staff-access.endpoints';
import type { StorageDetails } from '@vitrine/contract/storage';
import { readSubscription } from '@vitrine/contract/subscriptions.endpoints';
import { listTagPublishes } from '@vitrine/contract/tag-publishes.endpoints';
import { listWaitingPublishes } from '@vitrine/contract/waiting-publishes.endpoints';
import { startSession } from '../lib/session.ts';
import { FakeApi } from './fake-api.ts';

export const ANA: User = {
  _id: '00000000-0000-7000-8000-0000000000a1',
  name: 'Ana Berger',
  email: 'ana@example.com',
  role: 'user',
  isSuperAdmin: false,
  privacy: true,
  disable: false,
  platform: 'PP',
  phoneNo: '',
  gender: null,
  dateOfBirth: null,
  profilePicture: null,
  subscriptionId: null,
  showMenu: 1,
  isNewcomer: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  orgs: [],
};

export const EMPTY_STORAGE: StorageDetails = {
  totalStorage: 0,
  quotaBytes: 5e9,
  binStorage: 0,
  shareAlbumStorage: 0,
  shareAlbumCount: 0,
  totalAlbumStorage: 0,
  totalImageStorage: 0,
  totalVideoStorage: 0,
  totalOtherStorage: 0,
  imageCount: 0,
  videoCount: 0,
  otherCount: 0,
  documentCount: 0,
  totalAlbumCount: 0,
  playlistCount: 0,
  totalPlaylistStorage: 0,
};

/** Starts a session for the user, as the sign-in page does. */
export function signIn(user: User = ANA): void {
  signIns += 1;
  startSession(`token ${signIns}`, user);
}

/** Preview of a change that changes nothing. */
export const NO_CHANGES: SchedulePreview = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-15T00:00:00.000Z',
  devices: 1,
  unchanged: 1,
  notCompared: 0,
  cases: [],
  downloading: { devices: 0, names: [], bytes: 0 },
  tooLarge: { devices: 0, names: [] },
};

/** Each session has its own token, so that late responses of an earlier test do not change the session of the next one. */
let signIns = 0;

/** Creates an API with the responses that every page of a signed-in user without content requests. */
export function signedInApi(user: User = ANA): FakeApi {
  return new FakeApi()
    .result(readUser, user)
    .result(readAcceptedFiles, { office: false })
    .result(listNotifications, [])
    .result(readSubscription, null)
    .result(listStaffGrants, [])
    .result(readStorage, EMPTY_STORAGE)
    .result(listAddresses, [])
    .result(listSessions, [])
    .result(listSignInEvents, [])
    .result(readSecondFactor, { isOn: true, since: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 10, requiredBy: null })
    .result(readCompanyIdentity, { name: null, identity: null, hasPassword: true })
    .result(listActivity, [])
    .result(listDeviceTags, [])
    .result(previewSchedule, NO_CHANGES)
    .result(listTagPublishes, [])
    .result(listWaitingPublishes, [])
    .result(listScreenshots, { isHourly: false, requestedAt: null, screenshots: [] });
}

/** Creates an empty album of the signed-in user. */
export const anAlbum = (values: Partial<Album> = {}): Album => ({
  _id: '00000000-0000-7000-8000-0000000000c1',
  name: 'Summer',
  caption: '',
  albumType: 'normal',
  createdBy: ANA._id,
  orgId: null,
  thumbnail: null,
  imageCount: 0,
  videoCount: 0,
  otherCount: 0,
  documentCount: 0,
  albumStorage: 0,
  sharedWith: [],
  notRegisterUser: [],
  sharedBy: [],
  showPlaces: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  abilities: { addMedia: true, rename: true, delete: true, share: true, arrange: true, leave: false },
  ...values,
});
