/**
 * Returns the albums of a playlist in the requested order. An album that is not listed (added meanwhile, or in the bin) stays behind its predecessor; a
 * listed one that no longer exists is ignored.
 */
export function mergeOrder(present: readonly string[], wanted: readonly string[]): string[] {
  const there = new Set(present);
  const named = new Set(wanted.filter((id) => there.has(id)));
  const followers = new Map<string | null, string[]>();
  let leader: string | null = null;
  for (const id of present) {
    if (named.has(id)) leader = id;
    else followers.set(leader, [...(followers.get(leader) ?? []), id]);
  }
  return [...(followers.get(null) ?? []), ...[...named].flatMap((id) => [id, ...(followers.get(id) ?? [])])];
}
