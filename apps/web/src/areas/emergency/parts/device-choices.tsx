import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { MultiSelectField } from '../../../ui/multi-select-field.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { emergencyDevicesOptions } from '../api/emergency.ts';
import type { NamedId } from '../message-draft.ts';

interface DeviceChoicesProps {
  label?: string;
  chosen: readonly NamedId[];
  max: number;
  error?: string | undefined;
  onChange: (devices: NamedId[]) => void;
}

/** Chooses screens by their names. */
export function DeviceChoices({ label = 'Screens', chosen, max, error, onChange }: DeviceChoicesProps) {
  const [text, setText] = useState('');
  const devices = useQuery(emergencyDevicesOptions(useAccountInView(), useDeferredValue(text.trim())));
  const offers = (devices.data ?? [])
    .filter(({ _id }) => !chosen.some((device) => device._id === _id))
    .map(({ _id, name }) => ({ id: _id, label: name }));
  const pick = (id: string) => {
    const device = devices.data?.find(({ _id }) => _id === id);
    if (device) onChange([...chosen, device].slice(0, max));
    setText('');
  };
  return (
    <MultiSelectField
      label={label}
      placeholder="Search screens"
      inputMode="text"
      text={text}
      onTextChange={setText}
      picked={chosen.map(({ _id, name }) => ({ id: _id, label: name }))}
      onPick={pick}
      onRemove={(id) => onChange(chosen.filter(({ _id }) => _id !== id))}
      offers={offers}
      emptyText={devices.isFetching ? 'Searching…' : 'No other screens'}
      onCommit={() => undefined}
      isBusy={devices.isFetching}
      error={error}
    />
  );
}
