import type { Media } from '@vitrine/contract/media';
import { formatMediaKey, parseMediaKey } from '@vitrine/contract/media-key';

type DocumentFields = Pick<Media, 'kind' | 'pageCount' | 'pageOrder'>;

/** Returns the numbers of all pages of a file, counted from 1. */
export const listAllPages = (pageCount: number): number[] => Array.from({ length: pageCount }, (_, index) => index + 1);

/** Returns the pages that a document shows, in order. Empty for other kinds, and while the number of pages is not known. */
export const listShownPages = ({ kind, pageCount, pageOrder }: DocumentFields): number[] =>
  kind === 'document' ? (pageOrder ?? listAllPages(pageCount ?? 0)) : [];

/** Returns the media key of a page. */
export const getPageKey = ({ mediaFile }: Pick<Media, 'mediaFile'>, page: number): string =>
  formatMediaKey(parseMediaKey(mediaFile.key)?.fileId ?? mediaFile.key, 0, page);

/** Returns the media as shown by the page at this position, counted from 0. Only the first page has a known size. Other kinds stay as they are. */
export function toPage(media: Media, position: number): Media {
  const page = listShownPages(media)[position];
  if (page === undefined || position === 0) return media;
  return { ...media, mediaFile: { ...media.mediaFile, key: getPageKey(media, page) }, width: null, height: null, thumbhash: null };
}

/** Moves a page to another position, counted from 0. */
export function movePage(pages: readonly number[], page: number, to: number): number[] {
  const others = pages.filter((one) => one !== page);
  const place = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, place), page, ...others.slice(place)];
}

/** Formats a number of pages, as tiles show it. */
export const formatPages = ({ mediaFile, pageCount }: Pick<Media, 'mediaFile' | 'pageCount'>): string => {
  const kind = mediaFile.mimetype === 'application/pdf' ? 'PDF' : 'Document';
  return pageCount === null ? kind : `${kind} · ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`;
};
