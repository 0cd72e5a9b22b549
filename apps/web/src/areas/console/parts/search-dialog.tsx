import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FIND_MIN } from '@vitrine/contract/find';
import { type KeyboardEvent, useId, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { type ConsolePage, groupSearchResults, type SearchResult, type SearchResultGroup } from '../search-results.ts';
import { consoleSearchOptions } from './find.ts';
import styles from './search-dialog.module.css';

const DEBOUNCE_MS = 150;

const KEY_STEPS: Record<string, (place: number, count: number) => number> = {
  ArrowDown: (place, count) => (place + 1) % count,
  ArrowUp: (place, count) => (place - 1 + count) % count,
  PageDown: (place, count) => Math.min(count - 1, place + 5),
  PageUp: (place) => Math.max(0, place - 5),
};

interface FindListProps {
  /** What was typed before the field could take it, once. */
  takeTyped: () => string;
  /** Pages of the menu. */
  pages: readonly ConsolePage[];
}

/** A field and what is found for it: arrows choose, Enter goes there. */
export function SearchPanel({ takeTyped, pages }: FindListProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const words = typed.trim();
  const { groups, isLooking, error } = useSearchResults(words, pages);
  const all = groups.flatMap(({ choices }) => choices);
  const active = all[Math.min(place, all.length - 1)];
  const go = useOpenResult();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEY_STEPS[event.key];
    if (step && all.length > 0) {
      event.preventDefault();
      const next = step(Math.min(place, all.length - 1), all.length);
      setPlace(next);
      document.getElementById(getOptionId(id, all[next]))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active && !isLooking) {
      event.preventDefault();
      go(active);
    }
  };
  return (
    <div className={styles.find}>
      <TextField
        label="Name, email, number or ID"
        type="text"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox that offers links in groups has no element of its own.
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active ? getOptionId(id, active) : undefined}
        placeholder="Users, devices, orders, pages…"
        maxLength={254}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const before = takeTyped();
          if (before) setTyped((now) => before + now);
        }}
      />
      <div className={styles.results}>
        <ResultList id={id} groups={groups} active={active} onChoose={go} onPoint={(choice) => setPlace(all.indexOf(choice))} />
        <output className={styles.said}>{getResultAnnouncement({ count: all.length, words, isLooking, error })}</output>
      </div>
    </div>
  );
}

const getOptionId = (id: string, choice: SearchResult | undefined) => `${id}-${choice?.key.replaceAll(/[^\w-]/g, '_') ?? ''}`;

interface ChoicesProps {
  id: string;
  groups: readonly SearchResultGroup[];
  active: SearchResult | undefined;
  onChoose: (choice: SearchResult) => void;
  onPoint: (choice: SearchResult) => void;
}

/** The focus stays in the field, which has the keys; the list is for the eye, the pointer, and those who listen. */
const ResultList = ({ id, groups, active, onChoose, onPoint }: ChoicesProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox that offers links in groups has no element of its own.
  <div id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
    {groups.map(({ title, choices }) => (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no part of a listbox.
      <div key={title} role="group" aria-label={title}>
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        {choices.map((choice) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter in the field does the same.
          <div
            key={choice.key}
            id={getOptionId(id, choice)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a combobox that offers links in groups has no element of its own.
            role="option"
            tabIndex={-1}
            aria-selected={choice === active}
            className={styles.choice}
            onClick={() => onChoose(choice)}
            onPointerMove={() => choice !== active && onPoint(choice)}
          >
            <span className={styles.name}>{choice.name}</span>
            {choice.note && <span className={styles.note}>{choice.note}</span>}
          </div>
        ))}
      </div>
    ))}
  </div>
);

/** Pages at once, things when whoever writes pauses. */
function useSearchResults(words: string, pages: readonly ConsolePage[]) {
  const asked = useDebounced(words, DEBOUNCE_MS);
  const { data, error, isLoadingError, isFetching } = useQuery(consoleSearchOptions(asked));
  const isAsking = words.length >= FIND_MIN;
  return {
    groups: groupSearchResults(words, pages, isAsking ? (data ?? []) : []),
    isLooking: isAsking && (words !== asked || isFetching),
    error: isAsking && isLoadingError ? error : null,
  };
}

/** In one's own name, also where one looked at somebody's account before. The dialog's own entry of the history becomes the page. */
function useOpenResult() {
  const navigate = useNavigate();
  const session = useSession();
  return ({ to, search }: SearchResult) =>
    void navigate({ to: to as '/admin/system', search: { userId: session?.userId, ...search }, replace: true });
}

function getResultAnnouncement({
  count,
  words,
  isLooking,
  error,
}: {
  count: number;
  words: string;
  isLooking: boolean;
  error: Error | null;
}): string {
  if (error) return getErrorMessage(error);
  if (isLooking) return 'Searching…';
  if (count === 0) return words.length < FIND_MIN ? 'Enter at least 2 characters.' : `No results for “${words}”.`;
  return formatCount(count, 'result');
}
