import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { MESSAGES } from '@vitrine/contract/messages';
import { getPictureSrcSet, getPictureUrl, getThumbhashUrl } from '../../../lib/picture-url.ts';
import { Card, CardGrid, ListSkeleton } from '../../../ui/card.tsx';
import { LoadFailure, NoMatches } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Picture } from '../../../ui/picture.tsx';
import type { AccountInView } from '../../accounts/account-in-view.ts';
import { mediaSearchOptions } from '../../media/api/media.ts';
import { getPictureKey } from '../../media/media-sizes.ts';
import { type AlbumTab, albumSearchOptions } from '../api/albums.ts';
import styles from '../pages/albums.module.css';
import { AlbumList } from './album-list.tsx';

interface AlbumSearchResultsProps extends Omit<React.ComponentProps<typeof AlbumList>, 'albums'> {
  tab: AlbumTab;
  account: AccountInView;
  text: string;
  onClear: () => void;
}

/** Search results: albums of the tab, and media in all visible albums. */
export function AlbumSearchResults({ tab, account, text, onClear, ...list }: AlbumSearchResultsProps) {
  const albums = useQuery(albumSearchOptions(tab, account, text));
  const media = useQuery(mediaSearchOptions(account, text));
  if (albums.isLoadingError || media.isLoadingError) {
    const retry = () => void Promise.all([albums.refetch(), media.refetch()]);
    return <LoadFailure message={MESSAGES.somethingWrong} onRetry={retry} />;
  }
  if (albums.isPending || media.isPending) return <ListSkeleton view={list.view} />;
  if (albums.data.length + media.data.length === 0) return <NoMatches title={`No results for “${text}”`} onClear={onClear} />;
  return (
    <>
      {albums.data.length > 0 && <AlbumList albums={albums.data} {...list} />}
      {media.data.length > 0 && (
        <section className={styles.media} aria-labelledby="found-media">
          <h2 id="found-media">Photos and videos</h2>
          <CardGrid label="Photos and videos" minWidth={160}>
            {media.data.map((item) => (
              <MediaResult key={item._id} media={item} />
            ))}
          </CardGrid>
        </section>
      )}
    </>
  );
}

const SIZE = { width: 320, height: 240 };

function MediaResult({ media }: { media: Media }) {
  const key = getPictureKey(media);
  const picture = key ? (
    <Picture
      src={getPictureUrl(key, SIZE)}
      srcSet={getPictureSrcSet(key, SIZE)}
      alt=""
      placeholder={getThumbhashUrl(media.thumbhash)}
      fallback={<ImageIcon size={26} />}
    />
  ) : (
    <ImageIcon size={26} />
  );
  const title = (
    <Link to="/main/media/preview" search={{ albumId: media.albumId, mediaId: media._id }}>
      {media.name}
    </Link>
  );
  return <Card picture={picture} title={title} note={media.caption || undefined} />;
}
