import { PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

interface RowActionsProps {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

export const RowActions = ({ name, onEdit, onDelete }: RowActionsProps) => (
  <>
    <IconButton label={`Edit ${name}`} icon={<PencilIcon size={18} />} onClick={onEdit} />
    <IconButton label={`Delete ${name}`} icon={<TrashIcon size={18} />} onClick={onDelete} />
  </>
);
