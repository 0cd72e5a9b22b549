import { DEVICE_LIMITS } from '@vitrine/contract/device-limits';
import { NoteBox } from '../../../ui/note-box.tsx';

/** Says where a list is as long as lists get, and what to do about it. */
export const ListEnd = ({ count }: { count: number }) =>
  count === DEVICE_LIMITS.listedDevices ? (
    <NoteBox>{`Showing the first ${count.toLocaleString('en-US')} devices. Search or filter to find more.`}</NoteBox>
  ) : null;
