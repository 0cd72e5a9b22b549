import { Dialog } from '@base-ui/react/dialog';
import type { Media } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import {
  ClockIcon,
  HeartIcon,
  LinkIcon,
  MoreIcon,
  PlayIcon,
  PlaylistIcon,
  RotateLeftIcon,
  RotateRightIcon,
  TrashIcon,
} from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { CloseIcon, DownloadIcon, ImageIcon, InfoIcon } from '../../../ui/icons.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import type { Rotation } from '../use-preview.ts';
import styles from './media-preview.module.css';

/** Actions on the media in the preview, provided by the page. */
export interface PreviewActions {
  canEdit: (media: Media) => boolean;
  canDelete: boolean;
  /** False when an administrator views another account, whose favorites cannot be changed. */
  canFavourite: boolean;
  isFavourite: (media: Media) => boolean;
  onFavourite: (media: Media) => void;
  onDelete: (media: Media) => void;
  /** Missing where the capture time cannot be changed. */
  onChangeDate?: (media: Media) => void;
  /** Missing when downloads are not allowed. */
  onDownload?: ((media: Media) => void) | undefined;
  onCopyLink?: (media: Media) => void;
  /** Provided by the album page only. */
  onAddToPlaylist?: (() => void) | undefined;
  onPoster?: (media: Media) => void;
  /** Link to create a poster of this image. */
  posterLink?: (media: Media) => ReactNode;
}

interface PreviewBarProps {
  media: Media | undefined;
  index: number;
  count: number;
  canTurn: boolean;
  rotation: Rotation;
  actions: PreviewActions;
  hasDetails: boolean;
  onDetails: () => void;
  onSlideshow: () => void;
}

/** Width up to which all actions except the favorite are in the menu. */
const NARROW_QUERY = '(max-width: 899px)';

/** Top bar of the preview. The close button is always in the same corner. */
export function PreviewBar(props: PreviewBarProps) {
  const { media, index, count, canTurn, rotation } = props;
  const isNarrow = useMediaQuery(NARROW_QUERY);
  const hasMenu = isNarrow || props.actions.onCopyLink !== undefined || props.actions.onAddToPlaylist !== undefined;
  return (
    <header className={styles.bar}>
      <Dialog.Title className={styles.title}>{media?.name ?? 'Loading'}</Dialog.Title>
      <output className={styles.count}>
        {index + 1} of {count}
      </output>
      {media && canTurn && !isNarrow && <RotateButtons media={media} rotation={rotation} />}
      {media && canTurn && rotation.angleOf(media) !== 0 && (
        <button type="button" className={styles.save} disabled={rotation.isSaving} onClick={() => rotation.save(media)}>
          {rotation.isSaving ? 'Saving' : 'Save'}
        </button>
      )}
      {media && props.actions.canFavourite && <FavouriteButton media={media} actions={props.actions} />}
      {media && !isNarrow && <WideButtons {...props} media={media} />}
      {media && hasMenu && (
        <Menu trigger={<IconButton look="onPicture" label="More actions" icon={<MoreIcon />} />}>
          <PreviewMenu {...props} media={media} isWhole={isNarrow} />
        </Menu>
      )}
      <Dialog.Close render={<IconButton look="onPicture" label="Close preview" icon={<CloseIcon />} />} />
    </header>
  );
}

function FavouriteButton({ media, actions }: { media: Media; actions: PreviewActions }) {
  const isFavourite = actions.isFavourite(media);
  return (
    <IconButton
      look="onPicture"
      label="Favorite"
      aria-pressed={isFavourite}
      icon={<HeartIcon className={styles.heart} fill={isFavourite ? 'currentColor' : 'none'} />}
      onClick={() => actions.onFavourite(media)}
    />
  );
}

function RotateButtons({ media, rotation }: { media: Media; rotation: Rotation }) {
  return (
    <>
      <IconButton look="onPicture" label="Rotate left" icon={<RotateLeftIcon />} onClick={() => rotation.turn(media, -90)} />
      <IconButton look="onPicture" label="Rotate right" icon={<RotateRightIcon />} onClick={() => rotation.turn(media, 90)} />
    </>
  );
}

function WideButtons({ media, actions, hasDetails, onDetails, onSlideshow }: PreviewBarProps & { media: Media }) {
  return (
    <>
      <IconButton look="onPicture" label="Slideshow" icon={<PlayIcon />} onClick={onSlideshow} />
      <IconButton look="onPicture" label="Details" aria-pressed={hasDetails} icon={<InfoIcon />} onClick={onDetails} />
      {media.kind === 'image' && actions.posterLink?.(media)}
      {actions.onDownload && (
        <IconButton
          look="onPicture"
          label={`Download ${media.name}`}
          title="Download"
          icon={<DownloadIcon />}
          onClick={() => actions.onDownload?.(media)}
        />
      )}
      {actions.canDelete && (
        <IconButton
          look="onPicture"
          label={`Delete ${media.name}`}
          title="Delete"
          icon={<TrashIcon />}
          onClick={() => actions.onDelete(media)}
        />
      )}
    </>
  );
}

interface PreviewMenuProps extends PreviewBarProps {
  media: Media;
  /** Includes actions that have their own button on wide screens. */
  isWhole: boolean;
}

function PreviewMenu({ media, isWhole, actions, ...rest }: PreviewMenuProps) {
  return (
    <>
      {isWhole && <NarrowItems media={media} actions={actions} {...rest} />}
      {actions.onCopyLink && (
        <MenuItem icon={<LinkIcon size={18} />} onSelect={() => actions.onCopyLink?.(media)}>
          Copy link
        </MenuItem>
      )}
      {actions.onChangeDate && actions.canEdit(media) && (
        <MenuItem icon={<ClockIcon size={18} />} onSelect={() => actions.onChangeDate?.(media)}>
          Change date taken
        </MenuItem>
      )}
      {actions.onAddToPlaylist && (
        <MenuItem icon={<PlaylistIcon size={18} />} onSelect={actions.onAddToPlaylist}>
          Add album to playlist
        </MenuItem>
      )}
      {isWhole && actions.canDelete && (
        <>
          <MenuDivider />
          <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => actions.onDelete(media)}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  );
}

function NarrowItems({ media, actions, canTurn, rotation, onDetails, onSlideshow }: Omit<PreviewMenuProps, 'isWhole'>) {
  return (
    <>
      <MenuItem icon={<PlayIcon size={18} />} onSelect={onSlideshow}>
        Slideshow
      </MenuItem>
      <MenuItem icon={<InfoIcon size={18} />} onSelect={onDetails}>
        Details
      </MenuItem>
      {canTurn && (
        <>
          <MenuItem icon={<RotateLeftIcon size={18} />} onSelect={() => rotation.turn(media, -90)}>
            Rotate left
          </MenuItem>
          <MenuItem icon={<RotateRightIcon size={18} />} onSelect={() => rotation.turn(media, 90)}>
            Rotate right
          </MenuItem>
        </>
      )}
      {actions.onDownload && (
        <>
          <MenuDivider />
          <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => actions.onDownload?.(media)}>
            Download
          </MenuItem>
        </>
      )}
      {media.kind === 'image' && actions.onPoster && (
        <MenuItem icon={<ImageIcon size={18} />} onSelect={() => actions.onPoster?.(media)}>
          Create Poster
        </MenuItem>
      )}
    </>
  );
}
