/**
 * Texts that servers and screens authenticate by HMAC-SHA-256 while screens move to another address. No zod, because the screen's bundle imports this file.
 *
 * The key between a screen and a server is the SHA-256 of the screen's secret, which a server stores. The key between servers is a server key of the
 * installation, which a backup contains. Each text includes the address, so an answer that another server passes on is not valid for that server's address.
 */
export type MoveTextKind =
  /** The old server names the new address to a screen. */
  | 'instruction'
  /** A screen asks the server at the new address to prove that it has the screen's record. */
  | 'screen challenge'
  | 'screen proof'
  /** A server asks the server at the new address to prove that it belongs to the same installation. */
  | 'server challenge'
  | 'server proof';

export const buildMoveText = (kind: MoveTextKind, ...parts: readonly string[]): string => JSON.stringify(['vitrine-move', kind, ...parts]);

/** Start of the fragment with which a page of the old address opens the screen at the new address. A one-time ticket follows. */
export const HANDOVER_FRAGMENT = '#move=';
