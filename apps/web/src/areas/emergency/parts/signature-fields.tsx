import { CAP_FEED_LIMITS } from '@vitrine/contract/cap-feeds';
import { Stack } from '../../../ui/layout.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';

interface SignatureFieldsProps {
  /** Certificates and keys as PEM; null when signatures are not required. */
  trustedKeys: string | null;
  onChange: (trustedKeys: string | null) => void;
  error: string | undefined;
}

/** Requires a signature of CAP alerts, by one of the entered keys. */
export const SignatureFields = ({ trustedKeys, onChange, error }: SignatureFieldsProps) => (
  <Stack gap={3}>
    <SwitchField label="Require a valid signature" isOn={trustedKeys !== null} onChange={(isOn) => onChange(isOn ? '' : null)} />
    {trustedKeys !== null && (
      <TextAreaField
        label="Trusted certificates or public keys (PEM)"
        required
        rows={6}
        spellCheck={false}
        value={trustedKeys}
        maxLength={CAP_FEED_LIMITS.trustedKeys}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Stack>
);
