import type { EmbeddedVideo } from './embedded-video.ts';
import type { MediaMetadata, Position } from './media-metadata.ts';
import type { ImageFormat } from './sniff.ts';

export interface ImageProbe {
  /** Pixels, upright. */
  width: number;
  height: number;
  /** True for animated images, which are handled as videos. */
  isAnimated: boolean;
  /** Type of a RAW file; undefined for all others, whose first bytes state it. */
  rawMimetype?: string | undefined;
  facts: MediaMetadata;
  /** Content identifier that Apple writes into a photo and its video. */
  contentId: string | null;
  /** Place of a video in the file. */
  embeddedVideo: EmbeddedVideo | null;
}

export type Fit = 'cover' | 'contain' | 'inside';

export interface RenderArgs {
  source: string;
  /** Path of the result. */
  target: string;
  width?: number;
  height?: number;
  fit: Fit;
  /** Clockwise rotation in degrees, applied before the image is fitted. */
  turn?: 0 | 90 | 180 | 270;
  /** Writes WebP, which is smaller. Otherwise a JPEG is written, or WebP with transparency. */
  isWebp?: boolean;
  /** Writes a JPEG in high quality for download, with a white background for transparency. */
  isDownload?: boolean;
  /** Adds the date, the camera and, with `hasPlace`, the place from the file `original`. */
  description?: { format: ImageFormat; hasPlace: boolean };
  /** Original from which only the description is read. */
  original?: string;
  /** Renders a third faster, with files about 5 % larger. */
  prefersSpeed?: boolean;
}

export interface Rendered {
  mimetype: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  sizeBytes: number;
}

export interface PrepareArgs {
  source: string;
  /** Path of an existing folder. */
  target: string;
  /** Clockwise rotation in degrees, applied before the image is fitted. */
  turn: 0 | 90 | 180 | 270;
  /** The box that the screen copy must fit in. */
  width: number;
  height: number;
  /** The box that the HD copy must fit in. */
  hd: { width: number; height: number };
}

/** Files created in the folder. */
export interface Prepared {
  /** Screen copy, stored as SCREEN_COPY_NAME. */
  screenCopy: Rendered;
  /** HD copy, stored as HD_COPY. Undefined when the screen copy fits into its box. */
  hd: Rendered | undefined;
  /** Widths of the smaller copies, which are also their file names. */
  tileWidths: number[];
  /** ThumbHash in base64. */
  thumbhash: string;
}
export const SCREEN_COPY_NAME = 'wall';
export const HD_COPY = 'hd';

/** Area in pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PrintArgs {
  source: string;
  target: string;
  /** Clockwise rotation of the upright picture, in degrees. */
  turn: 0 | 90 | 180 | 270;
  /** Area of the rotated image. */
  crop: Area;
}

export interface ProbeArgs {
  source: string;
  format: ImageFormat;
}

export interface NamePlaceArgs {
  /** This operation reads no file. */
  source?: undefined;
  position: Position;
}

export interface ContentIdArgs {
  /** A MOV. */
  source: string;
}

export interface HashArgs {
  source: string;
}

export interface DevelopArgs {
  source: string;
  format: DevelopedFormat;
  target: string;
}

/** Formats that browsers cannot show, which are converted to JPEG. */
export type DevelopedFormat = Extract<ImageFormat, 'heic' | 'tiff'>;

export interface Developed {
  /** Pixels, upright. */
  width: number;
  height: number;
  /** A ThumbHash in base64. */
  thumbhash: string;
  mimetype: 'image/jpeg';
  sizeBytes: number;
}
