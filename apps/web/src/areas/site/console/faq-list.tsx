import type { Faq } from '@vitrine/contract/faqs';
import { MoreIcon, PencilIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ArrowDownIcon, ArrowUpIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import styles from './faq-list.module.css';

export interface FaqActions {
  onShow: (faq: Faq) => void;
  onEdit: (faq: Faq) => void;
  onRemove: (faq: Faq) => void;
  onToggle: (faq: Faq, isVisible: boolean) => void;
  /** Before another question of its category; null for the last place. */
  onMove: (faq: Faq, beforeId: string | null) => void;
}

interface KeptFaqListProps extends FaqActions {
  faqs: readonly Faq[];
  shownId: string | undefined;
  isEditable: boolean;
}

/** Questions as administrators keep them, under their categories. */
export function ManagedFaqList({ faqs, shownId, isEditable, ...actions }: KeptFaqListProps) {
  const categories = new Map(faqs.map(({ catagory }) => [catagory?._id, catagory?.catagoryName ?? 'No category']));
  return (
    <div className={styles.list}>
      {[...categories].map(([id, name]) => (
        <section key={id ?? ''}>
          <h2>{name}</h2>
          <ul>
            {faqs
              .filter(({ catagory }) => catagory?._id === id)
              .map((faq, place, group) => (
                <li key={faq._id} data-shown={faq._id === shownId ? '' : undefined} data-hidden={faq.isVisible ? undefined : ''}>
                  <button
                    type="button"
                    className={styles.question}
                    aria-current={faq._id === shownId ? 'true' : undefined}
                    onClick={() => actions.onShow(faq)}
                  >
                    {faq.question}
                  </button>
                  {isEditable && (
                    <>
                      <SwitchField
                        label={`Show “${faq.question}”`}
                        isLabelHidden
                        isOn={faq.isVisible}
                        onChange={(isVisible) => actions.onToggle(faq, isVisible)}
                      />
                      <FaqMenu faq={faq} before={group[place - 1]} after={group[place + 1]} next={group[place + 2]} {...actions} />
                    </>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface FaqMenuProps extends FaqActions {
  faq: Faq;
  /** Its neighbours, as far as they are listed. */
  before: Faq | undefined;
  after: Faq | undefined;
  next: Faq | undefined;
}

const FaqMenu = ({ faq, before, after, next, onEdit, onRemove, onMove }: FaqMenuProps) => (
  <Menu trigger={<IconButton label={`Actions for “${faq.question}”`} icon={<MoreIcon size={18} />} />}>
    <MenuItem icon={<PencilIcon size={18} />} onSelect={() => onEdit(faq)}>
      Edit
    </MenuItem>
    <MenuItem icon={<ArrowUpIcon size={18} />} isDisabled={!before} onSelect={() => before && onMove(faq, before._id)}>
      Move up
    </MenuItem>
    <MenuItem icon={<ArrowDownIcon size={18} />} isDisabled={!after} onSelect={() => onMove(faq, next?._id ?? null)}>
      Move down
    </MenuItem>
    <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onRemove(faq)}>
      Remove
    </MenuItem>
  </Menu>
);
