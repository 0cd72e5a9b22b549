import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { UpgradeIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { useUpdateDeviceVersion, versionsOptions } from '../api/devices.ts';
import { findVersionUpdate } from '../device-labels.ts';
import { DeviceNotice } from '../parts/device-notice.tsx';

/** Offers an update to a device that does not run the newest version, unless it failed there. */
export function VersionNotice({ device }: { device: Device }) {
  const versions = useQuery(versionsOptions);
  const update = useUpdateDeviceVersion(device._id, {
    ...messageToasts,
  });
  const found = findVersionUpdate(device, versions.data ?? []);
  if (!found) return null;
  const { version: newest, failure } = found;
  if (failure !== undefined)
    return (
      <DeviceNotice
        text={
          <>
            <strong>Version {newest.version} failed on this screen.</strong> {failure} The screen went back to{' '}
            {device.versionCode ?? 'the previous version'} and won’t try it again.
          </>
        }
      />
    );
  return (
    <DeviceNotice
      text={
        <>
          <strong>Version {newest.version} is available.</strong> This screen runs {device.versionCode ?? 'an unknown version'}.
          {device.status === 0 && ' You can update it when it’s online.'}
        </>
      }
    >
      <Button
        icon={<UpgradeIcon size={18} />}
        disabled={device.status === 0}
        isLoading={update.isPending}
        onClick={() => update.mutate(newest)}
      >
        Update
      </Button>
    </DeviceNotice>
  );
}
