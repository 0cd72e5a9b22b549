import { BackLink } from '../../../ui/back-link.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import styles from './album.module.css';

/** The page of an album, while it is asked where in it a picture stands. */
export const AlbumPageSkeleton = () => (
  <div className={styles.main}>
    <PageHeader title="Album" back={<BackLink to="/main" label="Back to albums" />} />
    <ListSkeleton />
  </div>
);
