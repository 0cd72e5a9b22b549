import { useEffectiveAccount } from '../../../lib/session.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { useOwnFamilies } from '../../families/api/families.ts';

interface AlbumAudienceFieldProps {
  isPrivate: boolean;
  onChange: (isPrivate: boolean) => void;
}

/** Chooses whether a new album belongs to the family or to the user alone. Renders nothing for users who do not work for a family. */
export function AlbumAudienceField({ isPrivate, onChange }: AlbumAudienceFieldProps) {
  const { orgId } = useEffectiveAccount();
  const { isOwn } = useAccountInView();
  const family = useOwnFamilies().find(({ id }) => id === orgId);
  if (!isOwn || !family) return null;
  return (
    <SelectField
      label="Who can see it"
      value={isPrivate ? 'private' : 'family'}
      options={[
        { value: 'family', label: `Everyone in “${family.name}”` },
        { value: 'private', label: 'Only you' },
      ]}
      onChange={({ target }) => onChange(target.value === 'private')}
    />
  );
}
