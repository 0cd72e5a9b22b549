import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { type RegisteredRouter, type RouteById, useNavigate, useSearch } from '@tanstack/react-router';
import { getErrorMessage } from '../../lib/app-error.ts';
import { toast } from '../../ui/toast-store.ts';

type ListRoute = '/admin/AllUsers' | '/admin/devices' | '/admin/deviceRegister' | '/admin/orderItems' | '/admin/payment' | '/admin/audit';
type Search<Route extends ListRoute> = RouteById<RegisteredRouter['routeTree'], Route>['types']['fullSearchSchema'];
type SearchPatch<Route extends ListRoute> = { [Key in keyof Search<Route>]?: Search<Route>[Key] | undefined };

interface ConsoleListFilters<Route extends ListRoute, Filters, Row, Key extends QueryKey> {
  /** Returns the filters of the request; values in the address that do not exist are ignored. */
  toFilters: (search: Search<Route>) => Filters;
  options: (filters: NoInfer<Filters>) => UseInfiniteQueryOptions<Row[], Error, InfiniteData<Row[]>, Key, string | undefined>;
  useExport: (after: { onError: (error: Error) => void }) => { isPending: boolean; mutate: (filters: NoInfer<Filters>) => void };
  /** Removes all filters from the address. */
  noFilters: SearchPatch<Route>;
  /** Members of the filters that sort or choose a tab. */
  otherKeys?: readonly (keyof Filters)[];
  /** Key of the address that holds the id of the row whose details are shown. */
  openKey?: keyof Search<Route> & string;
}

/** Loads the rows of a console list. The address stores its filters, its order and the row whose details are shown. */
export function useConsoleList<Route extends ListRoute, Filters extends object, Row extends { _id: string }, Key extends QueryKey>(
  route: Route,
  { toFilters, options, useExport, noFilters, otherKeys = [], openKey }: ConsoleListFilters<Route, Filters, Row, Key>,
) {
  const search = useSearch({ from: route }) as Search<Route>;
  const navigate = useNavigate();
  const filters = toFilters(search);
  const list = useInfiniteQuery(options(filters));
  const csv = useExport({ onError: (error) => toast.error(getErrorMessage(error)) });
  const narrow = (patch: SearchPatch<Route>, replace = true) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...patch }), replace, resetScroll: false });
  const openId = openKey && (search[openKey] as string | undefined);
  const show = (id: string | undefined, replace: boolean) => openKey && narrow({ [openKey]: id } as SearchPatch<Route>, replace);
  return {
    search,
    filters,
    /** Changes the address, by default in place of the current entry of the history. */
    narrow,
    rows: list.data?.pages.flat() ?? [],
    openId,
    /** Properties of `ConsoleList`. */
    listProps: {
      list,
      isNarrowed: Object.entries(filters).some(([key, value]) => value !== undefined && !otherKeys.includes(key as keyof Filters)),
      onShowAll: () => narrow(noFilters),
      csv: { isPending: csv.isPending, onDownload: () => csv.mutate(filters) },
      ...(openKey && {
        openId,
        onOpen: ({ _id }: Row) => show(_id, openId !== undefined),
        onClose: () => show(undefined, true),
      }),
    },
  };
}
