import type { PersonRow } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';

const HEADINGS = ['Name', 'Email', 'Role', 'Status', 'Platform', 'Plan', 'Plan expiry', 'Registered', 'Phone'];

export const peopleCsvHead = (): string => formatCsvHeader(HEADINGS);

export const personCsvLine = ({ name, email, role, isSuperAdmin, disable, platform, plan, createdAt, phoneNo }: PersonRow): string =>
  formatCsvLine(
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
    ].map(formatCsvCell),
  );
