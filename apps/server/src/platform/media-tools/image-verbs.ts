import type { MediaFacts, Position } from './media-facts.ts';
import type { ImageFormat } from './sniff.ts';

export interface ImageProbe {
  /** Pixels, upright. */
  width: number;
  height: number;
  facts: MediaFacts;
}

export type Fit = 'cover' | 'contain' | 'inside';

export interface RenderArgs {
  source: string;
  /** Where the result is written. */
  target: string;
  width?: number;
  height?: number;
  fit: Fit;
  /** Clockwise degrees, before it is fitted. */
  turn?: 0 | 90 | 180 | 270;
  /** A JPEG whatever it is, on white where it is transparent, of a quality to be kept. */
  isForKeeping?: boolean;
  /** With when, by what camera and, unless it is to be kept to oneself, where it was taken: as the file `original` says. */
  description?: { format: ImageFormat; hasPlace: boolean };
  /** Read only for its description. */
  original?: string;
  /** Made a third sooner, and a twentieth larger. */
  isUrgent?: boolean;
  /** Answers its ThumbHash too: of a small copy that costs a fraction of opening the original for it. */
  withHash?: boolean;
}

export interface Rendered {
  mimetype: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  sizeBytes: number;
  /** In base64, where it was asked for. */
  thumbhash?: string;
}

/** Pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PrintArgs {
  source: string;
  target: string;
  /** Clockwise degrees, of the upright picture. */
  turn: 0 | 90 | 180 | 270;
  /** Of the picture after it was turned. */
  crop: Area;
}

export interface ProbeArgs {
  source: string;
  format: ImageFormat;
}

export interface NamePlaceArgs {
  /** No file. */
  source?: undefined;
  position: Position;
}

export interface HashArgs {
  source: string;
}

export interface DevelopArgs {
  source: string;
  target: string;
}

export interface Developed {
  /** Pixels, upright. */
  width: number;
  height: number;
  /** A ThumbHash in base64. */
  thumbhash: string;
  mimetype: 'image/jpeg';
  sizeBytes: number;
}
