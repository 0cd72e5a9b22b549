import { ZONE_LABELS } from '@vitrine/contract/layouts';
import { type PlaysReport, REPORT_LIMITS } from '@vitrine/contract/reports';
import { useState } from 'react';
import { CloseIcon } from '../../../ui/icons.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { formatHour } from '../report-labels.ts';
import {
  countDays,
  findPeriodChoice,
  getPeriod,
  PERIOD_CHOICES,
  type Period,
  type PeriodChoice,
  type ReportFilters,
} from '../report-query.ts';
import styles from './reports.module.css';

interface PeriodFieldsProps {
  period: Period;
  onChange: (period: Period) => void;
}

const isUsable = (period: Period): boolean => {
  const days = countDays(period);
  return days >= 1 && days <= REPORT_LIMITS.days;
};

/** Chooses a period from a list, or its first and last day. */
export function PeriodFields({ period, onChange }: PeriodFieldsProps) {
  const [isCustom, setIsCustom] = useState(false);
  const [draft, setDraft] = useState(period);
  const choice: PeriodChoice = isCustom ? 'custom' : findPeriodChoice(period);
  const edit = (next: Period) => {
    setDraft(next);
    if (isUsable(next)) onChange(next);
  };
  const choose = (next: PeriodChoice) => {
    setIsCustom(next === 'custom');
    setDraft(period);
    if (next !== 'custom') onChange(getPeriod(next));
  };
  return (
    <>
      <SelectField
        label="Period"
        value={choice}
        options={PERIOD_CHOICES}
        onChange={(event) => choose(event.target.value as PeriodChoice)}
      />
      {choice === 'custom' && (
        <>
          <TextField label="From" type="date" value={draft.from} onChange={(event) => edit({ ...draft, from: event.target.value })} />
          <TextField
            label="To"
            type="date"
            value={draft.to}
            error={isUsable(draft) ? undefined : `Choose up to ${REPORT_LIMITS.days} days.`}
            onChange={(event) => edit({ ...draft, to: event.target.value })}
          />
        </>
      )}
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const ZONES = Object.entries(ZONE_LABELS).map(([value, label]) => ({ value, label }));

interface PlaysFieldsProps {
  filters: ReportFilters;
  onChange: (filters: Pick<ReportFilters, 'zone' | 'fromHour' | 'toHour'>) => void;
}

/** Narrows a report of plays to a zone and to hours of the day. */
export function PlaysFields({ filters, onChange }: PlaysFieldsProps) {
  const { zone, fromHour = 0, toHour: lastHour = 23 } = filters;
  const setHours = (first: number, last: number) =>
    onChange({ fromHour: first === 0 ? undefined : first, toHour: last === 23 ? undefined : Math.max(first, last) });
  return (
    <>
      <SelectField
        label="Zone"
        value={zone ?? ''}
        placeholder="All zones"
        options={ZONES}
        onChange={(event) => onChange({ zone: event.target.value || undefined })}
      />
      <SelectField
        label="From hour"
        value={String(fromHour)}
        options={HOURS.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
        onChange={(event) => setHours(Number(event.target.value), lastHour)}
      />
      <SelectField
        label="Until"
        value={String(lastHour)}
        options={HOURS.filter((hour) => hour >= fromHour).map((hour) => ({ value: String(hour), label: formatHour(hour + 1) }))}
        onChange={(event) => setHours(fromHour, Number(event.target.value))}
      />
    </>
  );
}

const CHIPS = [
  { key: 'deviceId', name: 'screen', label: 'Screen', missing: 'deleted' },
  { key: 'tagId', name: 'tag', label: 'Tag', missing: 'deleted' },
  { key: 'playlistId', name: 'playlist', label: 'Playlist', missing: 'deleted' },
  { key: 'mediaId', name: 'item', label: 'Item', missing: 'deleted or private' },
] as const;

interface FilterChipsProps {
  filters: ReportFilters;
  names: PlaysReport['filters'] | undefined;
  onRemove: (key: (typeof CHIPS)[number]['key']) => void;
}

/** Active filters of a report, each removable. */
export function FilterChips({ filters, names, onRemove }: FilterChipsProps) {
  const active = CHIPS.filter(({ key }) => filters[key] !== undefined);
  if (active.length === 0) return null;
  return (
    <div className={styles.chips}>
      {active.map(({ key, name, label, missing }) => {
        const text = `${label}: ${names ? (names[name] ?? missing) : '…'}`;
        return (
          <button key={key} type="button" className={styles.chip} aria-label={`Remove filter ${text}`} onClick={() => onRemove(key)}>
            {text}
            <CloseIcon size={14} />
          </button>
        );
      })}
    </div>
  );
}
