import type { SearchSchemaInput } from '@tanstack/react-router';
import { getSession, isAdministrator } from '../lib/session.ts';

/**
 * The query keys of the specification, read from text. What a screen does not know is dropped,
 * so an address never grows by accident.
 */
type Raw = Record<string, unknown>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const oneOf = <T extends string>(value: unknown, choices: readonly T[]): T | undefined => choices.find((choice) => choice === value);
const countOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  if (typeof number !== 'number') return undefined;
  return Number.isInteger(number) && number >= 0 ? number : undefined;
};

const isTrue = (value: unknown): boolean => value === true || value === 'true';

/** On every address under /main: whose account, whether the drawer is open, and which dialog is up over which thing. */
export interface MainSearch {
  userId: string;
  open: boolean;
  dialog?: string;
  target?: string;
}

/** Only administrators may look at somebody else's account; whether this one may is the server's to say. */
function accountOf(asked: string | undefined): string {
  const session = getSession();
  if (!session) return asked ?? '';
  return isAdministrator(session) ? (asked ?? session.userId) : session.userId;
}

export function mainSearch(raw: { userId?: string; open?: boolean; dialog?: string; target?: string } & SearchSchemaInput): MainSearch {
  const search: Raw = { ...raw };
  return {
    userId: accountOf(textOf(search.userId)),
    // The drawer of an administrator cannot be closed.
    open: isTrue(search.open) || isAdministrator(getSession()),
    dialog: textOf(search.dialog),
    target: textOf(search.target),
  };
}

export const ALBUM_SORTS = ['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'] as const;
export const NAME_SORTS = ['az', 'za', 'lastmodified'] as const;
export const MEDIA_FILTERS = ['all', 'image', 'video'] as const;
export type AlbumSort = (typeof ALBUM_SORTS)[number];
export type NameSort = (typeof NAME_SORTS)[number];
export type MediaFilter = (typeof MEDIA_FILTERS)[number];

interface AlbumsSearch {
  sort?: AlbumSort;
  /** The tab of what others share. */
  shared?: boolean;
  /** The album the detail panel is about. */
  details?: string;
}
export const albumsSearch = (raw: AlbumsSearch & SearchSchemaInput): AlbumsSearch => ({
  sort: oneOf(raw.sort, ALBUM_SORTS),
  shared: isTrue(raw.shared) || undefined,
  details: textOf(raw.details),
});

interface MediaSearch {
  albumId: string;
  filter?: MediaFilter;
  sort?: NameSort;
  mediaIndex?: number;
  /** The album is one that others share. */
  shared?: boolean;
  /** What the detail drawer is about: `album`, or the place of a media in the list. */
  details?: string;
}
export const mediaSearch = (raw: MediaSearch & { from?: string } & SearchSchemaInput): MediaSearch => {
  const search: Raw = { ...raw };
  return {
    albumId: textOf(raw.albumId) ?? '',
    filter: oneOf(raw.filter, MEDIA_FILTERS),
    sort: oneOf(raw.sort, NAME_SORTS),
    mediaIndex: countOf(raw.mediaIndex),
    shared: isTrue(search.shared) || raw.from === 'shared' || undefined,
    details: textOf(raw.details),
  };
};

interface MakePosterSearch {
  mediaId: string;
  albumId: string;
}
export const makePosterSearch = (raw: MakePosterSearch & SearchSchemaInput): MakePosterSearch => ({
  mediaId: textOf(raw.mediaId) ?? '',
  albumId: textOf(raw.albumId) ?? '',
});

interface MediaPreviewSearch {
  albumId: string;
  mediaId?: string;
  mediaIndex?: number;
}
export const mediaPreviewSearch = (raw: MediaPreviewSearch & SearchSchemaInput): MediaPreviewSearch => ({
  albumId: textOf(raw.albumId) ?? '',
  mediaId: textOf(raw.mediaId),
  mediaIndex: countOf(raw.mediaIndex),
});

interface PlaylistsSearch {
  sort?: AlbumSort;
  /** The playlist the detail panel is about. */
  details?: string;
}
export const playlistsSearch = (raw: PlaylistsSearch & SearchSchemaInput): PlaylistsSearch => ({
  sort: oneOf(raw.sort, ALBUM_SORTS),
  details: textOf(raw.details),
});

/** The order its albums are looked at in; they play in their sequence. */
export const ENTRY_SORTS = ['sequence', 'az', 'za'] as const;
export type EntrySort = (typeof ENTRY_SORTS)[number];

interface PlaylistPreviewSearch {
  /** Without one, the first of the list. */
  playlistId?: string;
  sort?: EntrySort;
  details?: string;
}
export const playlistPreviewSearch = (raw: PlaylistPreviewSearch & SearchSchemaInput): PlaylistPreviewSearch => ({
  playlistId: textOf(raw.playlistId),
  sort: oneOf(raw.sort, ENTRY_SORTS),
  details: textOf(raw.details),
});
export const playlistSearch = (raw: { playlistId: string } & SearchSchemaInput): { playlistId: string } => ({
  playlistId: textOf(raw.playlistId) ?? '',
});

/** Both ticked is no filter either, and stays ticked. */
export const DEVICE_STATUSES = ['online', 'offline', 'online,offline'] as const;
export type DeviceStatusFilter = (typeof DEVICE_STATUSES)[number];
/** `add` is the id that a screen's QR code carries; it opens the Add device dialog filled in. */
export const devicesSearch = (
  raw: { status?: DeviceStatusFilter; add?: string } & SearchSchemaInput,
): { status?: DeviceStatusFilter; add?: string } => ({ status: oneOf(raw.status, DEVICE_STATUSES), add: textOf(raw.add) });
export const deviceSearch = (raw: { deviceId: string } & SearchSchemaInput): { deviceId: string } => ({
  deviceId: textOf(raw.deviceId) ?? '',
});

/** An invitation by mail leads here with the address it was sent to. */
export const signUpSearch = (raw: { email?: string } & SearchSchemaInput) => ({ email: textOf(raw.email) });

export const verifyEmailSearch = (raw: { emailvfkey?: string; emailvflock?: string } & SearchSchemaInput) => ({
  emailvfkey: textOf(raw.emailvfkey),
  emailvflock: textOf(raw.emailvflock),
});

export const resetPasswordSearch = (raw: { resetvfkey?: string; resetvflock?: string } & SearchSchemaInput) => ({
  resetvfkey: textOf(raw.resetvfkey),
  resetvflock: textOf(raw.resetvflock),
});

/** Where to go after signing in; only an address of our own is taken. The partner's people are sent here by their sign-out. */
export const signInSearch = (
  raw: { next?: string; fromWVAdmin?: boolean } & SearchSchemaInput,
): { next?: string; fromWVAdmin?: boolean } => {
  const search: Raw = { ...raw };
  const next = textOf(search.next);
  const isFromPartner = search.fromWVAdmin === true || search.fromWVAdmin === 'true';
  return { next: next?.startsWith('/main') ? next : undefined, fromWVAdmin: isFromPartner || undefined };
};
