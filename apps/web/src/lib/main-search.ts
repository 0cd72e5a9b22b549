import { type SearchSchemaInput, useSearch } from '@tanstack/react-router';
import { type RawSearch, readFlag, readText } from './search-params.ts';
import { getSession, isAdministrator } from './session.ts';

/** Search parameters of every address under /main: account, drawer, dialog and its object. */
interface MainSearch {
  userId: string;
  open: boolean;
  dialog?: string;
  target?: string;
}

/** Only administrators may view other accounts; the server checks the permission. */
function getAccountId(asked: string | undefined): string {
  const session = getSession();
  if (!session) return asked ?? '';
  return isAdministrator(session) ? (asked ?? session.userId) : session.userId;
}

export function mainSearch(raw: { userId?: string; open?: boolean; dialog?: string; target?: string } & SearchSchemaInput): MainSearch {
  const search: RawSearch = { ...raw };
  return {
    userId: getAccountId(readText(search.userId)),
    // The drawer of an administrator cannot be closed.
    open: readFlag(search.open) || isAdministrator(getSession()),
    dialog: readText(search.dialog),
    target: readText(search.target),
  };
}

/**
 * Search parameters of every address under /main and /admin, validated by `mainSearch` in both routes. Excludes other parameters, so that navigation between
 * photos rerenders only the photo.
 */
export const useMainSearch = (): MainSearch =>
  useSearch({
    strict: false,
    select: (search) => {
      const { userId, open, dialog, target } = search as MainSearch;
      return { userId, open, dialog, target };
    },
    structuralSharing: true,
  });
