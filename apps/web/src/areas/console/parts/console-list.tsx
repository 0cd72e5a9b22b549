import { type ReactNode, useState } from 'react';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { DownloadIcon, ListIcon, SortIcon } from '../../../ui/icons.tsx';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { Spinner } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ROOM_BESIDE, SidePanel, WithSidePanel } from '../../../ui/side-panel.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { NotFoundPage } from '../../accounts/parts/not-found.tsx';
import { selectColumnsBesidePanel } from '../list-columns.ts';
import styles from './console-list.module.css';
import { ConsoleSearchField } from './search-field.tsx';

/** The part of `useInfiniteQuery`'s result that a list needs. */
interface InfiniteRows<Row> {
  data: { pages: readonly (readonly Row[])[] } | undefined;
  isPending: boolean;
  isLoadingError: boolean;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface ConsoleListProps<Row, Sort extends string> {
  title: string;
  /** Label of the rows for assistive technology. */
  label: string;
  note?: ReactNode;
  /** Tabs shown above the filters. */
  tabs?: ReactNode;
  list: InfiniteRows<Row>;
  columns: readonly ListColumn<Row, Sort>[];
  nameOf: (row: Row) => string;
  /** Text of the empty list, as specified. */
  empty: string;
  search?: { words: string | undefined; onChange: (words: string | undefined) => void; placeholder: string };
  filters?: ReactNode;
  /** True when a search or filter narrows the list; the order does not count. `onShowAll` resets them. */
  isNarrowed?: boolean;
  onShowAll?: () => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  actions?: (row: Row) => ReactNode;
  actionsWidth?: string;
  /** Row whose details are shown. Its id is in the URL. */
  openId?: string | undefined;
  onOpen?: (row: Row) => void;
  onClose?: () => void;
  panel?: { title: string; content: ReactNode } | undefined;
  csv?: { isPending: boolean; onDownload: () => void } | undefined;
  headerActions?: ReactNode;
}

/** List page of the console: search, filters, infinite rows, and details of one row. */
export function ConsoleList<Row extends { _id: string }, Sort extends string = string>(props: ConsoleListProps<Row, Sort>) {
  const { title, label, note, tabs, list, columns, nameOf, empty, search, filters, isNarrowed, onShowAll, csv, headerActions } = props;
  // Remounts the search field after Show all, so that its text is cleared too.
  const [resets, setResets] = useState(0);
  const [areFiltersShown, setFiltersShown] = useState(false);
  const isBeside = useMediaQuery(ROOM_BESIDE);
  const rows = list.data?.pages.flat() ?? [];
  // A list that the administrator may not see responds with 404.
  if (list.error instanceof AppError && list.error.status === 404 && rows.length === 0) return <NotFoundPage />;
  const onEnd = () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) list.fetchNextPage();
  };
  const download = csv && <CsvButton {...csv} />;
  return (
    <>
      <PageHeader
        title={title}
        note={note}
        actions={
          (download || headerActions) && (
            <>
              {download}
              {headerActions}
            </>
          )
        }
      />
      <div className={styles.page}>
        {tabs && <div className={styles.tabs}>{tabs}</div>}
        {(search || filters) && (
          <search className={styles.filters}>
            {search && <ConsoleSearchField key={resets} {...search} className={styles.words} />}
            {filters && (
              <Button
                className={styles.toggle}
                icon={<SortIcon size={18} />}
                aria-expanded={areFiltersShown}
                onClick={() => setFiltersShown(!areFiltersShown)}
              >
                Filters
              </Button>
            )}
            {filters && (
              <div className={styles.more} data-shown={areFiltersShown ? '' : undefined}>
                {filters}
              </div>
            )}
            {isNarrowed && onShowAll && (
              <Button
                kind="quiet"
                onClick={() => {
                  setResets(resets + 1);
                  onShowAll();
                }}
              >
                Show all
              </Button>
            )}
          </search>
        )}
        <WithSidePanel
          panel={
            <SidePanel title={props.panel?.title ?? ''} isOpen={props.panel !== undefined} onClose={() => props.onClose?.()}>
              {props.panel?.content}
            </SidePanel>
          }
        >
          {list.isPending && <ListSkeleton view="List" />}
          {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
          {list.data && rows.length === 0 && <EmptyState icon={<ListIcon size={26} />} title={empty} />}
          {rows.length > 0 && (
            <ListTable
              label={label}
              rows={rows}
              columns={props.panel && isBeside ? selectColumnsBesidePanel(columns) : columns}
              nameOf={nameOf}
              {...(props.sort !== undefined && { sort: props.sort })}
              {...(props.onSort && { onSort: props.onSort })}
              {...(props.onOpen && { onOpen: props.onOpen })}
              {...(props.onClose && { onClose: props.onClose })}
              openId={props.openId}
              {...(props.actions && { actions: props.actions })}
              {...(props.actionsWidth && { actionsWidth: props.actionsWidth })}
              onEnd={onEnd}
            />
          )}
          {list.isFetchNextPageError && list.error && (
            <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.fetchNextPage()} />
          )}
          {list.isFetchingNextPage && (
            <output className={styles.loading}>
              <Spinner />
              <VisuallyHidden>Loading more</VisuallyHidden>
            </output>
          )}
        </WithSidePanel>
      </div>
    </>
  );
}

interface CsvButtonProps {
  isPending: boolean;
  onDownload: () => void;
}

export const CsvButton = ({ isPending, onDownload }: CsvButtonProps) => (
  <Button icon={<DownloadIcon size={18} />} isLoading={isPending} onClick={onDownload}>
    Download CSV
  </Button>
);
