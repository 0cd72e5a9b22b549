import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import type { ReactNode } from 'react';
import { useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { MoreIcon, PlayIcon, ShareIcon, SlideIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChevronDownIcon, DownloadIcon } from '../../../ui/icons.tsx';
import { Menu, MenuChoices, MenuItem } from '../../../ui/menu.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { SortMenu, Toolbar } from '../../../ui/toolbar.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { useZipDownload } from '../../media/api/media-mutations.ts';
import styles from '../pages/album.module.css';
import type { MediaFilter, MediaSort } from '../search-params.ts';
import { MEDIA_SORT_CHOICES } from '../sort-options.ts';

const FILTERS: { value: MediaFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
  { value: 'document', label: 'Documents' },
  { value: 'favourite', label: 'Favorites' },
];

interface FilterProps {
  choices: typeof FILTERS;
  value: MediaFilter;
  onChange: (filter: MediaFilter) => void;
}

/** `create` is how media come into the album, which a phone has no room for anywhere else. */
export function MediaToolbar({ create }: { create: ReactNode }) {
  const { albumId, filter, sort, shared } = useSearch({
    from: '/main/media',
    select: ({ albumId, filter, sort, shared }) => ({ albumId, filter, sort, shared }),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { isOwn } = useAccountInView();
  const choices = isOwn ? FILTERS : FILTERS.filter(({ value }) => value !== 'favourite');
  const setSearch = (next: { filter?: MediaFilter; sort?: MediaSort }) =>
    void navigate({ to: '/main/media', search: { albumId, filter, sort, shared, ...next }, replace: true });
  const choice: FilterProps = { value: filter ?? 'all', onChange: (next) => setSearch({ filter: next }), choices };
  return (
    <Toolbar label="Media" staysOnPhone>
      {isPhone ? <FilterMenu {...choice} /> : <SegmentedChoice label="Show" {...choice} />}
      <SortMenu
        value={sort ?? 'sequence'}
        onChange={(next) => setSearch({ sort: next === 'sequence' ? undefined : next })}
        choices={MEDIA_SORT_CHOICES}
      />
      {isPhone && <span className={styles.create}>{create}</span>}
    </Toolbar>
  );
}

function FilterMenu({ value, onChange, choices }: FilterProps) {
  return (
    <Menu
      align="start"
      trigger={
        <Button>
          {choices.find((choice) => choice.value === value)?.label}
          <VisuallyHidden>, choose what to show</VisuallyHidden>
          <ChevronDownIcon size={18} />
        </Button>
      }
    >
      <MenuChoices label="Show" value={value} onChange={onChange} choices={choices} />
    </Menu>
  );
}

/** Actions on the whole album. */
export function AlbumActionsMenu({ album }: { album: Album }) {
  const overlay = useOverlay();
  const dialog = useDialog();
  const navigate = useNavigate();
  const zip = useZipDownload(album._id);
  return (
    <Menu trigger={<IconButton label="Album actions" icon={<MoreIcon />} />}>
      <MenuItem icon={<PlayIcon size={18} />} onSelect={() => void overlay.show({ mediaIndex: 0, slideshow: true })}>
        Slideshow
      </MenuItem>
      <MenuItem icon={<DownloadIcon size={18} />} onSelect={() => void zip()}>
        Download all
      </MenuItem>
      {album.abilities.addMedia && (
        <MenuItem icon={<SlideIcon size={18} />} onSelect={() => void navigate({ to: '/main/widget', search: { albumId: album._id } })}>
          Add slide, widget or page
        </MenuItem>
      )}
      {album.abilities.share && (
        <MenuItem icon={<ShareIcon size={18} />} onSelect={() => dialog.open('share', album._id)}>
          Share
        </MenuItem>
      )}
    </Menu>
  );
}
