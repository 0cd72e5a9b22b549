import type { SearchSchemaInput } from '@tanstack/react-router';
import { readOneOf, readText } from '../../lib/search-params.ts';
import { ALBUM_SORTS, type AlbumSort } from '../albums/search-params.ts';

interface PlaylistsSearch {
  sort?: AlbumSort;
  /** The playlist the detail panel is about. */
  details?: string;
}

export const playlistsSearch = (raw: PlaylistsSearch & SearchSchemaInput): PlaylistsSearch => ({
  sort: readOneOf(raw.sort, ALBUM_SORTS),
  details: readText(raw.details),
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
  playlistId: readText(raw.playlistId),
  sort: readOneOf(raw.sort, ENTRY_SORTS),
  details: readText(raw.details),
});

export const playlistSearch = (raw: { playlistId: string } & SearchSchemaInput): { playlistId: string } => ({
  playlistId: readText(raw.playlistId) ?? '',
});
