import { formatCameraName, type MediaMetadata, NO_METADATA, parseCaptureTime, parsePosition, sanitizeText } from './media-metadata.ts';

/** Clocks that were never set count from here, or from 1904. */
const UNSET_CLOCK_MS = Date.UTC(1971, 0, 1);

/** Reads metadata from a video's container. `tags` are those of the whole file; streams other than video, audio and text may contain tracks of the location. */
export function parseVideoMetadata(tags: Readonly<Record<string, string>>, hasOtherStreams: boolean): MediaMetadata {
  const named = new Map(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]));
  const apple = (name: string) => named.get(`com.apple.quicktime.${name}`);
  const location = apple('location.iso6709') ?? named.get('location');
  // Without a zone this one is in UTC.
  const taken = parseCaptureTime(apple('creationdate') ?? named.get('creation_time'));
  const isSet = taken.takenAt !== null && new Date(taken.takenAt).getTime() >= UNSET_CLOCK_MS;
  return {
    ...NO_METADATA,
    ...(isSet ? taken : {}),
    camera: formatCameraName(apple('make'), apple('model')),
    lens: sanitizeText(apple('camera.lens_model')),
    position: parseIso6709(location),
    hasLocation: hasOtherStreams || [...named.keys()].some((name) => /location|xyz|gps/.test(name)),
  };
}

/** Parses `+38.7119-009.1333+012.3/`, which is in degrees. */
function parseIso6709(text: string | undefined) {
  const parts = /^([+-]\d{1,2}(?:\.\d{1,12})?)([+-]\d{1,3}(?:\.\d{1,12})?)(?=[+\-/]|CRS|$)/.exec(text ?? '');
  return parts && parsePosition(Number(parts[1]), Number(parts[2]));
}
