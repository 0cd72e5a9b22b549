/** A folder with more than this is not read to its end: thirty files are taken at a time. */
const FILES_MAX = 2000;

/** The files that were dropped, those in folders too, in the order of their names. Has to be called within the event. */
export function readDroppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  return entries.some(({ isDirectory }) => isDirectory) ? readEntries(entries) : Promise.resolve([...files]);
}

async function readEntries(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const found: File[] = [];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    if (found.length >= FILES_MAX) return;
    if (isFile(entry)) found.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    else if (isFolder(entry)) for (const child of (await listEntries(entry)).toSorted(byName)) await walk(child);
  };
  for (const entry of entries.toSorted(byName)) await walk(entry);
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A folder tells its entries in parts, the last of which is empty. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  while (all.length < FILES_MAX) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
  return all;
}

const byName = (one: { name: string }, other: { name: string }): number => one.name.localeCompare(other.name, undefined, { numeric: true });
