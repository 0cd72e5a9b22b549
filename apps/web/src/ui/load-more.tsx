import { useEffect, useEffectEvent, useRef } from 'react';
import { Spinner } from './loading.tsx';
import { VisuallyHidden } from './text.tsx';

/** Asked for this far before one gets there, in pixels. */
const AHEAD = 600;

/** The end of a list that has more: fetches the next page when it comes near the window. */
export function LoadMore({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const more = useEffectEvent(() => {
    if (!isLoading) onMore();
  });
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: `${AHEAD}px` });
    observer.observe(end.current);
    return () => observer.disconnect();
    // A page that did not fill the window leaves the end where it was: it has to be looked at again.
  }, [isLoading]);
  return (
    <div ref={end} style={{ display: 'grid', placeItems: 'center', minHeight: 64 }}>
      {isLoading && (
        <output>
          <Spinner />
          <VisuallyHidden>Loading more</VisuallyHidden>
        </output>
      )}
    </div>
  );
}
