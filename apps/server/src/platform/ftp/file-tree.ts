import type { Readable } from 'node:stream';

/** From the root down; empty for the root itself. Never holds `.`, `..`, a slash or a control character. */
export type TreePath = readonly string[];

export interface TreeEntry {
  name: string;
  kind: 'folder' | 'file';
  sizeBytes: number;
  modifiedAt: Date;
}

/** One file on its way in. Either `receive` and then `commit`, or `discard` at any point, which leaves nothing behind. */
export interface TreeUpload {
  receive(source: Readable): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * File system of a signed-in account. The protocol knows no more of the product. Refusals are AppErrors, or an FtpRefusal where the protocol has its own
 * code.
 */
export interface FileTree {
  find(path: TreePath): Promise<TreeEntry | undefined>;
  list(path: TreePath): Promise<TreeEntry[]>;
  read(path: TreePath, startByte: number): Promise<Readable>;
  /** Refuses before the first byte what could not end well. `expectedBytes`: when the client said how much will come. */
  beginUpload(path: TreePath, expectedBytes: number | undefined): Promise<TreeUpload>;
  makeFolder(path: TreePath): Promise<void>;
  removeFile(path: TreePath): Promise<void>;
  removeFolder(path: TreePath): Promise<void>;
  rename(from: TreePath, to: TreePath): Promise<void>;
}

export interface SignedInFtp {
  /** Connections are counted by it. */
  userId: string;
  tree: FileTree;
}

/** Answers nothing for a wrong name or password; throws TOO_MANY_REQUESTS when there were too many of them. */
export type FtpSignIn = (address: string, userName: string, password: string) => Promise<SignedInFtp | undefined>;
