import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SortMenu, Toolbar } from '../../../ui/toolbar.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import type { MediaSort } from '../list-sorts.ts';
import styles from '../pages/album.module.css';
import type { MediaFilter } from '../search-params.ts';
import { MEDIA_SORT_CHOICES } from '../sort-options.ts';

const FILTERS: { value: MediaFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Image' },
  { value: 'video', label: 'Video' },
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
