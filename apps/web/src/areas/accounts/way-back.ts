/** Where an administrator came from into somebody's account: the list as it was. Ends with the session, as everything kept by the tab. */
const RETURN_URL_KEY = 'wayBack';

export const storeReturnUrl = (): void => sessionStorage.setItem(RETURN_URL_KEY, location.pathname + location.search);

/** The address they came from, once; nothing where they came by themselves. */
export function takeReturnUrl(): string | undefined {
  const kept = sessionStorage.getItem(RETURN_URL_KEY) ?? undefined;
  sessionStorage.removeItem(RETURN_URL_KEY);
  return kept;
}
