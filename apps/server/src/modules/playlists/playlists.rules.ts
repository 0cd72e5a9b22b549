/**
 * Returns the albums of a playlist in the requested order. An album that is not listed (added in the meantime, or in the bin) stays behind its predecessor; a
 * listed one that no longer exists is ignored.
 */
export function mergeOrder(present: readonly string[], requested: readonly string[]): string[] {
  const presentIds = new Set(present);
  const orderedIds = new Set(requested.filter((id) => presentIds.has(id)));
  const followers = new Map<string | null, string[]>();
  let leader: string | null = null;
  for (const id of present) {
    if (orderedIds.has(id)) leader = id;
    else followers.set(leader, [...(followers.get(leader) ?? []), id]);
  }
  return [...(followers.get(null) ?? []), ...[...orderedIds].flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}
