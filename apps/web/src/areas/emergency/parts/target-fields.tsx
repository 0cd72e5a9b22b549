import { useQuery } from '@tanstack/react-query';
import { EMERGENCY_LIMITS } from '@vitrine/contract/emergency';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { Text } from '../../../ui/text.tsx';
import { CheckField } from '../../../ui/toggles.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { deviceTagsOptions } from '../../devices/api/bulk-devices.ts';
import type { FieldsProps, MessageDraft } from '../message-draft.ts';
import { DeviceChoices } from './device-choices.tsx';
import styles from './emergency.module.css';

const TARGETS = [
  { value: 'all', label: 'All screens' },
  { value: 'tags', label: 'Tags' },
  { value: 'devices', label: 'Screens' },
] as const;

/** Chooses the screens that show the message. */
export function TargetFields({ draft, onChange, errors }: FieldsProps) {
  const error = errors.get('isForAll');
  return (
    <Stack gap={3}>
      <Text weight="medium">Shown on</Text>
      <SegmentedChoice label="Shown on" value={draft.target} onChange={(target) => onChange({ ...draft, target })} choices={TARGETS} />
      {draft.target === 'tags' && <TagChoices draft={draft} onChange={onChange} />}
      {draft.target === 'devices' && (
        <DeviceChoices chosen={draft.devices} max={EMERGENCY_LIMITS.devices} onChange={(devices) => onChange({ ...draft, devices })} />
      )}
      {error && (
        <Text size="sm" tone="danger" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}

type ChoicesProps = Pick<FieldsProps, 'draft'> & { onChange: (draft: MessageDraft) => void };

function TagChoices({ draft, onChange }: ChoicesProps) {
  const scope = useAccountInView();
  const tags = useQuery(deviceTagsOptions(scope));
  if (tags.isLoadingError) return <LoadFailure message={getErrorMessage(tags.error)} onRetry={() => void tags.refetch()} />;
  if (!tags.data) return <Skeleton style={{ height: 80 }} />;
  // The list of a family also contains personal tags of the member, whose screens the family's messages do not reach.
  const own = scope.orgId === undefined ? tags.data : tags.data.filter(({ orgId }) => orgId === scope.orgId);
  if (own.length === 0) return <Text tone="soft">You have no tags yet. Add tags to your screens under Devices.</Text>;
  const toggle = (id: string, isOn: boolean) =>
    onChange({ ...draft, tagIds: isOn ? [...draft.tagIds, id].slice(0, EMERGENCY_LIMITS.tags) : draft.tagIds.filter((one) => one !== id) });
  return (
    <div className={styles.choices}>
      {own.map(({ _id, name, devices }) => (
        <CheckField
          key={_id}
          label={`${name} (${formatCount(devices, 'screen')})`}
          isOn={draft.tagIds.includes(_id)}
          onChange={(isOn) => toggle(_id, isOn)}
        />
      ))}
    </div>
  );
}
