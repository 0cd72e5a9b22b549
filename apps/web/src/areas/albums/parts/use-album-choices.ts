import { useQuery } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { albumListOptions } from '../api/albums.ts';

/** The albums one may add to: one's own, then those others share for that; nothing before both are known. Asked for only while they are wanted. */
export function useWritableAlbums(isWanted: boolean): Album[] | undefined {
  const account = useAccountInView();
  const mine = useQuery({ ...albumListOptions('mine', account), enabled: isWanted });
  const shared = useQuery({ ...albumListOptions('shared', account), enabled: isWanted });
  if (mine.isPending || shared.isPending) return undefined;
  return [...(mine.data ?? []), ...(shared.data ?? [])].filter(({ abilities }) => abilities.addMedia);
}
