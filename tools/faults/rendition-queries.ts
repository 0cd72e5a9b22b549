import { RENDITION_LADDER } from '@vitrine/contract';
import { formatMediaKey, type Rotation } from '@vitrine/contract/media-key';

const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];
/** Larger than a phone's screen needs. */
const MAX_PX = 1280;

/** Yields query strings of renditions, each of which the server has to render, because sizes between two steps share one cached file. */
export function* listRenditionQueries(photoKeys: readonly string[], fit: 'inside' | 'cover'): Generator<string, undefined> {
  const steps = RENDITION_LADDER.filter((step) => step <= MAX_PX);
  for (const key of photoKeys)
    for (const rotation of ROTATIONS)
      for (const width of steps)
        for (const height of steps) {
          yield new URLSearchParams({ key: formatMediaKey(key, rotation), width: String(width), height: String(height), fit }).toString();
        }
}
