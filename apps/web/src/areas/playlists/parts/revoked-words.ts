/** Why something that was there is not shown: its album was taken back. `whom` it was shared with. */
export function getRevokedMessage(count: number, whom: string): string {
  const what = count === 1 ? '1 album in this playlist is' : `${count} albums in this playlist are`;
  return `${what} no longer shared with ${whom}, so ${count === 1 ? 'it isn’t' : 'they aren’t'} shown on any screen.`;
}
