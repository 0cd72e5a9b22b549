import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import type { PrivateAlbum } from '@vitrine/contract/publishing';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { LockIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { FormError } from '../../../ui/text-field.tsx';
import { useShareWithFamily } from '../../albums/api/sharing.ts';
import { type FamilyDevices, privateAlbumsOptions } from '../api/bulk-devices.ts';
import { DeviceNotice } from './device-notice.tsx';
import styles from './share-with-family.module.css';

/** Offers to share private albums after their screens were moved to a family. Without such albums, shows nothing. */
export function ShareAfterMove({ moved, onClose }: { moved: FamilyDevices; onClose: () => void }) {
  const albums = useQuery(privateAlbumsOptions(moved)).data;
  if (!albums || albums.length === 0) return null;
  return <ShareWithFamilyDialog orgId={moved.orgId} albums={albums} onClose={onClose} />;
}

/** Offers to share private albums while a family's screen shows them. */
export function PrivateAlbumsNotice({ device }: { device: Device }) {
  return device.orgId === null ? null : <FamilyScreenNotice orgId={device.orgId} deviceIds={[device._id]} />;
}

const DIALOG = 'shareWithFamily';

function FamilyScreenNotice(devices: FamilyDevices) {
  const { dialog, open, close } = useDialog();
  const albums = useQuery(privateAlbumsOptions(devices)).data;
  if (!albums || albums.length === 0) return null;
  return (
    <DeviceNotice
      text={
        <>
          <strong>This screen shows {formatCount(albums.length, 'private album')} of yours.</strong> Family members see your name instead of
          the photos.
        </>
      }
    >
      <Button onClick={() => open(DIALOG)}>{albums.length === 1 ? 'Share album' : 'Share albums'}</Button>
      {dialog === DIALOG && <ShareWithFamilyDialog orgId={devices.orgId} albums={albums} onClose={close} />}
    </DeviceNotice>
  );
}

interface ShareWithFamilyDialogProps {
  orgId: string;
  albums: readonly PrivateAlbum[];
  onClose: () => void;
}

function ShareWithFamilyDialog({ orgId, albums, onClose }: ShareWithFamilyDialogProps) {
  const share = useShareWithFamily({
    onSuccess: (answer) => {
      messageToasts.onSuccess(answer);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Share these albums with the family?"
      description="A family screen shows them. Until you share them, members see your name instead of the photos."
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            Keep private
          </Button>
          <Button
            kind="primary"
            isLoading={share.isPending}
            onClick={() => share.mutate({ orgId, albumIds: albums.map(({ _id }) => _id) })}
          >
            Share {formatCount(albums.length, 'album')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <ul className={styles.albums} aria-label="Private albums">
          {albums.map(({ _id, name }) => (
            <li key={_id}>
              <LockIcon size={16} />
              <Text as="span" breaks="anywhere">
                {name}
              </Text>
            </li>
          ))}
        </ul>
        <Text tone="soft" size="sm">
          All current members can see the albums, but not change them. People who leave the family keep access until you remove them from
          the album.
        </Text>
        {share.error && <FormError>{getErrorMessage(share.error)}</FormError>}
      </Stack>
    </Dialog>
  );
}
