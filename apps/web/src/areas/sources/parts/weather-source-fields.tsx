import { SOURCE_LIMITS } from '@vitrine/contract/sources';
import { type ClipboardEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type SourceDraft, splitCoordinates } from '../source-draft.ts';
import { type SourceFieldsProps, TimeZoneField } from './shared-source-fields.tsx';
import styles from './sources.module.css';

/** A place with its coordinates, which are typed, pasted from a map, or those of this device. */
export function WeatherSourceFields(props: SourceFieldsProps) {
  const { draft, onChange, errors } = props;
  const pasteBoth = (event: ClipboardEvent) => {
    const coordinates = splitCoordinates(event.clipboardData.getData('text/plain'));
    if (!coordinates) return;
    event.preventDefault();
    onChange({ ...draft, ...coordinates });
  };
  return (
    <>
      <TextField
        required
        label="Place"
        placeholder="Vienna"
        hint="Shown on the screen."
        autoComplete="off"
        maxLength={SOURCE_LIMITS.place}
        value={draft.place}
        error={errors.get('place')}
        onChange={({ target }) => onChange({ ...draft, place: target.value })}
      />
      <Stack gap={2}>
        <div className={styles.coordinates}>
          <TextField
            required
            label="Latitude"
            inputMode="decimal"
            autoComplete="off"
            placeholder="48.21"
            value={draft.latitude}
            error={errors.get('latitude')}
            onPaste={pasteBoth}
            onChange={({ target }) => onChange({ ...draft, latitude: target.value })}
          />
          <TextField
            required
            label="Longitude"
            inputMode="decimal"
            autoComplete="off"
            placeholder="16.37"
            value={draft.longitude}
            error={errors.get('longitude')}
            onPaste={pasteBoth}
            onChange={({ target }) => onChange({ ...draft, longitude: target.value })}
          />
        </div>
        <Text size="sm" tone="soft">
          South and west are negative. You can copy both numbers from an online map and paste them into one of the fields.
        </Text>
        {hasGeolocation() && <LocationButton draft={draft} onChange={onChange} />}
      </Stack>
      <TimeZoneField {...props} hint="Decides where the days of the forecast begin." />
    </>
  );
}

const hasGeolocation = (): boolean => 'geolocation' in navigator && window.isSecureContext !== false;

/** Two decimals are about one kilometre. The forecast needs no more, and the server learns no more. */
const roundCoordinate = (degrees: number): string => String(Number(degrees.toFixed(2)));

const LOCATION_TIMEOUT_MS = 15_000;

function LocationButton({ draft, onChange }: { draft: SourceDraft; onChange: (draft: SourceDraft) => void }) {
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const locate = () => {
    setState('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onChange({ ...draft, latitude: roundCoordinate(coords.latitude), longitude: roundCoordinate(coords.longitude) });
      },
      () => setState('failed'),
      { timeout: LOCATION_TIMEOUT_MS, maximumAge: 600_000 },
    );
  };
  return (
    <Row wrap align="center" gap={3}>
      <Button isLoading={state === 'locating'} onClick={locate}>
        Use my location
      </Button>
      {state === 'failed' && (
        <Text role="alert" size="sm" tone="danger">
          Your location isn’t available. Enter the coordinates instead.
        </Text>
      )}
    </Row>
  );
}
