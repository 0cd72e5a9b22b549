import type { TreeEntry, TreePath } from './file-tree.ts';
import { type FtpCommand, type FtpSession, treeOf } from './ftp-session.ts';
import { factsOf, timeVal } from './listing.ts';
import { FtpRefusal } from './replies.ts';
import { quotePath, resolvePath, showPath } from './tree-path.ts';

const ABSENT = 'File or folder not found.';

async function findEntry(session: FtpSession, path: TreePath): Promise<TreeEntry> {
  const entry = await treeOf(session).find(path);
  if (!entry) throw new FtpRefusal(550, ABSENT);
  return entry;
}

/** Where the argument leads; refuses when there is none. */
export function pathOf(session: FtpSession, argument: string): TreePath {
  if (argument === '') throw new FtpRefusal(501, 'Specify a file or folder.');
  return resolvePath(session.folder, argument);
}

const enter = async (session: FtpSession, path: TreePath) => {
  const entry = await findEntry(session, path);
  if (entry.kind !== 'folder') throw new FtpRefusal(550, 'Not a folder.');
  session.folder = path;
  await session.control.reply(250, `Current folder: ${showPath(path)}`);
};

const cwd: FtpCommand = (session, argument) => enter(session, pathOf(session, argument));
const cdup: FtpCommand = (session) => enter(session, session.folder.slice(0, -1));
const pwd: FtpCommand = ({ control, folder }) => control.reply(257, `${quotePath(folder)} is the current folder.`);

const mkd: FtpCommand = async (session, argument) => {
  const path = pathOf(session, argument);
  await treeOf(session).makeFolder(path);
  await session.control.reply(257, `${quotePath(path)} created.`);
};

const rmd: FtpCommand = async (session, argument) => {
  await treeOf(session).removeFolder(pathOf(session, argument));
  await session.control.reply(250, 'The album was deleted.');
};

const dele: FtpCommand = async (session, argument) => {
  await treeOf(session).removeFile(pathOf(session, argument));
  await session.control.reply(250, 'The file was deleted.');
};

const rnfr: FtpCommand = async (session, argument) => {
  const path = pathOf(session, argument);
  await findEntry(session, path);
  session.renameFrom = path;
  await session.control.reply(350, 'Ready for RNTO.');
};

const rnto: FtpCommand = async (session, argument) => {
  const from = session.renameFrom;
  session.renameFrom = undefined;
  if (!from) return session.control.reply(503, 'Send RNFR first.');
  await treeOf(session).rename(from, pathOf(session, argument));
  return session.control.reply(250, 'Renamed.');
};

async function findFile(session: FtpSession, argument: string): Promise<TreeEntry> {
  const entry = await findEntry(session, pathOf(session, argument));
  if (entry.kind !== 'file') throw new FtpRefusal(550, 'This is a folder.');
  return entry;
}

const size: FtpCommand = async (session, argument) => session.control.reply(213, String((await findFile(session, argument)).sizeBytes));
const mdtm: FtpCommand = async (session, argument) => session.control.reply(213, timeVal((await findFile(session, argument)).modifiedAt));

const mlst: FtpCommand = async (session, argument) => {
  const path = resolvePath(session.folder, argument);
  const entry = await findEntry(session, path);
  return session.control.reply(250, showPath(path), factsOf({ ...entry, name: showPath(path) }), 'End');
};

export const treeCommands: Record<string, FtpCommand> = {
  CWD: cwd,
  XCWD: cwd,
  CDUP: cdup,
  XCUP: cdup,
  PWD: pwd,
  XPWD: pwd,
  MKD: mkd,
  XMKD: mkd,
  RMD: rmd,
  XRMD: rmd,
  DELE: dele,
  RNFR: rnfr,
  RNTO: rnto,
  SIZE: size,
  MDTM: mdtm,
  MLST: mlst,
};
