import type { Tx } from '../../platform/database/database.ts';

export const findPicture = (tx: Tx, fileId: string) =>
  tx
    .selectFrom('files')
    .select(['owner_id', 'kind', 'size_bytes', 'mimetype'])
    .where('id', '=', fileId)
    .where('role', '=', 'original')
    .executeTakeFirst();
