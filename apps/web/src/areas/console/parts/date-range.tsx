import { TextField } from '../../../ui/text-field.tsx';

/** Days as YYYY-MM-DD, both included. */
export interface DateRange {
  from?: string;
  until?: string;
}

const isDay = (day: string | undefined): day is string => day !== undefined && !Number.isNaN(Date.parse(day));

/** Returns the first and last millisecond of the range in the browser's time zone. */
export const toTimestamps = ({ from, until }: DateRange): { startDate: number | undefined; endDate: number | undefined } => ({
  startDate: isDay(from) ? new Date(`${from}T00:00:00`).getTime() : undefined,
  endDate: isDay(until) ? new Date(`${until}T23:59:59.999`).getTime() : undefined,
});

interface DateRangeFieldsProps {
  days: DateRange;
  /** Event whose date is filtered, such as `Registered`. */
  what: string;
  onChange: (patch: Partial<Record<keyof DateRange, string | undefined>>) => void;
}

/** Fields for a range of days. Either end may stay empty. */
export const DateRangeFields = ({ days: { from, until }, what, onChange }: DateRangeFieldsProps) => (
  <>
    <TextField
      label={`${what} from`}
      type="date"
      max={until}
      value={from ?? ''}
      data-empty={from ? undefined : ''}
      onChange={(event) => onChange({ from: event.target.value || undefined })}
    />
    <TextField
      label={`${what} until`}
      type="date"
      min={from}
      value={until ?? ''}
      data-empty={until ? undefined : ''}
      onChange={(event) => onChange({ until: event.target.value || undefined })}
    />
  </>
);
