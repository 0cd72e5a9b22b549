import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';

type Row = Pick<Media, 'kind' | 'status' | 'videoThumbnail' | 'mediaFile' | 'keys' | 'main'>;

/** Key of a picture that stands for it; null while a video has no poster yet, or an image cannot be shown. */
export function pictureKeyOf(media: Row): string | null {
  if (media.kind === 'video') return media.videoThumbnail;
  return media.status === MEDIA_STATUS.failed ? null : media.mediaFile.key;
}

export const isBeingProcessed = ({ status }: Pick<Media, 'status'>): boolean => status < MEDIA_STATUS.playable;

/** What a video plays from: the MP4 rendition starts at once everywhere, HLS is for when there is none. */
export function videoSourceOf(media: Row): { kind: 'mp4' | 'hls'; url: string } | null {
  const best = Object.entries(media.keys).sort(([one], [other]) => Number(other) - Number(one))[0];
  if (best) return { kind: 'mp4', url: `/api/streams/${best[1]}` };
  return media.main ? { kind: 'hls', url: `/api/${media.main}` } : null;
}
