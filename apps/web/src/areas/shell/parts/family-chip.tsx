import { Link } from '@tanstack/react-router';
import { FamilyIcon } from '../../../ui/app-icons.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { useOwnFamilies } from '../../families/api/families.ts';
import styles from './family-chip.module.css';

/** The family in whose name the user works, shown on every page; nothing in the user's own mode. */
export function FamilyChip() {
  const { orgId } = useAccountInView();
  const name = useOwnFamilies().find(({ id }) => id === orgId)?.name;
  if (!name) return null;
  return (
    <Link to="/main/family" className={styles.chip} title={`Family account: ${name}`} data-family-chip="">
      <FamilyIcon size={18} />
      <span className={styles.name}>
        <span className={styles.prefix}>Family: </span>
        {name}
      </span>
    </Link>
  );
}
