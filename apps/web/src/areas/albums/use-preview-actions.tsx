import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import { useDialog } from '../../lib/use-overlay.ts';
import { copyText } from '../../ui/copy-button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useAccountInView } from '../accounts/account-in-view.ts';
import { downloadOriginal } from '../media/api/media.ts';
import type { PreviewActions } from '../media/parts/preview-bar.tsx';
import { TAKEN_DATE_DIALOG } from '../media/parts/taken-date-dialog.tsx';
import type { Favourites } from '../media/use-favourites.ts';
import styles from './pages/album.module.css';

interface AlbumAbilities {
  arrange: boolean;
  edit: (media: Media) => boolean;
}

/** Returns the preview's actions for the album page. */
export function usePreviewActions(abilities: AlbumAbilities, favourites: Pick<Favourites, 'has' | 'toggle'>): PreviewActions {
  const dialog = useDialog();
  const navigate = useNavigate();
  const { isOwn } = useAccountInView();
  const getLink = useLinkToMedia();
  const posterTarget = ({ _id, albumId }: Media) => ({ to: '/main/media/makeposter', search: { mediaId: _id, albumId } }) as const;
  const copyLink = async (media: Media) => {
    if (await copyText(getLink(media))) toast.success('Link copied. People with access to this album can open it.');
    else toast.error('Couldn’t copy the link. Copy this page’s address instead.');
  };
  return {
    canEdit: abilities.edit,
    canDelete: abilities.arrange,
    canFavourite: isOwn,
    isFavourite: ({ _id }) => favourites.has(_id),
    onFavourite: ({ _id }) => favourites.toggle(_id),
    onChangeDate: ({ _id }) => dialog.open(TAKEN_DATE_DIALOG, _id),
    onDelete: ({ _id }) => dialog.open('delete', _id),
    onDownload: (media) => downloadOriginal(media),
    onCopyLink: (media) => void copyLink(media),
    onAddToPlaylist: () => dialog.open('playlist'),
    onPoster: (media) => void navigate(posterTarget(media)),
    posterLink: (media) => (
      <Link {...posterTarget(media)} className={styles.poster}>
        Create Poster
      </Link>
    ),
  };
}

/** Links identify media by id, because the position in the album may change. They name the account only when an administrator views another one. */
function useLinkToMedia() {
  const router = useRouter();
  const { userId, isOwn } = useAccountInView();
  return ({ _id, albumId }: Media) => {
    const search = { albumId, mediaId: _id, userId: isOwn ? undefined : userId, open: undefined };
    const { href } = router.buildLocation({ to: '/main/media/preview', search });
    return new URL(href, window.location.origin).href;
  };
}
