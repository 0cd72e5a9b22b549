import type { SecondFactorSetup } from '@vitrine/contract/second-factor';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { renderSVG } from 'uqr';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { saveBytes } from '../../../lib/downloads.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { CodeField, codeResolver } from '../../accounts/parts/code-field.tsx';
import { PasswordDialog } from '../../accounts/parts/password-dialog.tsx';
import { useConfirmSecondFactor, useRemoveSecondFactor, useRenewRecoveryCodes, useSetUpSecondFactor } from '../api/second-factor.ts';
import styles from './second-factor-dialogs.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Password, then QR code and first code, then recovery codes. */
export const SetUpSecondFactorDialog = (props: DialogProps) => <SetUpSteps key={props.isOpen ? 'open' : 'closed'} {...props} />;

function SetUpSteps({ isOpen, onClose }: DialogProps) {
  const setUp = useSetUpSecondFactor({});
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodesDialog isOpen={isOpen} codes={codes} onClose={onClose} />;
  if (setUp.data) return <ScanDialog isOpen={isOpen} setup={setUp.data} onConfirmed={setCodes} onClose={onClose} />;
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Set up two-step sign-in"
      description="You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or 1Password. Enter your password to start."
      submitLabel="Continue"
      isSubmitting={setUp.isPending}
      failure={setUp.error ? getErrorMessage(setUp.error) : undefined}
      onSubmit={(password) => setUp.mutate(password)}
    />
  );
}

interface ScanDialogProps extends DialogProps {
  setup: SecondFactorSetup;
  onConfirmed: (codes: string[]) => void;
}

function ScanDialog({ isOpen, setup, onConfirmed, onClose }: ScanDialogProps) {
  const { register, handleSubmit, formState } = useForm({ resolver: codeResolver, mode: 'onSubmit', defaultValues: { code: '' } });
  const confirm = useConfirmSecondFactor({ onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={handleSubmit(({ code }) => confirm.mutate(code))}
      title="Scan this QR code"
      description="Add an account in your authenticator app and scan the QR code. Then enter the code that the app shows."
      submitLabel="Turn on"
      isSubmitting={confirm.isPending}
      failure={confirm.error ? getErrorMessage(confirm.error) : undefined}
    >
      <div className={styles.scan}>
        <img className={styles.qr} alt="QR code for your authenticator app" src={createQrUrl(setup.uri)} />
        <Stack gap={2} canShrink>
          <Text tone="soft" size="sm">
            On this phone, or can’t scan it?
          </Text>
          <a href={setup.uri}>Open in your app</a>
          <Text tone="soft" size="sm">
            or enter this key:
          </Text>
          <Row gap={1} align="center">
            <code className={styles.key}>{setup.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
            <CopyButton text={setup.secret} what="key" />
          </Row>
        </Stack>
      </div>
      <CodeField isRecoveryCode={false} error={formState.errors.code?.message} {...register('code')} />
    </FormDialog>
  );
}

const createQrUrl = (uri: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2, ecc: 'M' }))}`;

interface RecoveryCodesDialogProps extends DialogProps {
  codes: string[];
}

/** Shows the codes once. A click outside does not close it. */
function RecoveryCodesDialog({ isOpen, codes, onClose }: RecoveryCodesDialogProps) {
  const email = useSession()?.email ?? '';
  const text = codes.join('\n');
  const download = () =>
    saveBytes(new Blob([`Vitrine recovery codes for ${email}\n\n${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      closesOutside={false}
      title="Save your recovery codes"
      description="When you lose your phone, each of these codes signs you in once. They are not shown again."
    >
      <Stack gap={5}>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Row justify="end" wrap gap={2} align="center">
          <CopyButton text={text} what="recovery codes" />
          <Button icon={<DownloadIcon size={18} />} onClick={download}>
            Download
          </Button>
          <Button kind="primary" onClick={onClose}>
            I’ve saved them
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

export function TurnOffSecondFactorDialog({ isOpen, onClose }: DialogProps) {
  const remove = useRemoveSecondFactor({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Two-step sign-in is off.');
      onClose();
    },
  });
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Turn off two-step sign-in"
      description="Your password alone will open your account. You’ll be signed out everywhere else."
      submitLabel="Turn off"
      isDanger
      isSubmitting={remove.isPending}
      failure={remove.error ? getErrorMessage(remove.error) : undefined}
      onSubmit={(password) => remove.mutate(password)}
    />
  );
}

export const NewRecoveryCodesDialog = (props: DialogProps) => <NewRecoveryCodes key={props.isOpen ? 'open' : 'closed'} {...props} />;

function NewRecoveryCodes({ isOpen, onClose }: DialogProps) {
  const renew = useRenewRecoveryCodes({});
  if (renew.data) return <RecoveryCodesDialog isOpen={isOpen} codes={renew.data.recoveryCodes} onClose={onClose} />;
  return (
    <PasswordDialog
      isOpen={isOpen}
      onClose={onClose}
      title="New recovery codes"
      description="Your earlier recovery codes will no longer work."
      submitLabel="Create codes"
      isSubmitting={renew.isPending}
      failure={renew.error ? getErrorMessage(renew.error) : undefined}
      onSubmit={(password) => renew.mutate(password)}
    />
  );
}
