import { type SideZone, ZONE_LABELS } from '@vitrine/contract/layouts';
import { IMAGE_DURATIONS_S, LIMITS } from '@vitrine/contract/limits';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { CoverPicture } from '../../media/parts/cover-picture.tsx';
import type { ZoneDraft } from '../layout-draft.ts';
import styles from './layout.module.css';

const COVER_SIZE = { width: 130, height: 100 };
/** The usual durations, and the current one, which a program may have set to any other. */
const listDurations = (current: number) =>
  [...new Set([...IMAGE_DURATIONS_S, current])]
    .toSorted((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` }));

interface ZoneListProps {
  zones: readonly ZoneDraft[];
  onChoose: (zone: SideZone) => void;
  onChange: (zone: SideZone, change: Partial<Omit<ZoneDraft, 'zone'>>) => void;
}

/** The side zones, each with the album that it shows. */
export function ZoneList({ zones, onChoose, onChange }: ZoneListProps) {
  return (
    <ul className={styles.zones} aria-label="Zones">
      {zones.map((entry) => (
        <ZoneRow
          key={entry.zone}
          entry={entry}
          onChoose={() => onChoose(entry.zone)}
          onDuration={(duration) => onChange(entry.zone, { duration })}
          onClear={() => onChange(entry.zone, { album: null })}
        />
      ))}
    </ul>
  );
}

interface ZoneRowProps {
  entry: ZoneDraft;
  onChoose: () => void;
  onDuration: (seconds: number) => void;
  onClear: () => void;
}

function ZoneRow({ entry: { zone, album, duration }, onChoose, onDuration, onClear }: ZoneRowProps) {
  const name = ZONE_LABELS[zone];
  const seconds = duration || LIMITS.imageDurationS;
  return (
    <li className={styles.row}>
      <span className={styles.cover}>
        {album?.thumbnail ? <CoverPicture cover={album.thumbnail} size={COVER_SIZE} fallback={<AlbumIcon />} /> : <AlbumIcon size={20} />}
      </span>
      <Stack as="span" grows canShrink>
        <span className={styles.rowName}>{name}</span>
        <Text as="span" tone="soft" size="sm">
          {album?.name ?? 'No album'}
        </Text>
      </Stack>
      <Button onClick={onChoose} aria-label={`${album ? 'Change' : 'Choose'} the album of “${name}”`}>
        {album ? 'Change' : 'Choose album'}
      </Button>
      {album && <IconButton label={`Remove the album from “${name}”`} icon={<CloseIcon />} onClick={onClear} />}
      {album && (
        <div className={styles.duration}>
          <SelectField
            label="Show each photo for"
            value={String(seconds)}
            options={listDurations(seconds)}
            onChange={({ target }) => onDuration(Number(target.value))}
          />
        </div>
      )}
    </li>
  );
}
