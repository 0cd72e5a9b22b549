import { useQuery } from '@tanstack/react-query';
import type { AlbumLink } from '@vitrine/contract/album-links';
import { LIMITS } from '@vitrine/contract/limits';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { useUserId } from '../../../lib/session.ts';
import { LinkIcon, PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton, copyText } from '../../../ui/copy-button.tsx';
import { CopyIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { albumLinksOptions, useReadLinkToken, useRevokeAlbumLink } from '../api/album-links.ts';
import { getLinkTermsLabel, getLinkUrl, getLinkUsageLabel } from '../link-labels.ts';
import styles from './album-links.module.css';
import { EditLinkDialog, NewLinkDialog } from './link-form-dialog.tsx';

/** Sharing by link, next to sharing with people. Changes apply immediately. */
export function AlbumLinks({ albumId }: { albumId: string }) {
  const links = useQuery(albumLinksOptions(albumId));
  const [action, setAction] = useState<{ about: 'new' } | { about: 'edit' | 'revoke'; link: AlbumLink } | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const showLink = (token: string) => {
    const url = getLinkUrl(window.location.origin, token);
    setAddress(url);
    return url;
  };
  const read = useReadLinkToken({
    onSuccess: async ({ token }) => {
      if (await copyText(showLink(token))) toast.success('Link copied.');
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const close = () => setAction(null);
  const isFull = (links.data?.length ?? 0) >= LIMITS.albumLinks;
  return (
    <section className={styles.section} aria-label="Share by link">
      <header className={styles.header}>
        <div className={styles.words}>
          <Text as="h3" size="base">
            Share by link
          </Text>
          <Text tone="soft" size="sm">
            Anyone with a link can view this album without an account.
          </Text>
        </div>
        <Button icon={<LinkIcon size={18} />} disabled={isFull} onClick={() => setAction({ about: 'new' })}>
          Create link
        </Button>
      </header>
      {isFull && (
        <Text tone="soft" size="sm">
          This album has reached the limit of {LIMITS.albumLinks} links. Revoke a link to create a new one.
        </Text>
      )}
      {address && <LinkUrl address={address} />}
      {links.isLoadingError && (
        <Text tone="danger" size="sm" role="alert">
          {getErrorMessage(links.error)}
        </Text>
      )}
      {links.data && links.data.length > 0 && (
        <Stack as="ul" gap={2} aria-label="Links to this album">
          {links.data.map((link) => (
            <LinkRow key={link._id} link={link} onCopy={() => read.mutate(link)} onAsk={(about) => setAction({ about, link })} />
          ))}
        </Stack>
      )}
      {action?.about === 'new' && (
        <NewLinkDialog
          albumId={albumId}
          onClose={close}
          onCreated={(token) => {
            showLink(token);
            close();
          }}
        />
      )}
      {action?.about === 'edit' && <EditLinkDialog link={action.link} onClose={close} />}
      {action?.about === 'revoke' && (
        <RevokeDialog
          link={action.link}
          onClose={close}
          onRevoked={() => {
            if (address?.endsWith(action.link.tokenEnd)) setAddress(null);
            close();
          }}
        />
      )}
    </section>
  );
}

/** Shows the complete URL, because some browsers only copy it in direct response to a click. */
function LinkUrl({ address }: { address: string }) {
  return (
    <div className={styles.address}>
      <TextField
        label="Link"
        readOnly
        value={address}
        hint="Send this link to people who may see the album."
        trailing={<CopyButton text={address} what="link" />}
        onFocus={({ target }) => target.select()}
      />
    </div>
  );
}

interface LinkRowProps {
  link: AlbumLink;
  onCopy: () => void;
  onAsk: (about: 'edit' | 'revoke') => void;
}

function LinkRow({ link, onCopy, onAsk }: LinkRowProps) {
  const { tokenEnd, canCopy, createdAt, madeBy, hasExpired } = link;
  const userId = useUserId();
  const creator = madeBy.userId === userId ? 'you' : madeBy.name;
  return (
    <li className={styles.link} data-expired={hasExpired ? '' : undefined}>
      <LinkIcon size={20} />
      <span className={styles.words}>
        <span className={styles.name}>Link ending in {tokenEnd}</span>
        <Text as="span" tone="soft" size="sm">
          {getLinkTermsLabel(link)}
        </Text>
        <Text as="span" tone="soft" size="sm">
          Created {formatDate(createdAt)} by {creator} · {getLinkUsageLabel(link)}
        </Text>
      </span>
      {canCopy && <IconButton label={`Copy link ending in ${tokenEnd}`} icon={<CopyIcon size={18} />} onClick={onCopy} />}
      <IconButton label={`Edit link ending in ${tokenEnd}`} icon={<PencilIcon size={18} />} onClick={() => onAsk('edit')} />
      <IconButton label={`Revoke link ending in ${tokenEnd}`} icon={<TrashIcon size={18} />} onClick={() => onAsk('revoke')} />
    </li>
  );
}

function RevokeDialog({ link, onClose, onRevoked }: { link: AlbumLink; onClose: () => void; onRevoked: () => void }) {
  const revoke = useRevokeAlbumLink(link.albumId, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Link revoked.');
      onRevoked();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => revoke.mutate(link._id)}
      title={`Revoke the link ending in ${link.tokenEnd}?`}
      consequence="The link stops working immediately for everyone who has it. The album and its other links don’t change."
      confirmLabel="Revoke link"
      isBusy={revoke.isPending}
    />
  );
}
