import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { type ReactNode, useState } from 'react';
import { useDebounced } from '../../../lib/typed-search.ts';
import { LoadFailure, NoMatches } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type FaqPlace, faqCategoriesOptions, faqsOptions } from '../api/faqs.ts';
import styles from './faq-browser.module.css';
import { FaqSections, FaqSkeleton } from './faq-sections.tsx';

interface FaqBrowserProps {
  place: FaqPlace;
  /** Content shown until the questions are loaded. */
  before?: ReactNode;
}

/** Questions by category, and a search through them. */
export function FaqBrowser({ place, before = <FaqSkeleton /> }: FaqBrowserProps) {
  const [typed, setTyped] = useState('');
  const [catagoryId, setCatagoryId] = useState<string>();
  const string = useDebounced(typed.trim(), LIMITS.searchDebounceMs) || undefined;
  const found = useInfiniteQuery(faqsOptions({ visibality: place, string, catagoryId }));
  const faqs = found.data?.pages.flat();
  const showAll = () => {
    setTyped('');
    setCatagoryId(undefined);
  };
  return (
    <div className={styles.browser}>
      <search className={styles.search}>
        <TextField
          label="Search questions and answers"
          type="search"
          name="question"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <CategoryFilter place={place} chosen={catagoryId} onChoose={setCatagoryId} />
      </search>
      {found.isPending && before}
      {/* A failed refetch keeps the content; a failed next page shows an error. */}
      {found.isError && !found.isRefetchError && <LoadFailure message={MESSAGES.somethingWrong} onRetry={() => void found.refetch()} />}
      {faqs?.length === 0 && <NoMatches title="No questions match your search" onClear={showAll} label="Show all questions" />}
      {faqs && faqs.length > 0 && <FaqSections faqs={faqs} />}
      {found.hasNextPage && <LoadMore isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />}
    </div>
  );
}

interface CatagoriesProps {
  place: FaqPlace;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Categories with visible questions. */
function CategoryFilter({ place, chosen, onChoose }: CatagoriesProps) {
  const { data = [] } = useQuery(faqCategoriesOptions);
  const shown = data.filter(({ visibality, visibleFaqs }) => visibleFaqs > 0 && (visibality === 'all' || visibality === place));
  if (shown.length === 0) return null;
  const choice = (id: string | undefined, name: string) => (
    <button key={id ?? ''} type="button" className={styles.catagory} aria-pressed={chosen === id} onClick={() => onChoose(id)}>
      {name}
    </button>
  );
  return (
    <fieldset className={styles.catagories} aria-label="Category">
      {choice(undefined, 'All')}
      {shown.map(({ _id, catagoryName }) => choice(_id, catagoryName))}
    </fieldset>
  );
}
