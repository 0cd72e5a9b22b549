import type { Rendered } from './image-tool-types.ts';

export interface InspectArgs {
  source: string;
}

export interface DrawPageArgs {
  /** Page of the document opened by `inspect`, counted from 1. */
  page: number;
  /** Path of an existing folder. */
  target: string;
}

/** Files created in the folder, as SCREEN_COPY_NAME and HD_COPY. A screen copy is always larger than the HD copy. */
export interface DrawnPage {
  screenCopy: Rendered;
  hd: Rendered;
  /** ThumbHash in base64. */
  thumbhash: string;
}
