import type { Role } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';

/** Kinds of items that a staff member can open in another account. */
export type ViewedKind = 'files' | 'media' | 'albums' | 'playlists' | 'devices' | 'orders' | 'addresses' | 'notifications' | 'changes';

/** The account that a staff session is viewing, and the record of what it opens there. */
export interface Viewing {
  id: string;
  /** Id of the account in view. */
  userId: string;
  isReadOnly: boolean;
  /** True when the current request was authorized by this view. */
  isUsed: boolean;
  /** Adds items to the record of this view. An item that is opened again counts once. */
  record(kind: ViewedKind, ids: readonly string[]): void;
  /** Throws NOT_FOUND when the view has ended while the request was still being answered. */
  assertOpen(): Promise<void>;
}

export interface Person {
  kind: 'person';
  userId: string;
  role: Role;
  isSuperAdmin: boolean;
  platform: 'PP' | 'WV';
  /** Has accepted the privacy agreement, or is not asked for it. */
  hasConsented: boolean;
  /** Staff without a second factor, which the console requires by now. */
  lacksSecondFactor: boolean;
  /** The account has a second factor, and the session was not confirmed with it within the last ten minutes. */
  needsStepUp: boolean;
  /** When the session expires. */
  expiresAt: Date;
  /** Hash of the token in hex. It identifies the session but cannot be used to sign in. */
  sessionId: string;
  /** Null for sessions. A program with an API token acts for the account within the token's scopes. */
  apiToken: { id: string; name: string; scopes: readonly string[] } | null;
  /** Null unless this is a session of staff that is viewing an account. */
  viewing: Viewing | null;
}

/** Returns the account whose data the person sees: the viewed account for staff, otherwise their own. */
export const getAccountInView = ({ userId, viewing }: Pick<Person, 'userId' | 'viewing'>): string => viewing?.userId ?? userId;

/** Throws STEP_UP_REQUIRED unless the person may do sensitive operations now. */
export function assertSteppedUp({ needsStepUp }: Pick<Person, 'needsStepUp'>): void {
  if (needsStepUp) throw new AppError('STEP_UP_REQUIRED');
}

const NO_EXPIRY = new Date(8_640_000_000_000_000);

/** Returns an account that acts without a session, for work in the background. Administrators are ordinary users here. */
export const createAccountActor = (userId: string): Person => ({
  kind: 'person',
  userId,
  role: 'user',
  isSuperAdmin: false,
  platform: 'PP',
  sessionId: '',
  apiToken: null,
  lacksSecondFactor: false,
  needsStepUp: true,
  hasConsented: true,
  expiresAt: NO_EXPIRY,
  viewing: null,
});

export interface ScreenActor {
  kind: 'screen';
  screenId: string;
  /** Id of the device; null until the screen is added to an account. */
  deviceId: string | null;
}

export interface Anonymous {
  kind: 'anonymous';
}

/** A visitor with a link to an album, who can only see what the link opens. */
export interface LinkActor {
  kind: 'link';
  linkId: string;
  /** Owner of the link's album. */
  albumOwnerId: string;
}

export type Actor = Person | ScreenActor | LinkActor | Anonymous;

/** An actor that may view media: an account or a visitor with an album link. */
export type Viewer = Person | LinkActor;
/** Returns the id of the account or of the link. */
export const getViewerId = (viewer: Viewer): string => (viewer.kind === 'person' ? viewer.userId : viewer.linkId);

/**
 * Returns the key under which work takes turns between accounts. All links to one account's albums share a key, so that more links do not get more turns. It
 * differs from the owner's own key, so that visitors do not delay the owner.
 */
export const getFairQueueKey = (viewer: Viewer): string => (viewer.kind === 'person' ? viewer.userId : `links to ${viewer.albumOwnerId}`);

/** Returns the only platform whose people, screens and orders this staff member sees; null for all platforms. */
export const getVisiblePlatform = ({ isSuperAdmin, platform }: Pick<Person, 'isSuperAdmin' | 'platform'>): 'WV' | null =>
  platform === 'WV' && !isSuperAdmin ? 'WV' : null;
