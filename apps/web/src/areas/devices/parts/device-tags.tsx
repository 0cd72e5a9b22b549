import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { deviceTagsOptions, useTagDevices } from '../api/bulk-devices.ts';
import { getBulkResult } from '../bulk-result-messages.ts';
import styles from './device-info-panels.module.css';
import { TagField } from './tags.tsx';

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
        hint="Use tags to group devices by place, floor or purpose."
      />
    </section>
  );
}
