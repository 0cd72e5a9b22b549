import { useNavigate } from '@tanstack/react-router';
import type { MakePosterSearch } from '../search-params.ts';

/** Writes what was chosen into the address; choices are no steps that Back goes through. */
export function usePosterChoice(): (patch: Partial<MakePosterSearch>) => void {
  const navigate = useNavigate();
  return (patch) =>
    void navigate({
      to: '/main/media/makeposter',
      search: (before) => ({ ...(before as MakePosterSearch), ...patch }),
      replace: true,
      resetScroll: false,
    });
}
