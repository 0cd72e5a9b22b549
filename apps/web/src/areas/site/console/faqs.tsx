import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { can } from '@vitrine/contract/capabilities';
import type { Category, Faq } from '@vitrine/contract/faqs';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PencilIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { ArrowLeftIcon, QuestionIcon } from '../../../ui/icons.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { ConsoleSearchField } from '../../console/parts/search-field.tsx';
import { faqCategoriesOptions } from '../api/faqs.ts';
import { FaqAnswer } from '../parts/faq-sections.tsx';
import { managedFaqsOptions, useDeleteFaq, useEditFaq } from './api/managed-faqs.ts';
import { CategoriesDialog, getFaqPlaceLabel } from './categories-dialog.tsx';
import { FaqForm } from './faq-form.tsx';
import { ManagedFaqList } from './faq-list.tsx';
import styles from './faqs.module.css';

/** Width from which the answer is next to the list; on narrower windows it replaces the list. */
const ROOM_BESIDE = '(min-width: 67.5rem)';

/** Questions on the left, the answer or its editor on the right. The selection is in the address. */
export function FaqsPage() {
  const { string, catagoryId, shown: shownId, edited: editedId } = useSearch({ from: '/admin/faq' });
  const navigate = useNavigate();
  const dialog = useDialog();
  const isEditable = can(useSession(), 'faqs.edit');
  const isBeside = useMediaQuery(ROOM_BESIDE);
  const list = useInfiniteQuery(managedFaqsOptions({ string, catagoryId }));
  const { data: catagories = [] } = useQuery(faqCategoriesOptions);
  const edit = useEditFaq(messageToasts);
  const faqs = list.data?.pages.flat() ?? [];
  const go = (patch: FaqSearch) =>
    void navigate({
      to: '/admin/faq',
      search: (before) => ({ ...before, ...patch }),
      replace: !patch.edited && !patch.shown,
      // An answer that replaces the list starts at the top.
      resetScroll: !isBeside && Boolean(patch.edited ?? patch.shown),
    });
  const edited = useEditedFaq(
    faqs.find(({ _id }) => _id === editedId),
    editedId,
  );
  const find = (id: string | undefined) => faqs.find(({ _id }) => _id === id);
  return (
    <>
      <PageHeader
        title="FAQ"
        actions={
          isEditable && (
            <>
              <Button onClick={() => dialog.open('catagories')}>Categories</Button>
              <Button kind="primary" icon={<PlusIcon size={18} />} onClick={() => go({ edited: 'new', shown: undefined })}>
                Add FAQ
              </Button>
            </>
          )
        }
      />
      <div className={styles.panes} data-detail={shownId || editedId ? '' : undefined}>
        <div className={styles.list}>
          <search className={styles.filters}>
            <ConsoleSearchField words={string} onChange={(words) => go({ string: words })} placeholder="Question or answer" />
            <SelectField
              label="Category"
              placeholder="All"
              options={catagories.map(({ _id, catagoryName }) => ({ value: _id, label: catagoryName }))}
              value={catagoryId ?? ''}
              onChange={(event) => go({ catagoryId: event.target.value || undefined })}
            />
          </search>
          {list.isPending && <Skeleton style={{ height: 320 }} />}
          {(list.isLoadingError || list.isFetchNextPageError) && (
            <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />
          )}
          {list.data && faqs.length === 0 && <EmptyState icon={<QuestionIcon size={26} />} title="No data available" />}
          <ManagedFaqList
            faqs={faqs}
            shownId={editedId ?? shownId}
            isEditable={isEditable}
            onShow={({ _id }) => go({ shown: _id, edited: undefined })}
            onEdit={({ _id }) => go({ edited: _id, shown: _id })}
            onRemove={({ _id }) => dialog.open('remove', _id)}
            onToggle={({ _id: id, version }, isVisible) => edit.mutate({ id, version, isVisible })}
            onMove={({ _id: id, version }, beforeId) => edit.mutate({ id, version, beforeId })}
          />
          {list.hasNextPage && <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />}
        </div>
        <FaqPane
          shown={find(shownId)}
          edited={isEditable ? (editedId === 'new' ? 'new' : edited) : undefined}
          catagories={catagories}
          isEditable={isEditable}
          onEdit={(faq) => go({ edited: faq._id })}
          onDone={(faq) => go({ edited: undefined, shown: faq?._id })}
          onBack={() => go({ edited: undefined, shown: undefined })}
        />
      </div>
      <CategoriesDialog isOpen={isEditable && dialog.dialog === 'catagories'} onClose={dialog.close} />
      <RemoveDialog faq={isEditable && dialog.dialog === 'remove' ? find(dialog.target) : undefined} onClose={dialog.close} />
    </>
  );
}

/** Keeps the edited question open when a search excludes it from the list. */
function useEditedFaq(found: Faq | undefined, id: string | undefined): Faq | undefined {
  const [kept, setKept] = useState(found);
  if (found && found !== kept) setKept(found);
  return found ?? (kept?._id === id ? kept : undefined);
}

function RemoveDialog({ faq, onClose }: { faq: Faq | undefined; onClose: () => void }) {
  const remove = useDeleteFaq({ ...messageToasts, onSettled: onClose });
  return (
    <ConfirmDialog
      isOpen={faq !== undefined}
      onClose={onClose}
      onConfirm={() => faq && !remove.isPending && remove.mutate(faq._id)}
      title={`Remove “${faq?.question ?? ''}”?`}
      consequence="The question and its images will be deleted from the public site and the app. To hide it temporarily, turn off its visibility instead."
      confirmLabel="Remove question"
      isBusy={remove.isPending}
    />
  );
}

interface FaqPaneProps {
  shown: Faq | undefined;
  /** The one that is edited, or a new one. */
  edited: Faq | 'new' | undefined;
  catagories: readonly Category[];
  isEditable: boolean;
  onEdit: (faq: Faq) => void;
  /** Saved, or given up: what is shown then. */
  onDone: (faq: Faq | undefined) => void;
  onBack: () => void;
}

/** The selected answer or its editor, next to the list; on a phone instead of it. */
function FaqPane({ shown, edited, catagories, isEditable, onEdit, onDone, onBack }: FaqPaneProps) {
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

export interface FaqSearch {
  string?: string;
  catagoryId?: string;
  /** The question whose answer is shown. */
  shown?: string;
  /** The one that is edited, or `new`. */
  edited?: string;
}
