import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { CloseIcon, GridIcon, ListIcon, SearchIcon, SortIcon } from './icons.tsx';
import { Menu, MenuChoices } from './menu.tsx';
import { VisuallyHidden } from './text.tsx';
import styles from './toolbar.module.css';
import { useMediaQuery } from './use-media-query.ts';

interface ToolbarProps {
  label: string;
  /** On a phone one row that stays while the page is scrolled. */
  staysOnPhone?: boolean;
  children: ReactNode;
}

export function Toolbar({ label, staysOnPhone = false, children }: ToolbarProps) {
  return (
    <div className={`${styles.toolbar} ${staysOnPhone ? styles.stays : ''}`} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

interface TabbedToolbarProps {
  label: string;
  /** Which of two lists is shown; on a phone above the row that stays. */
  tabs: ReactNode;
  children: ReactNode;
}

export function TabbedToolbar({ label, tabs, children }: TabbedToolbarProps) {
  return (
    <div className={styles.tabbed}>
      {tabs}
      <Toolbar label={label} staysOnPhone>
        {children}
      </Toolbar>
    </div>
  );
}

/** Width up to which tabs, order and view leave space for an icon only. */
const NARROW = '(max-width: 57.4375rem)';

export function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const isNarrow = useMediaQuery(NARROW);
  return (
    <label className={styles.search}>
      <SearchIcon size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={isNarrow ? 'Search' : label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface SortMenuProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: string }[];
}

export function SortMenu<T extends string>({ value, onChange, choices }: SortMenuProps<T>) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Menu
      trigger={
        <Button kind="quiet" icon={<SortIcon size={18} />}>
          <span className={styles.word}>{chosen?.label ?? 'Sort By'}</span>
          <VisuallyHidden>, change sort order</VisuallyHidden>
        </Button>
      }
    >
      <MenuChoices label="Sort By" value={value} onChange={onChange} choices={choices} />
    </Menu>
  );
}

export type ViewMode = 'Grid' | 'List';

interface ViewSwitchProps {
  /** None while another view is chosen. */
  value: ViewMode | undefined;
  onChange: (value: ViewMode) => void;
  /** Buttons of further views. */
  children?: ReactNode;
}

export function ViewSwitch({ value, onChange, children }: ViewSwitchProps) {
  return (
    <fieldset className={styles.switch}>
      <legend>
        <VisuallyHidden>View</VisuallyHidden>
      </legend>
      <IconButton label="Grid" icon={<GridIcon size={18} />} aria-pressed={value === 'Grid'} onClick={() => onChange('Grid')} />
      <IconButton label="List" icon={<ListIcon size={18} />} aria-pressed={value === 'List'} onClick={() => onChange('List')} />
      {children}
    </fieldset>
  );
}

interface SelectionRowProps {
  count: number;
  /** Instead of how many, where there is more to say. */
  words?: string;
  onClear: () => void;
  /** Actions on the selection. */
  children: ReactNode;
}

/** How much of a list is selected and what to do with it; it stays while the list is scrolled. */
export const SelectionRow = ({ count, words = `${count} selected`, onClear, children }: SelectionRowProps) => (
  <div className={styles.selectionBar}>
    <Toolbar label="Selection" staysOnPhone>
      <IconButton label="Clear selection" icon={<CloseIcon />} onClick={onClear} />
      <output className={styles.count}>{words}</output>
      {children}
    </Toolbar>
  </div>
);
