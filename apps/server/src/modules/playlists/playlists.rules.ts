/**
 * The albums of a playlist in the order somebody asked for. What they did not name (an album added meanwhile, one in the bin)
 * keeps following the one it follows now; what they named and is gone is passed over.
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
