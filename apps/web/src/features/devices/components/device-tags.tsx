import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import type { OwnerScope } from '../../../entities/accounts/owner-scope.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { deviceTagsOptions, useTagDevices } from '../api/many-devices.ts';
import { getBulkResult } from '../many-words.ts';
import styles from './device-facts.module.css';
import { TagField } from './tag-field.tsx';

/** The tags of one device; each change holds at once. */
export function DeviceTags({ device, scope }: { device: Device; scope: OwnerScope }) {
  const known = useQuery(deviceTagsOptions(scope)).data ?? [];
  const change = useTagDevices({
    onSuccess: (outcomes, _change, refreshed) => {
      const { text, isWhole } = getBulkResult(() => '', outcomes);
      if (!isWhole) toast.warning(text);
      return refreshed;
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const asked = change.isPending ? change.variables : undefined;
  const picked = [...device.tags.filter((tag) => !asked?.remove.includes(tag)), ...(asked?.add ?? [])];
  return (
    <section className={styles.panel} aria-label="Tags">
      <TagField
        label="Tags"
        picked={picked}
        known={known.filter(({ orgId }) => orgId === device.orgId)}
        onPick={(name) => change.mutate({ deviceIds: [device._id], add: [name], remove: [] })}
        onRemove={(name) => change.mutate({ deviceIds: [device._id], add: [], remove: [name] })}
        isBusy={change.isPending}
        hint="Sort your devices by them: by place, floor or purpose"
      />
    </section>
  );
}
