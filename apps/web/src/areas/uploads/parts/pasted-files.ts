/** The files of a paste that is not meant for a field. */
export function getPastedFiles({ clipboardData, target }: ClipboardEvent): File[] {
  const isField = target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  if (isField || !clipboardData) return [];
  return [...clipboardData.files].map(withUniqueName);
}

/** Every picture that was never a file is called image.png; when it was pasted tells one from the other. */
function withUniqueName(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join('-');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.');
  return new File([file], `Pasted ${day} ${time}${file.name.slice('image'.length)}`, { type: file.type, lastModified: now.getTime() });
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
