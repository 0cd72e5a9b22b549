/** Why something that was there is not shown: its album was taken back. `whom` it was shared with. */
export function getRevokedMessage(count: number, whom: string): string {
  const what = count === 1 ? '1 album of this playlist is' : `${count} albums of this playlist are`;
  return `${what} no longer shared with ${whom}, so no screen shows ${count === 1 ? 'it' : 'them'}.`;
}
