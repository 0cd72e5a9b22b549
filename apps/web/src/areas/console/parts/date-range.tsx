import { TextField } from '../../../ui/text-field.tsx';

/** Days as YYYY-MM-DD, both included. */
export interface DateRange {
  from?: string;
  until?: string;
}

const isDay = (day: string | undefined): day is string => day !== undefined && !Number.isNaN(Date.parse(day));

/** From the first to the last millisecond of these days, where the administrator is. */
export const toTimestamps = ({ from, until }: DateRange): { startDate: number | undefined; endDate: number | undefined } => ({
  startDate: isDay(from) ? new Date(`${from}T00:00:00`).getTime() : undefined,
  endDate: isDay(until) ? new Date(`${until}T23:59:59.999`).getTime() : undefined,
});

interface DayFieldsProps {
  days: DateRange;
  /** The event of the days, such as `Registered`. */
  what: string;
  onChange: (patch: Partial<Record<keyof DateRange, string | undefined>>) => void;
}

/** A range of days, open at either end. */
export const DateRangeFields = ({ days: { from, until }, what, onChange }: DayFieldsProps) => (
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
