import type { Catagory, Faq } from '@vitrine/contract/faqs';
import { formatDate } from '../../../lib/format.ts';
import { PencilIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ArrowLeftIcon, QuestionIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { FaqAnswer } from '../parts/faq-answer.tsx';
import { FaqForm } from './faq-form.tsx';
import styles from './faqs.module.css';
import { getFaqPlaceLabel } from './place-words.ts';

interface FaqPaneProps {
  shown: Faq | undefined;
  /** The one that is edited, or a new one. */
  edited: Faq | 'new' | undefined;
  catagories: readonly Catagory[];
  isEditable: boolean;
  onEdit: (faq: Faq) => void;
  /** Saved, or given up: what is shown then. */
  onDone: (faq: Faq | undefined) => void;
  onBack: () => void;
}

/** Beside the list: the answer of what was chosen, or its editor. On a phone in the list's place. */
export function FaqPane({ shown, edited, catagories, isEditable, onEdit, onDone, onBack }: FaqPaneProps) {
  const faq = edited === 'new' ? undefined : edited;
  return (
    <div className={styles.pane}>
      <Button className={styles.back} kind="quiet" icon={<ArrowLeftIcon size={18} />} onClick={onBack}>
        All questions
      </Button>
      {edited && (
        <FaqForm
          key={faq?._id ?? 'new'}
          faq={faq}
          catagories={catagories}
          onSaved={(saved, message) => {
            if (message) toast.success(message);
            onDone(saved);
          }}
          onCancel={() => onDone(shown)}
        />
      )}
      {!edited && shown && (
        <Panel
          title={shown.question}
          note={`Last updated ${formatDate(shown.updatedAt)}`}
          actions={
            isEditable && (
              <Button icon={<PencilIcon size={18} />} onClick={() => onEdit(shown)}>
                Edit
              </Button>
            )
          }
        >
          <div className={styles.badges}>
            <Badge tone={shown.isVisible ? 'success' : 'neutral'}>{shown.isVisible ? 'Visible' : 'Hidden'}</Badge>
            <Badge>{shown.catagory?.catagoryName ?? 'No category'}</Badge>
            <Badge>{getFaqPlaceLabel(shown.catagory?.visibality ?? 'all')}</Badge>
          </div>
          <FaqAnswer html={shown.answer} />
        </Panel>
      )}
      {!edited && !shown && <EmptyState icon={<QuestionIcon size={26} />} title="Select a question to see its answer" />}
    </div>
  );
}
