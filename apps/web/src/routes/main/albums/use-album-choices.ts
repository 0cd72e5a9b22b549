import { useQuery } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { albumListOptions } from '../../../features/albums/api/albums.ts';
import { useAccount } from '../use-account.ts';

/** The albums one may add to: one's own, then those others share for that. Asked for only while they are wanted. */
export function useAlbumChoices(isWanted: boolean): Album[] {
  const account = useAccount();
  const mine = useQuery({ ...albumListOptions('mine', account), enabled: isWanted });
  const shared = useQuery({ ...albumListOptions('shared', account), enabled: isWanted });
  return [...(mine.data ?? []), ...(shared.data ?? [])].filter(({ abilities }) => abilities.addMedia);
}
