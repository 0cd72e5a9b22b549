/** Kinds of media and of stored files. A document is a PDF, or an office file converted to one, whose pages are shown as images. */
export const MEDIA_KINDS = ['image', 'video', 'document', 'widget', 'web', 'live'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Kinds that are drawn from settings: widgets, and web pages and live streams as cards. */
const DRAWN_KINDS: readonly string[] = ['widget', 'web', 'live'] satisfies MediaKind[];
export const isDrawn = ({ kind }: { kind: string }): boolean => DRAWN_KINDS.includes(kind);

/** Numbers of media by kind, as albums count them. */
export interface ItemCounts {
  imageCount: number;
  videoCount: number;
  /** All kinds except images and videos. */
  otherCount: number;
}

/** Returns the number of all media of an album. */
export const countItems = ({ imageCount, videoCount, otherCount }: ItemCounts): number => imageCount + videoCount + otherCount;
