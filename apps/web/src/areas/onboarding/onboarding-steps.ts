import type { Album } from '@vitrine/contract/albums';
import type { Device } from '@vitrine/contract/devices';
import { countItems } from '@vitrine/contract/media-kinds';
import { getScreenProgress } from '../publishing/screen-progress.ts';

type AlbumFields = Pick<Album, '_id' | 'name' | 'albumType' | 'imageCount' | 'videoCount' | 'otherCount' | 'abilities'>;
type DeviceFields = Pick<Device, '_id' | 'name' | 'status' | 'revision' | 'screen' | 'forecast' | 'deployedAt'>;

/** Objects of the user from the lists, newest first. */
export interface OnboardingData<A extends AlbumFields = AlbumFields, D extends DeviceFields = DeviceFields> {
  albums: readonly A[];
  /** Albums shared by others. */
  shared: readonly A[];
  devices: readonly D[];
}

/** Progress of onboarding, derived only from existing objects, so that every browser shows the same. */
export interface OnboardingProgress<A extends AlbumFields = AlbumFields, D extends DeviceFields = DeviceFields> {
  /** Album that receives more photos. Undefined before the first album is created. */
  target: A | undefined;
  /** Album with at least one item. */
  filled: A | undefined;
  device: D | undefined;
  isPublished: boolean;
  isShowing: boolean;
}

const isFilled = (album: AlbumFields): boolean => countItems(album) > 0;
const isPublishedOn = ({ forecast }: DeviceFields): boolean => forecast.now !== null || forecast.next !== null;
const isShowing = (device: DeviceFields): boolean => getScreenProgress(device).is === 'showing';

export function getOnboardingProgress<A extends AlbumFields, D extends DeviceFields>({
  albums,
  shared,
  devices,
}: OnboardingData<A, D>): OnboardingProgress<A, D> {
  const own = albums.filter(({ abilities }) => abilities.addMedia);
  const device = devices.find(isShowing) ?? devices.find(isPublishedOn) ?? devices.find(({ status }) => status === 1) ?? devices[0];
  return {
    // Skip the empty default album, so that photos go into an album that can be renamed and shared.
    target: own.find(isFilled) ?? own.find(({ albumType }) => albumType !== 'default'),
    filled: own.find(isFilled) ?? albums.find(isFilled) ?? shared.find(isFilled),
    device,
    isPublished: device !== undefined && isPublishedOn(device),
    isShowing: device !== undefined && isShowing(device),
  };
}

/** Part of onboarding to show. `over` shows nothing. */
export type OnboardingView = 'steps' | 'shown' | 'joined' | 'over';

/** Time after the last publish during which the final message is still shown. */
const RECENT_PUBLISH_MS = 24 * 60 * 60_000;

interface OnboardingContext {
  /** True when the screen already played when the page was opened. */
  wasShowing: boolean;
  /** True when the user works in another account's family. */
  isMember: boolean;
  now: number;
}

export function getOnboardingView(
  { isShowing, device }: OnboardingProgress,
  { wasShowing, isMember, now }: OnboardingContext,
): OnboardingView {
  if (!isShowing || !device) return 'steps';
  if (!wasShowing) return 'shown';
  if (isMember) return 'joined';
  return device.deployedAt !== null && now - Date.parse(device.deployedAt) < RECENT_PUBLISH_MS ? 'shown' : 'over';
}

/** Returns the announcement for screen readers after each completed step. */
export function getProgressAnnouncement({ filled, device, isPublished }: OnboardingProgress): string {
  const done = [filled && 'photos added', device && 'screen added', isPublished && 'published'].filter(Boolean);
  return done.length === 0 ? '' : `${done.length} of 3 steps done: ${done.join(', ')}.`;
}
