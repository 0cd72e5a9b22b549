import { pickCaptureTime } from './capture-time.ts';
import { formatCameraName, type MediaMetadata, NO_METADATA, parsePosition, sanitizeText } from './media-metadata.ts';

/** Reads metadata from a video's container. `tags` are those of the whole file; streams other than video, audio and text may contain tracks of the location. */
export function parseVideoMetadata(tags: Readonly<Record<string, string>>, hasOtherStreams: boolean): MediaMetadata {
  const named = new Map(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]));
  const apple = (name: string) => named.get(`com.apple.quicktime.${name}`);
  const location = apple('location.iso6709') ?? named.get('location');
  // The date of QuickTime and Matroska is in UTC and has no zone. Apple adds one with the zone of the camera.
  const taken = pickCaptureTime([
    { text: apple('creationdate') },
    { text: named.get('creation_time'), isUtc: true },
    { text: named.get('date') },
  ]);
  return {
    ...NO_METADATA,
    ...taken,
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
