export const ALBUM_SORTS = ['az', 'za', 'lastmodified', 'createdAt', 'sizeasc', 'sizedesc'] as const;

export const NAME_SORTS = ['az', 'za', 'lastmodified'] as const;

export const MEDIA_SORTS = [...NAME_SORTS, 'takendesc', 'takenasc'] as const;

export type AlbumSort = (typeof ALBUM_SORTS)[number];

export type NameSort = (typeof NAME_SORTS)[number];

export type MediaSort = (typeof MEDIA_SORTS)[number];
