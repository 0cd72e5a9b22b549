import type { PersonRow } from '@vitrine/contract';
import { csvCell, csvHead, csvLine } from '../../platform/csv.ts';

const HEADINGS = ['Name', 'Email', 'Role', 'Status', 'Platform', 'Plan', 'Plan expiry', 'Registered', 'Phone'];

export const peopleCsvHead = (): string => csvHead(HEADINGS);

export const personCsvLine = ({ name, email, role, isSuperAdmin, disable, platform, plan, createdAt, phoneNo }: PersonRow): string =>
  csvLine(
    [
      name,
      email,
      isSuperAdmin ? 'superAdmin' : role,
      disable ? 'Inactive' : 'Active',
      platform,
      plan?.planName ?? '',
      plan?.endDate ?? '',
      createdAt,
      phoneNo,
    ].map(csvCell),
  );
