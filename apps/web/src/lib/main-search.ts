import { type SearchSchemaInput, useSearch } from '@tanstack/react-router';
import { type RawSearch, readFlag, readText } from './search-params.ts';
import { getSession, isAdministrator } from './session.ts';

/** On every address under /main: whose account, whether the drawer is open, and which dialog is up over which thing. */
interface MainSearch {
  userId: string;
  open: boolean;
  dialog?: string;
  target?: string;
}

/** Only administrators may look at somebody else's account; whether this one may is the server's to say. */
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
 * What every address inside carries, under /main and /admin alike: both routes validate it by `mainSearch`. Nothing else of the
 * address, so that whoever goes from picture to picture draws no more than the picture again.
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
