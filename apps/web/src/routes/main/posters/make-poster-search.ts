import type { SearchSchemaInput } from '@tanstack/react-router';
import { textOf } from '../../search-values.ts';

interface MakePosterSearch {
  mediaId: string;
  albumId: string;
}

export const makePosterSearch = (raw: MakePosterSearch & SearchSchemaInput): MakePosterSearch => ({
  mediaId: textOf(raw.mediaId) ?? '',
  albumId: textOf(raw.albumId) ?? '',
});
