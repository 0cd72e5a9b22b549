import { type ReactNode, useEffect, useState } from 'react';
import { getPictureSrcSet, getPictureUrl, type PictureSize } from '../../../lib/picture-url.ts';
import { getThumbhashUrl } from '../../../lib/thumbhash.ts';
import { Picture } from '../../../ui/picture.tsx';
import { onPicturesChanged } from '../processing-events.ts';

/** Milliseconds until a cover that did not come is asked for again; after the last only news of media lead to another try. */
const RETRY_DELAYS_MS = [1500, 4000, 10_000, 30_000, 90_000];

interface CoverPictureProps {
  cover: { key: string; thumbhash: string | null };
  size: PictureSize;
  fallback: ReactNode;
}

/** The picture that stands for an album or a playlist. That of a video or a HEIC may be asked for before it is made. */
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

/** Each attempt is a picture of its own: a browser does not ask again for one that failed. */
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
