import { DEVICE_LIMITS } from '@vitrine/contract/device-limits';
import { type DeviceTag, normalizeTag, tagName } from '@vitrine/contract/device-tags';
import { useState } from 'react';
import { matchesSearch } from '../../../lib/typed-search.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MultiSelectField } from '../../../ui/multi-select-field.tsx';
import styles from './tags.module.css';

interface TagFieldProps {
  label: string;
  picked: readonly string[];
  /** Existing tags, offered as suggestions. */
  known: readonly DeviceTag[];
  onPick: (name: string) => void;
  onRemove: (name: string) => void;
  isBusy?: boolean;
  hint?: string;
  /** Only allows existing tags. */
  isClosed?: boolean;
}

const toTagChoice = (name: string) => ({ id: normalizeTag(name), label: name });

/** Field for tags that suggests existing ones while the user types; a new one is created by typing it. */
export function TagField({ label, picked, known, onPick, onRemove, isBusy, hint, isClosed = false }: TagFieldProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const has = new Set(picked.map(normalizeTag));
  const names = [...new Map(known.map(({ name }) => [normalizeTag(name), name])).values()];
  const offers = names.filter((name) => !has.has(normalizeTag(name)) && matchesSearch(name, text)).map(toTagChoice);
  const pick = (name: string) => {
    setText('');
    setError(undefined);
    if (!has.has(normalizeTag(name))) onPick(name);
  };
  /** Undefined when it was taken. */
  const take = (written: string): string | undefined => {
    const parsed = tagName.safeParse(written);
    const same = names.find((name) => normalizeTag(name) === normalizeTag(written));
    if (!parsed.success) return parsed.error.issues[0]?.message;
    if (isClosed && !same) return 'This tag doesn’t exist.';
    if (has.size >= DEVICE_LIMITS.tagsPerDevice) return `You can add up to ${DEVICE_LIMITS.tagsPerDevice} tags.`;
    pick(same ?? parsed.data);
    return undefined;
  };
  // Several at once come from a paste.
  const commit = (written: string) => {
    const parts = written.split(',').filter((part) => part.trim() !== '');
    setError(parts.map(take).find((fault) => fault !== undefined));
  };
  return (
    <MultiSelectField
      label={label}
      placeholder={isClosed ? 'Choose a tag' : 'Add a tag'}
      text={text}
      onTextChange={(next) => {
        setText(next);
        setError(undefined);
      }}
      picked={picked.map(toTagChoice)}
      onPick={(id) => pick(names.find((name) => normalizeTag(name) === id) ?? id)}
      onRemove={(id) => onRemove(picked.find((name) => normalizeTag(name) === id) ?? id)}
      offers={offers}
      emptyText={text.trim() === '' || isClosed ? 'No other tags' : `Press Enter to create the tag “${text.trim()}”`}
      onCommit={commit}
      inputMode="text"
      isBusy={isBusy}
      error={error}
      hint={hint}
    />
  );
}

/** Number of tags that fit into a table row. */
const TAGS_SHOWN = 2;

/** Tags of one device in one line: the first ones, and how many more there are. */
export function TagList({ tags, isWhole = false }: { tags: readonly string[]; isWhole?: boolean }) {
  const shown = isWhole ? tags : tags.slice(0, TAGS_SHOWN);
  const more = tags.length - shown.length;
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags} data-whole={isWhole ? '' : undefined} title={more > 0 ? tags.join(', ') : undefined}>
      {shown.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {more > 0 && <span className={styles.more}>{`+${more}`}</span>}
    </span>
  );
}
