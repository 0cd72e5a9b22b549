import type { Readable } from 'node:stream';

/** Path components from the root; empty for the root. Components are never `.` or `..` and contain no slash or control character. */
export type TreePath = readonly string[];

export interface TreeEntry {
  name: string;
  kind: 'folder' | 'file';
  sizeBytes: number;
  modifiedAt: Date;
}

/** Upload of one file. Call `receive` and then `commit`, or `discard` at any time. */
export interface TreeUpload {
  receive(source: Readable): Promise<void>;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * File system of a signed-in account. This is the only interface between the protocol and the product. Refusals are AppErrors, or FtpErrors with a specific reply
 * code.
 */
export interface FileTree {
  find(path: TreePath): Promise<TreeEntry | undefined>;
  list(path: TreePath): Promise<TreeEntry[]>;
  read(path: TreePath, startByte: number): Promise<Readable>;
  /** Starts an upload, or refuses one that cannot succeed. `expectedBytes` is the size announced by the client, if any. */
  beginUpload(path: TreePath, expectedBytes: number | undefined): Promise<TreeUpload>;
  makeFolder(path: TreePath): Promise<void>;
  removeFile(path: TreePath): Promise<void>;
  removeFolder(path: TreePath): Promise<void>;
  rename(from: TreePath, to: TreePath): Promise<void>;
}

export interface SignedInFtp {
  /** Id of the account, by which connections are counted. */
  userId: string;
  tree: FileTree;
}

/** Signs in. Returns undefined for a wrong name or password, and throws TOO_MANY_REQUESTS after too many attempts. */
export type FtpSignIn = (address: string, userName: string, password: string) => Promise<SignedInFtp | undefined>;
