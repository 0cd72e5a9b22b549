import type { ImageFormat } from './sniff.ts';

export interface ImageProbe {
  /** Pixels, upright. */
  width: number;
  height: number;
  /** A ThumbHash in base64; null where the picture has not been decoded yet. */
  thumbhash: string | null;
  /** ISO 8601, as the camera's clock had it. */
  takenAt: string | null;
}

export type Fit = 'cover' | 'contain' | 'inside';

export interface RenderArgs {
  source: string;
  /** Where the result is written. */
  target: string;
  width?: number;
  height?: number;
  fit: Fit;
}

export interface Rendered {
  mimetype: 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  sizeBytes: number;
}

export interface ProbeArgs {
  source: string;
  format: ImageFormat;
}

export interface DevelopArgs {
  source: string;
  target: string;
}

export type Developed = ImageProbe & { mimetype: 'image/jpeg'; sizeBytes: number };
