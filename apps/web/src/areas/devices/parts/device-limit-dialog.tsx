import type { DeviceLimit } from '@vitrine/contract/devices';
import { ERRORS } from '@vitrine/contract/errors';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { UpgradeLink } from '../../accounts/parts/upgrade-link.tsx';

/** Why no more can be added, and what to do about it. */
export function DeviceLimitDialog({ limit, isOpen, onClose }: { limit?: DeviceLimit; isOpen: boolean; onClose: () => void }) {
  const count = limit && !limit.hasEnded ? `${limit.used} of ${formatCount(limit.allowed, 'device')} in use.` : '';
  return (
    <Dialog
      isOpen={isOpen && limit !== undefined}
      onClose={onClose}
      title={limit?.hasEnded ? 'Your plan has ended' : 'Device limit reached'}
      description={`${count} ${limit?.hasEnded ? ERRORS.PLAN_ENDED.message : ERRORS.DEVICE_LIMIT.message}`.trim()}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Close
          </Button>
          <UpgradeLink />
        </>
      }
    />
  );
}
