import { type WidgetSettings, widgetSettings } from '@vitrine/contract/widgets';

/** Error messages by the path of their field, such as 'sections.0.dishes.1.name'. */
export type FieldErrors = ReadonlyMap<string, string>;

/** Properties of the fields of one type of widget. */
export interface FieldsProps<Settings extends WidgetSettings> {
  settings: Settings;
  onChange: (settings: Settings) => void;
  errors: FieldErrors;
}

/** Returns the error of each field as the server reports it, and none when the settings are valid. */
export function findErrors(settings: WidgetSettings): FieldErrors {
  const { error } = widgetSettings.safeParse(settings);
  const errors = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) if (!errors.has(path.join('.'))) errors.set(path.join('.'), message);
  return errors;
}

/** Returns a copy of a list with one element changed. */
export const replaceAt = <T>(list: readonly T[], index: number, value: T): T[] => list.map((one, at) => (at === index ? value : one));

export const removeAt = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);

/** Returns a copy of a list with one element moved by one place. At the edges nothing changes. */
export function moveBy<T>(list: readonly T[], index: number, step: 1 | -1): T[] {
  const moved = list[index];
  const target = index + step;
  if (moved === undefined || target < 0 || target >= list.length) return [...list];
  return removeAt(list, index).toSpliced(target, 0, moved);
}
