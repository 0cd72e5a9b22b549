import { type ReactNode, useEffect, useState } from 'react';
import { getPictureSrcSet, getPictureUrl, getThumbhashUrl, type PictureSize } from '../../../lib/picture-url.ts';
import { Picture } from '../../../ui/picture.tsx';
import { onPicturesChanged } from '../processing-events.ts';

/** Delays in milliseconds before a failed cover is requested again; after the last one, only changed media cause another attempt. */
const RETRY_DELAYS_MS = [1500, 4000, 10_000, 30_000, 90_000];

interface CoverPictureProps {
  cover: { key: string; thumbhash: string | null };
  size: PictureSize;
  fallback: ReactNode;
}

/** Cover of an album or a playlist. The cover of a video or a HEIC may be requested before it exists. */
export function CoverPicture({ cover: { key, thumbhash }, size, fallback }: CoverPictureProps) {
  const { attempt, onFailed } = useRetries(key);
  return (
    <Picture
      key={`${key} ${attempt}`}
      src={getPictureUrl(key, size)}
      srcSet={getPictureSrcSet(key, size)}
      alt=""
      placeholder={getThumbhashUrl(thumbhash)}
      fallback={fallback}
      onFailed={onFailed}
    />
  );
}

/** Each attempt renders a new image, because browsers do not repeat a failed request. */
function useRetries(key: string) {
  const [tries, setTries] = useState({ key, attempt: 0, hasFailed: false });
  const { attempt, hasFailed } = tries.key === key ? tries : { attempt: 0, hasFailed: false };
  useEffect(() => {
    if (!hasFailed) return;
    const again = () => setTries({ key, attempt: attempt + 1, hasFailed: false });
    const after = RETRY_DELAYS_MS[attempt];
    const timer = after === undefined ? undefined : setTimeout(again, after);
    const stopListening = onPicturesChanged(again);
    return () => {
      clearTimeout(timer);
      stopListening();
    };
  }, [key, attempt, hasFailed]);
  return { attempt, onFailed: () => setTries({ key, attempt, hasFailed: true }) };
}
