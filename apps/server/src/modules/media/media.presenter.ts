import { formatMediaKey, LIMITS, type Media, type MediaKind, type Rotation } from '@vitrine/contract';
import type { FramingState } from '@vitrine/contract/web-pages';
import type { Db } from '../../platform/database/database.ts';
import { formatOffset } from '../../platform/media-tools/media-metadata.ts';
import type { Viewer } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import type { FilesApi } from '../files/index.ts';
import { framingStates } from './media.events.ts';
import type { MediaRow } from './media.read-model.ts';

/** Count of media in messages to users. */
export const formatItemCount = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

const getUploadPath = (key: string) => `uploads?key=${key}`;
const toSeconds = (durationMs: number) => Math.round(durationMs / 10) / 100;

interface Presented {
  /** Whether the person asking may know where it was taken. */
  seesPlace: boolean;
  /** Null for media other than web pages. */
  framing: FramingState | null;
}

export function presentMedia(row: MediaRow, { seesPlace, framing }: Presented): Media {
  return {
    ...presentPicture(row),
    caption: row.caption,
    sequence: row.sequence,
    rotation: row.rotation as Rotation,
    status: row.status,
    failureReason: row.failure_reason,
    ...presentStreams(row),
    livePhoto: presentLivePhoto(row),
    duration: row.own_duration_ms === null ? null : row.own_duration_ms / 1000,
    valid: row.valid,
    framing,
    takenAt: presentTakenAt(row),
    isTakenAtEdited: row.taken_edited_at !== null,
    camera: row.camera,
    lens: row.lens,
    place: seesPlace ? row.place : null,
    uploadedBy: row.uploaded_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Presents the capture time that a user entered, otherwise that of the file. */
function presentTakenAt({ taken_edited_at: edited, taken_at: at, taken_offset_min: offsetMin }: MediaRow): string | null {
  if (edited) return presentLocalTime(edited, null);
  return at && presentLocalTime(at, offsetMin);
}

/** Formats the local time of capture, with its offset if known. */
function presentLocalTime(at: Date, offsetMin: number | null): string {
  const clock = new Date(at.getTime() + (offsetMin ?? 0) * 60_000).toISOString().slice(0, 19);
  return offsetMin === null ? clock : `${clock}${formatOffset(offsetMin)}`;
}

/** Columns that media of albums and media in the bin have in common. */
type PictureRow = Pick<
  MediaRow,
  | 'id'
  | 'album_id'
  | 'file_id'
  | 'kind'
  | 'name'
  | 'rotation'
  | 'original_name'
  | 'mimetype'
  | 'size_bytes'
  | 'duration_ms'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'page_count'
  | 'page_order'
>;

/** Describes how the media is shown, including its rotation. */
export function presentPicture(row: PictureRow) {
  const key = formatMediaKey(row.file_id, row.rotation, row.page_order?.[0]);
  const isLying = row.rotation === 90 || row.rotation === 270;
  return {
    _id: row.id,
    albumId: row.album_id,
    kind: row.kind as MediaKind,
    pageCount: row.page_count,
    pageOrder: row.page_order,
    name: row.name,
    mediaFile: {
      key,
      name: row.original_name,
      mimetype: row.mimetype,
      location: getUploadPath(key),
      size: row.size_bytes,
      duration: row.duration_ms === null ? LIMITS.imageDurationS : toSeconds(row.duration_ms),
      fileName: row.original_name,
    },
    width: isLying ? row.height : row.width,
    height: isLying ? row.width : row.height,
    // Only for unrotated photos, because the hash is of the unrotated image.
    thumbhash: row.rotation === 0 ? (row.thumbhash?.toString('base64') ?? null) : null,
  };
}

export const presentStreams = (row: MediaRow) => ({
  main: row.hls_id ? `streams/${row.hls_id}/main.m3u8` : null,
  videoThumbnail: row.still_id,
  keys: {
    ...(row.mp4_id && { '720': row.mp4_id }),
    ...(row.mp4_hd_id && { '1080': row.mp4_hd_id }),
  } as Record<string, string>,
});

const presentLivePhoto = (row: MediaRow): Media['livePhoto'] =>
  row.live_video_id === null && row.embedded_video_bytes === null ? null : { key: row.live_id, videoKey: row.live_video_id };

/** Presents media to a viewer. The permission to see places and the states of web pages are read once for all media. */
export const createMediaPresenter =
  ({ files, port }: Pick<Platform, 'port'> & { files: Pick<FilesApi, 'seesPlaces'> }) =>
  async (db: Db, viewer: Viewer, rows: readonly MediaRow[]): Promise<Media[]> => {
    const placed = rows.filter(({ place }) => place !== null).map((row) => row.file_id);
    const seen = placed.length > 0 ? await files.seesPlaces(db, viewer, [...new Set(placed)]) : new Set<string>();
    const pageFiles = rows.filter(({ kind }) => kind === 'web').map((row) => row.file_id);
    const states = pageFiles.length > 0 ? await port(framingStates)(db, pageFiles) : new Map<string, FramingState>();
    const getFraming = ({ kind, file_id: fileId }: MediaRow) => (kind === 'web' ? (states.get(fileId) ?? 'unchecked') : null);
    return rows.map((row) => presentMedia(row, { seesPlace: seen.has(row.file_id), framing: getFraming(row) }));
  };
export type PresentMediaList = ReturnType<typeof createMediaPresenter>;
