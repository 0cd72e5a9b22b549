/** Where an administrator came from into somebody's account: the list as it was. Ends with the session, as everything kept by the tab. */
const NAME = 'wayBack';

export const keepWayBack = (): void => sessionStorage.setItem(NAME, location.pathname + location.search);

/** The address they came from, once; nothing where they came by themselves. */
export function takeWayBack(): string | undefined {
  const kept = sessionStorage.getItem(NAME) ?? undefined;
  sessionStorage.removeItem(NAME);
  return kept;
}
