import { SCREEN_ALERT_LIMITS, SCREEN_CONDITIONS, type ScreenCondition } from '@vitrine/contract/screen-alerts';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { Stack } from '../../../ui/layout.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { CONDITION_LABELS } from '../alert-labels.ts';
import type { SettingsValues } from '../settings-values.ts';

interface FieldsProps {
  form: UseFormReturn<SettingsValues>;
}

const NUMBERS: Partial<
  Record<
    ScreenCondition,
    { field: 'conditions.offline.minutes' | 'conditions.temperature.degrees'; label: string; limits: { min: number; max: number } }
  >
> = {
  offline: { field: 'conditions.offline.minutes', label: 'Minutes without a connection', limits: SCREEN_ALERT_LIMITS.offlineMinutes },
  temperature: { field: 'conditions.temperature.degrees', label: 'Degrees Celsius', limits: SCREEN_ALERT_LIMITS.degrees },
};

/** A switch for each condition, with its limit. */
export const ConditionFields = ({ form }: FieldsProps) => (
  <Stack gap={4}>
    {SCREEN_CONDITIONS.map((condition) => (
      <ConditionField key={condition} form={form} condition={condition} />
    ))}
  </Stack>
);

function ConditionField({ form, condition }: FieldsProps & { condition: ScreenCondition }) {
  const { control, register, getFieldState, formState } = form;
  const isOn = useWatch({ control, name: `conditions.${condition}.isOn` });
  const number = NUMBERS[condition];
  return (
    <Stack gap={2}>
      <Controller
        control={control}
        name={`conditions.${condition}.isOn`}
        render={({ field }) => <SwitchField label={CONDITION_LABELS[condition]} isOn={field.value} onChange={field.onChange} />}
      />
      {number && isOn && (
        <TextField
          label={number.label}
          type="number"
          inputMode="numeric"
          {...number.limits}
          error={getFieldState(number.field, formState).error?.message}
          {...register(number.field, { valueAsNumber: true })}
        />
      )}
    </Stack>
  );
}
