import { useQuery } from '@tanstack/react-query';
import { type Album, albumDetailsForm } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { AppError, getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { ShareIcon } from '../../../ui/app-icons.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { DetailsPicture, DetailsSection, DetailsText } from '../../../ui/details.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Progress, Skeleton } from '../../../ui/loading.tsx';
import { NameCaptionForm } from '../../../ui/name-caption-form.tsx';
import { FactList, SidePanel } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { albumOptions, useEditAlbum, useSetAlbumCover, useSetPlacesVisible } from '../api/albums.ts';
import styles from '../pages/album.module.css';
import { AlbumCover } from './album-cover.tsx';

interface AlbumDetailsProps {
  album: Album;
  onShare: () => void;
}

/** The detail panel of an album: what it is, what is in it, and who sees it. */
export function AlbumDetails({ album, onShare }: AlbumDetailsProps) {
  const facts = [
    { term: 'Photos', value: album.imageCount },
    { term: 'Videos', value: album.videoCount },
    ...(album.documentCount > 0 ? [{ term: 'Documents', value: album.documentCount }] : []),
    ...(album.otherCount > album.documentCount ? [{ term: 'Other items', value: album.otherCount - album.documentCount }] : []),
    { term: 'Created', value: formatDate(album.createdAt) },
    { term: 'Last modified', value: formatDate(album.updatedAt) },
  ];
  return (
    <>
      <DetailsPicture>
        <AlbumCover album={album} />
      </DetailsPicture>
      {album.abilities.rename ? (
        <AlbumNameForm key={`${album._id} ${album.name} ${album.caption}`} album={album} />
      ) : (
        <DetailsText name={album.name} caption={album.caption} />
      )}
      {album.abilities.arrange && album.thumbnail && <ResetCover album={album} />}
      <div className={styles.storage}>
        <Progress value={(album.albumStorage / LIMITS.albumBytes) * 100} label="Album storage" />
        <p>
          {formatBytes(album.albumStorage)} of {LIMITS.albumBytes / 1e9} GB
        </p>
      </div>
      <FactList facts={facts} />
      {album.abilities.share && <PlacesSwitch album={album} />}
      <AlbumMembers album={album} onShare={onShare} />
    </>
  );
}

const RENAME_TOASTS = {
  onSuccess: ({ message }: MessageResponse) => {
    if (message) toast.success(message);
  },
  onError: (error: Error) =>
    toast.error(error instanceof AppError && error.status === 404 ? 'You are not authorized to rename the album' : getErrorMessage(error)),
};

function AlbumNameForm({ album }: { album: Album }) {
  const save = useEditAlbum(album._id, RENAME_TOASTS);
  return (
    <NameCaptionForm
      words={{ name: album.name, caption: album.caption }}
      schema={albumDetailsForm}
      isSaving={save.isPending}
      onSave={({ name, caption }) => save.mutate({ name: name === album.name ? undefined : name, caption })}
    />
  );
}

function ResetCover({ album }: { album: Album }) {
  const reset = useSetAlbumCover(album._id, RENAME_TOASTS);
  return (
    <Button kind="quiet" isLoading={reset.isPending} onClick={() => reset.mutate(null)}>
      Use first photo as cover
    </Button>
  );
}

/** Off by default, because a photo taken at home reveals the address. */
function PlacesSwitch({ album }: { album: Album }) {
  const save = useSetPlacesVisible(album._id, RENAME_TOASTS);
  const isOn = save.isPending ? save.variables : album.showPlaces;
  return (
    <DetailsSection title="Location">
      <SwitchField label="Show photo locations to people with access" isOn={isOn} onChange={(next) => save.mutate(next)} />
    </DetailsSection>
  );
}

function AlbumMembers({ album, onShare }: AlbumDetailsProps) {
  const ownerName = useOwnerName(album);
  const members = [
    ...album.sharedWith.map((member) => ({ ...member, note: member.accepted ? 'Group Member' : 'Invited' })),
    ...album.notRegisterUser.map(({ email, permission }) => ({
      userId: email,
      name: email,
      permission,
      profilePicture: null,
      note: 'Invited',
    })),
  ];
  return (
    <DetailsSection title="People">
      <Stack as="ul" gap={3}>
        <Row as="li" align="center" gap={3}>
          <Avatar name={ownerName} size={32} {...getAvatarPicture(album.sharedBy[0]?.profilePicture, 85)} />
          <span className={styles.name}>{ownerName}</span>
          <Text as="span" tone="soft" size="sm">
            Owner
          </Text>
        </Row>
        {members.map(({ userId, name, profilePicture, permission, note }) => (
          <Row as="li" key={userId} align="center" gap={3}>
            <Avatar name={name} size={32} {...getAvatarPicture(profilePicture, 85)} />
            <span className={styles.name}>{name}</span>
            <Text as="span" tone="soft" size="sm">
              {note}, {permission === 'write' ? 'can edit' : 'can view'}
            </Text>
          </Row>
        ))}
      </Stack>
      {album.abilities.share && (
        <Button icon={<ShareIcon size={18} />} onClick={onShare}>
          Share
        </Button>
      )}
    </DetailsSection>
  );
}

interface AlbumPanelProps {
  /** Closed without one. */
  albumId: string | undefined;
  onClose: () => void;
  onShare: (albumId: string) => void;
}

export function AlbumPanel({ albumId, onClose, onShare }: AlbumPanelProps) {
  const album = useQuery({ ...albumOptions(albumId ?? ''), enabled: albumId !== undefined });
  const loss = getLoadFailure(album);
  return (
    <SidePanel title="Album details" isOpen={albumId !== undefined} onClose={onClose}>
      {album.isPending && <Skeleton style={{ height: 260 }} />}
      {loss && <LoadFailure message={getErrorMessage(loss)} onRetry={() => void album.refetch()} />}
      {!loss && album.data && <AlbumDetails album={album.data} onShare={() => onShare(album.data._id)} />}
    </SidePanel>
  );
}

/** Returns the owner's name: for a shared album from the response, otherwise that of the account in view. */
function useOwnerName(album: Album): string {
  const { userId } = useAccountInView();
  const person = useQuery(userOptions(userId)).data;
  return album.sharedBy[0]?.name ?? person?.name ?? '';
}
